import CatalogModel

/// A parameter behind the question mark of an address, as lists of routes tell of it. Each may be left out.
public struct QueryParameter: Sendable, Equatable {
  /// What is put there.
  public enum Kind: Sendable, Equatable {
    case text
    case number(ClosedRange<Int>)
    case choice([String])
  }

  /// Before the sign `=`.
  public let name: String
  /// What it says, in one sentence.
  public let summary: String
  /// What is put there.
  public let kind: Kind

  /// Refuses a value that is not of the kind.
  ///
  /// - Parameter takesEmpty: true if an empty value says nothing, as in forms of pages.
  /// - Throws: ``Problem``, 400.
  func check(_ text: String, takesEmpty: Bool) throws(Problem) {
    if text.isEmpty, takesEmpty { return }
    switch kind {
    case .text: return
    case .number(let range):
      guard text.isDigits, let number = Int(text), range.contains(number) else {
        let limit = range.upperBound == .max ? "on" : "to \(range.upperBound)"
        throw .badRequest("\(name) is a number from \(range.lowerBound) \(limit).")
      }
    case .choice(let words):
      guard words.contains(text) else {
        throw .badRequest("\(name) is \(words.count > 1 ? "one of " : "")\(words.joined(separator: ", ")).")
      }
    }
  }

  public init(_ name: String, _ kind: Kind, summary: String) {
    (self.name, self.kind, self.summary) = (name, kind, summary)
  }
}
