/// A regular expression as queries have it: `/…/`, with an `i` behind it where small and large letters are the same.
package struct TextPattern: Equatable, Sendable {
  /// As it was given.
  package let text: String
  private let expression: RegularExpression

  /// - Throws: ``InvalidValue`` for what is none; as ``RegularExpression/init(_:ignoresCase:)``.
  package init(_ text: String) throws {
    let options = text.unicodeScalars.reversed().prefix { $0 != "/" }
    let pattern = text.unicodeScalars.dropFirst().dropLast(options.count + 1)
    guard text.hasPrefix("/"), text.unicodeScalars.count > options.count + 1, !pattern.isEmpty else {
      throw RegularExpression.problem(of: text, "one stands between two strokes: /…/")
    }
    guard options.allSatisfy({ $0 == "i" }) else {
      throw RegularExpression.problem(of: text, "behind the second stroke there is nothing, or i for any case")
    }
    self.text = text
    expression = try RegularExpression(String(pattern), ignoresCase: !options.isEmpty)
  }

  package static func == (one: TextPattern, other: TextPattern) -> Bool { one.text == other.text }

  /// Whether it is found in a text, in one of a list, or in the name of a record.
  ///
  /// - Throws: ``InvalidValue`` where that would take too long to find out.
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
