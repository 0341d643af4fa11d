import CatalogModel

/// A JSON object in a request body, with typed access to its members.
package struct JSONBody {
  private let members: [String: JSONValue]

  /// Creates an empty object.
  package init() { members = [:] }

  /// Parses an object.
  ///
  /// - Parameters:
  ///   - bytes: The text of the object.
  ///   - keys: The known keys, or `nil` to allow any. Unknown keys are errors, so that typing mistakes are not ignored.
  /// - Throws: `InvalidValue` if the text is not a JSON object, or contains an unknown key.
  package init(_ bytes: [UInt8], keys: [String]? = nil) throws(InvalidValue) {
    do throws(JSONParser.Failure) {
      guard case .object(let members) = try JSONParser().value(of: bytes) else {
        throw JSONParser.Failure(cause: "not a JSON object", isJSON: true)
      }
      self.members = members
    } catch { throw InvalidValue("body", "", "\(error)") }
    if let keys, let other = members.keys.filter({ !keys.contains($0) }).min() {
      throw InvalidValue("body", other, "it is not a valid key; valid keys are \(keys.joined(separator: ", "))")
    }
  }

  /// Returns true if the key is present and its value is not null.
  package func has(_ key: String) -> Bool { if case .null? = members[key] { false } else { members[key] != nil } }

  /// Returns a string, or a number as a string. Returns `nil` if the key is missing or null.
  ///
  /// - Throws: `InvalidValue` for values of other types.
  package func text(_ key: String) throws(InvalidValue) -> String? {
    guard let value = members[key] else { return nil }
    do { return try JSONFieldValue.scalar(value, of: key) } catch { throw Self.unexpected(key, "a string") }
  }

  /// Returns a Boolean. Returns false if the key is missing or null.
  ///
  /// - Throws: `InvalidValue` for values of other types.
  package func flag(_ key: String) throws(InvalidValue) -> Bool {
    switch members[key] {
    case nil, .null?: false
    case .boolean(let isSet)?: isSet
    default: throw Self.unexpected(key, "true or false")
    }
  }

  /// Returns a whole number, or `nil` if the key is missing or null.
  ///
  /// - Throws: `InvalidValue` for values of other types.
  package func integer(_ key: String) throws(InvalidValue) -> Int64? {
    guard has(key) else { return nil }
    guard let number = members[key]?.integer else { throw Self.unexpected(key, "a whole number") }
    return number
  }

  /// Returns an array of whole numbers, or `nil` if the key is missing or null.
  ///
  /// - Throws: `InvalidValue` for values of other types.
  package func integers(_ key: String) throws(InvalidValue) -> [Int64]? {
    guard has(key) else { return nil }
    guard let items = members[key]?.items else { throw Self.unexpected(key, "an array of whole numbers") }
    let numbers = items.compactMap(\.integer)
    guard numbers.count == items.count else { throw Self.unexpected(key, "an array of whole numbers") }
    return numbers
  }

  /// Returns field values, keyed by field. Values have the forms of docs/json.md, or are strings as users type them.
  /// Null means no value.
  ///
  /// - Throws: `InvalidValue` if a field does not exist or cannot hold its value.
  package func values(_ key: String, own: OwnFields) throws(InvalidValue) -> [BookField: FieldValue?] {
    var values: [BookField: FieldValue?] = [:]
    for (name, value) in try object(key) {
      guard let field = own.field(named: name) else { throw Self.noField(name) }
      guard values[field] == nil else {
        throw InvalidValue(key, name, "the field occurs twice, under different names")
      }
      values[field] = .some(try Self.value(value, of: own.definition(of: field), key: name))
    }
    return values
  }

  /// Returns whole numbers, keyed by field.
  ///
  /// - Throws: `InvalidValue` if a field does not exist, or if its value is not a whole number.
  package func integers(byField key: String, own: OwnFields) throws(InvalidValue) -> [BookField: Int64] {
    var numbers: [BookField: Int64] = [:]
    for (name, value) in try object(key) {
      guard let field = own.field(named: name) else { throw Self.noField(name) }
      guard let number = value.integer else { throw Self.unexpected(name, "a whole number") }
      numbers[field] = number
    }
    return numbers
  }

  /// Returns true if an object of field values has a member for the year that lists show.
  ///
  /// - Throws: `InvalidValue` if the value of the key is not an object.
  package func namesYear(_ key: String) throws(InvalidValue) -> Bool {
    try object(key).contains { BookField.isYear($0.key) }
  }

  /// Returns list items, keyed by field.
  ///
  /// - Throws: `InvalidValue` if a field does not exist, or if its value is not an array of strings.
  package func items(_ key: String, own: OwnFields) throws(InvalidValue) -> [BookField: [String]] {
    var lists: [BookField: [String]] = [:]
    for (name, value) in try object(key) {
      guard let field = own.field(named: name) else { throw Self.noField(name) }
      guard lists[field] == nil else { throw InvalidValue(key, name, "the field occurs twice, under different names") }
      guard case .list(let items)? = try Self.value(value, of: own.definition(of: field), key: name) else {
        throw Self.unexpected(name, "an array of strings")
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

  private static func unexpected(_ key: String, _ expected: String) -> InvalidValue {
    InvalidValue(key, "", "it must be \(expected)")
  }

  private static func noField(_ name: String) -> InvalidValue {
    InvalidValue("field", name, "no field has that name")
  }
}
