/// The kind of a monthly dump of Open Library (https://openlibrary.org/developers/dumps).
package enum DumpKind: String, CaseIterable, Sendable {
  // The cases are in reading order: editions refer to works, and both refer to authors.
  case editions
  case works
  case authors

  /// The type at the start of each line.
  var type: String {
    switch self {
    case .editions: "/type/edition"
    case .works: "/type/work"
    case .authors: "/type/author"
    }
  }

  /// The last letter of the records' keys: OL7353617M, OL45804W, OL79034A.
  var letter: UInt8 {
    switch self {
    case .editions: UInt8(ascii: "M")
    case .works: UInt8(ascii: "W")
    case .authors: UInt8(ascii: "A")
    }
  }
}
