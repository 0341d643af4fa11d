import CatalogModel
import Platform

/// A path to values within a JSON value: member names, separated by dots, as in `authors.lf`. When the path reaches a
/// list, the rest of the path is applied to each element. An object with numbered members is also treated as a list,
/// because PHP writes lists with gaps as such objects.
struct DocumentPath: ExpressibleByStringLiteral, CustomStringConvertible {
  private let names: [String]

  init(stringLiteral text: String) { names = text.split(separator: ".").map(String.init) }

  var description: String { names.joined(separator: ".") }
  /// Returns the first member name on the path, relative to the book or to the given member of the book. Returns `nil`
  /// if the path does not pass through that member.
  func beginning(within member: String?) -> String? {
    guard let member else { return names.first }
    return names.first == member ? names.dropFirst().first : nil
  }

  /// The result of following a path.
  enum Ending {
    case nothing
    /// A single value that is not a list. Null becomes an empty string.
    case text(String)
    /// A list, or values within the elements of a list (``values(in:)``).
    case several
  }

  /// Follows the path and returns the result. Most paths in most books lead to nothing or to one string, so this method
  /// avoids building lists.
  func ending(in value: JSONValue) -> Ending {
    var found = value
    for name in names {
      switch found {
      case .object(let members):
        // If the object has this member, it is not a numbered list.
        guard let member = members[name] else { return Self.elements(of: found) == nil ? .nothing : .several }
        found = member
      case .array: return .several
      case .null, .boolean, .integer, .number, .string: return .nothing
      }
    }
    return Self.text(of: found).map { .text($0) } ?? .several
  }

  /// Returns the values at the path. A list element that lacks the member yields `nil`.
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

  /// Returns the strings at the path, with lists flattened in order. A value without a string, such as an object,
  /// yields an empty string.
  func texts(in value: JSONValue) -> [String] {
    values(in: value).flatMap { $0.map(Self.texts) ?? [""] }
  }

  /// Returns the elements of a list, or `nil` if the value is not a list.
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

  /// Returns the strings of a value, or of the elements of a list.
  static func texts(of value: JSONValue) -> [String] {
    text(of: value).map { [$0] } ?? elements(of: value)?.flatMap(texts) ?? [""]
  }

  /// Returns the text of a scalar value, or `nil` for arrays and objects.
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
