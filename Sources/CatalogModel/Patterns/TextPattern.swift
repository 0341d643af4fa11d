/// A regular expression as it is written in queries: `/…/`, followed by an `i` if case is ignored.
package struct TextPattern: Equatable, Sendable {
  /// The text as it was given.
  package let text: String
  private let expression: RegularExpression

  /// Creates a pattern.
  ///
  /// - Throws: ``InvalidValue`` if the text is not a pattern, and the errors of
  ///   ``RegularExpression/init(_:ignoresCase:)``.
  package init(_ text: String) throws {
    let options = text.unicodeScalars.reversed().prefix { $0 != "/" }
    let pattern = text.unicodeScalars.dropFirst().dropLast(options.count + 1)
    guard text.hasPrefix("/"), text.unicodeScalars.count > options.count + 1, !pattern.isEmpty else {
      throw RegularExpression.problem(of: text, "write a pattern between two slashes: /…/")
    }
    guard options.allSatisfy({ $0 == "i" }) else {
      throw RegularExpression.problem(of: text, "only i, which ignores case, may follow the second slash")
    }
    self.text = text
    expression = try RegularExpression(String(pattern), ignoresCase: !options.isEmpty)
  }

  package static func == (one: TextPattern, other: TextPattern) -> Bool { one.text == other.text }

  /// Returns true if the pattern matches a value: its text, an entry of its list, or the name in one of its records.
  ///
  /// - Throws: ``InvalidValue`` if matching takes too many steps.
  package func matches(_ value: FieldValue) throws -> Bool {
    switch value {
    case .text(let text): try expression.matches(text)
    case .list(let items): try items.contains(where: expression.matches)
    case .records(let records):
      try records.contains { record in
        guard case .text(let name)? = record[FieldKind.namePart] else { return false }
        return try expression.matches(name)
      }
    default: false
    }
  }
}
