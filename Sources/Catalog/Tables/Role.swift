/// What somebody may do with a catalog that is served; each may do what those before may.
public enum Role: String, Sendable, CaseIterable, Comparable {
  /// Reads.
  case reader
  /// Changes what all see of books.
  case editor
  /// Does all that can be done: the catalog is theirs.
  case owner

  public static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .reader: 0
    case .editor: 1
    case .owner: 2
    }
  }
}
