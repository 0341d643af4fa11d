import CatalogModel

/// A query parameter of a route, as the API description lists it. All parameters are optional.
public struct QueryParameter: Sendable, Equatable {
  /// The kind of value that a parameter takes.
  public enum Kind: Sendable, Equatable {
    case text
    case number(ClosedRange<Int>)
    case choice([String])
  }

  /// The name of the parameter, before the `=`.
  public let name: String
  /// A description of the parameter, in one sentence.
  public let summary: String
  /// The kind of value that the parameter takes.
  public let kind: Kind

  /// Refuses a value that is invalid for this kind of parameter.
  ///
  /// - Parameter takesEmpty: True if an empty value counts as missing, because HTML forms also send empty fields.
  /// - Throws: ``Problem``, 400.
  func check(_ text: String, takesEmpty: Bool) throws(Problem) {
    if text.isEmpty, takesEmpty { return }
    switch kind {
    case .text: return
    case .number(let range):
      guard text.isDigits, let number = Int(text), range.contains(number) else {
        throw .badRequest("\(name) must be a number \(range.words).")
      }
    case .choice(let words):
      guard words.contains(text) else {
        throw .badRequest("\(name) must be \(words.count > 1 ? "one of " : "")\(words.candidates).")
      }
    }
  }

  /// Creates a parameter with a name, the kind of value that it takes, and a description in one sentence.
  public init(_ name: String, _ kind: Kind, summary: String) {
    (self.name, self.kind, self.summary) = (name, kind, summary)
  }
}

extension [String] {
  /// The text that lists the allowed words in an error message. It contains at most five words, and refers to the API
  /// description for the others.
  var candidates: String {
    let shown = prefix(5).joined(separator: ", ")
    return count > 5 ? "\(shown), … (openapi.json lists all)" : shown
  }
}
