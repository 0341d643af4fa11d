import CatalogModel

/// The way to values within a value of JSON: names of members, divided by dots, as in `authors.lf`. A list is walked through
/// element by element, and so is an object whose members are numbered, as PHP writes lists with gaps.
struct DocumentPath: ExpressibleByStringLiteral, CustomStringConvertible {
  private let names: [String]

  init(stringLiteral text: String) { names = text.split(separator: ".").map(String.init) }

  var description: String { names.joined(separator: ".") }
  /// The member of a book that it begins at, or that of a member of the book; `nil` where it does not lead through that.
  func beginning(within member: String?) -> String? {
    guard let member else { return names.first }
    return names.first == member ? names.dropFirst().first : nil
  }

  /// What it leads to.
  enum Ending {
    case nothing
    /// One value that is no list; null is an empty text.
    case text(String)
    /// A list, or values within the elements of one (``values(in:)``).
    case several
  }

  /// What it leads to: most ways of most books lead to nothing or to one text, and make no lists.
  func ending(in value: JSONValue) -> Ending {
    var found = value
    for name in names {
      switch found {
      case .object(let members):
        // An object with such a member is not numbered.
        guard let member = members[name] else { return Self.elements(of: found) == nil ? .nothing : .several }
        found = member
      case .array: return .several
      case .null, .boolean, .integer, .number, .string: return .nothing
      }
    }
    return Self.text(of: found).map { .text($0) } ?? .several
  }

  /// What stands there: `nil` in the place of an element of a list that has no such member.
  func values(in value: JSONValue) -> [JSONValue?] { Self.values(in: value, names[...]) }

  private static func values(in value: JSONValue?, _ names: ArraySlice<String>) -> [JSONValue?] {
    var found = value
    for (index, name) in zip(names.indices, names) {
      guard let value = found else { return [nil] }
      if let elements = elements(of: value) {
        return elements.flatMap { values(in: $0[name], names[(index + 1)...]) }
      }
      found = value[name]
    }
    return [found]
  }

  /// The texts that stand there, those of lists in their order; an empty one for each value that is none.
  func texts(in value: JSONValue) -> [String] {
    values(in: value).flatMap { $0.map(Self.texts) ?? [""] }
  }

  /// The elements of a list; `nil` of anything else.
  static func elements(of value: JSONValue) -> [JSONValue]? {
    switch value {
    case .array(let items): return items
    case .object(let members):
      guard !members.isEmpty, members.keys.allSatisfy({ Int($0) != nil }) else { return nil }
      let numbered = members.compactMap { name, value in Int(name).map { (number: $0, value: value) } }
      return numbered.sorted { $0.number < $1.number }.map(\.value)
    default: return nil
    }
  }

  /// The texts of a value: of a list those of its elements.
  static func texts(of value: JSONValue) -> [String] {
    text(of: value).map { [$0] } ?? elements(of: value)?.flatMap(texts) ?? [""]
  }

  /// The text of one value; `nil` of arrays and objects.
  private static func text(of value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): number.shortest
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .null: ""
    case .array, .object: nil
    }
  }
}
