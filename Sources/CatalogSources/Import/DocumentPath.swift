import CatalogModel

/// The way to values within a value of JSON: names of members, divided by dots, as in `authors.lf`. A list is walked through
/// element by element, and so is an object whose members are numbered, as PHP writes lists with gaps.
struct DocumentPath: ExpressibleByStringLiteral, CustomStringConvertible {
  private let names: [String]

  init(stringLiteral text: String) { names = text.split(separator: ".").map(String.init) }

  var description: String { names.joined(separator: ".") }
  /// The member of a book that it begins at, and the one below where it goes on.
  var beginning: String { names.first ?? "" }
  /// The names down to the second one: `edition.title`.
  var prefix: String { names.prefix(2).joined(separator: ".") }

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
    switch value {
    case .string(let text): [text]
    case .integer(let number): [String(number)]
    case .number(let number): [number.shortest]
    case .boolean(let isTrue): [isTrue ? "true" : "false"]
    case .null: [""]
    case .array, .object: elements(of: value)?.flatMap(texts) ?? [""]
    }
  }
}
