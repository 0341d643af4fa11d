/// Which of Open Library's monthly dumps a file is (https://openlibrary.org/developers/dumps).
package enum DumpKind: String, CaseIterable, Sendable {
  // In the order in which they are read: editions name works, and both name authors.
  case editions
  case works
  case authors

  /// The type that its lines begin with.
  var type: String {
    switch self {
    case .editions: "/type/edition"
    case .works: "/type/work"
    case .authors: "/type/author"
    }
  }

  /// The last letter of its records' keys: OL7353617M, OL45804W, OL79034A.
  var letter: UInt8 {
    switch self {
    case .editions: UInt8(ascii: "M")
    case .works: UInt8(ascii: "W")
    case .authors: UInt8(ascii: "A")
    }
  }
}
