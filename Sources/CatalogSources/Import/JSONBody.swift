import CatalogModel

/// An object that a program sends to have something done, read by what is asked of it.
package struct JSONBody {
  private let members: [String: JSONValue]

  /// An object that says nothing.
  package init() { members = [:] }

  /// - Parameters:
  ///   - bytes: the text of the object.
  ///   - keys: what it may say; another key is a mistake, which would else be passed over in silence.
  /// - Throws: `InvalidValue` for what is no JSON object, or has another key.
  package init(_ bytes: [UInt8], keys: [String]? = nil) throws(InvalidValue) {
    do throws(JSONParser.Failure) {
      guard case .object(let members) = try JSONParser().value(of: bytes) else {
        throw JSONParser.Failure(cause: "not a JSON object", isJSON: true)
      }
      self.members = members
    } catch { throw InvalidValue("body", "", "\(error)") }
    if let keys, let other = members.keys.filter({ !keys.contains($0) }).min() {
      throw InvalidValue("body", other, "it is not known; known are \(keys.joined(separator: ", "))")
    }
  }

  /// Whether it says something under a key; null says nothing.
  package func has(_ key: String) -> Bool { if case .null? = members[key] { false } else { members[key] != nil } }

  /// A text, or a number as one; `nil` where nothing is said.
  ///
  /// - Throws: `InvalidValue` for anything else.
  package func text(_ key: String) throws(InvalidValue) -> String? {
    guard let value = members[key] else { return nil }
    do { return try JSONFieldValue.scalar(value, of: key) } catch { throw Self.unexpected(key, "a text") }
  }

  /// Yes or no; no where nothing is said.
  ///
  /// - Throws: `InvalidValue` for anything else.
  package func flag(_ key: String) throws(InvalidValue) -> Bool {
    switch members[key] {
    case nil, .null?: false
    case .boolean(let isSet)?: isSet
    default: throw Self.unexpected(key, "true or false")
    }
  }

  /// A whole number; `nil` where nothing is said.
  ///
  /// - Throws: `InvalidValue` for anything else.
  package func integer(_ key: String) throws(InvalidValue) -> Int64? {
    guard has(key) else { return nil }
    guard let number = members[key]?.integer else { throw Self.unexpected(key, "a whole number") }
    return number
  }

  /// Whole numbers; `nil` where nothing is said.
  ///
  /// - Throws: `InvalidValue` for anything else.
  package func integers(_ key: String) throws(InvalidValue) -> [Int64]? {
    guard has(key) else { return nil }
    guard let items = members[key]?.items else { throw Self.unexpected(key, "a list of whole numbers") }
    let numbers = items.compactMap(\.integer)
    guard numbers.count == items.count else { throw Self.unexpected(key, "a list of whole numbers") }
    return numbers
  }

  /// The values of fields, by their names, as docs/json.md has them or as people type them; null is no value.
  ///
  /// - Throws: `InvalidValue` for a field that there is not, or a value that it cannot hold.
  package func values(_ key: String, own: OwnFields) throws(InvalidValue) -> [BookField: FieldValue?] {
    var values: [BookField: FieldValue?] = [:]
    for (name, value) in try object(key) {
      guard let field = own.field(named: name) else { throw Self.noField(name) }
      guard values[field] == nil else {
        throw InvalidValue(key, name, "the field is named twice, by another name, too")
      }
      values[field] = .some(try Self.value(value, of: own.definition(of: field), key: name))
    }
    return values
  }

  /// Items of lists, by the names of their fields.
  ///
  /// - Throws: `InvalidValue` for a field that there is not, or what is no list of texts.
  package func items(_ key: String, own: OwnFields) throws(InvalidValue) -> [BookField: [String]] {
    var lists: [BookField: [String]] = [:]
    for (name, value) in try object(key) {
      guard let field = own.field(named: name) else { throw Self.noField(name) }
      guard lists[field] == nil else { throw InvalidValue(key, name, "the field is named twice, by another name, too") }
      guard case .list(let items)? = try Self.value(value, of: own.definition(of: field), key: name) else {
        throw Self.unexpected(name, "a list of texts")
      }
      lists[field] = items
    }
    return lists
  }

  private func object(_ key: String) throws(InvalidValue) -> [(key: String, value: JSONValue)] {
    guard has(key) else { return [] }
    guard case .object(let members)? = members[key] else { throw Self.unexpected(key, "an object") }
    return members.sorted { $0.key < $1.key }
  }

  private static func value(
    _ value: JSONValue, of definition: FieldDefinition, key: String
  ) throws(InvalidValue) -> FieldValue? {
    if case .null = value { return nil }
    do {
      if case .string(let text) = value { return try definition.typedValue(of: text) }
      return try JSONFieldValue.value(value, of: definition, key: key)
    } catch let error as InvalidValue { throw error } catch { throw InvalidValue(key, "", "\(error)") }
  }

  private static func unexpected(_ key: String, _ wanted: String) -> InvalidValue {
    InvalidValue(key, "", "it must be \(wanted)")
  }

  private static func noField(_ name: String) -> InvalidValue {
    InvalidValue("field", name, "there is no field of that name")
  }
}
