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

  /// A parameter of its parts.
  public init(_ name: String, _ kind: Kind, summary: String) {
    (self.name, self.kind, self.summary) = (name, kind, summary)
  }
}
