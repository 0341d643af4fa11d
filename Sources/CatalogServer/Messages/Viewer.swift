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

/// How much a request may be shown. Every access that reads for it is given this.
public enum Visibility: Sendable, Equatable {
  /// All that the user may see: the request comes from this machine, or by a secure connection.
  case everything
  /// Nothing private, since others can read along.
  case nothingPrivate
}

/// For whom a request is answered: what they may be shown, and what they may change.
public struct Viewer: Sendable, Equatable {
  /// The name of the account; `nil` of who has none: whoever uses this machine, and guests.
  public let account: String?
  /// What they may do.
  public let role: Role
  /// What they may be shown.
  public let visibility: Visibility

  /// A viewer of its parts.
  public init(account: String? = nil, role: Role, visibility: Visibility) {
    (self.account, self.role, self.visibility) = (account, role, visibility)
  }

  /// Whether they may change what all see of books.
  public var mayEdit: Bool { role >= .editor }

  /// Tells what is shown to them from what is shown to others.
  var key: String {
    visibility == .everything ? role == .owner ? "" : "-\(role.rawValue)" : "-p"
  }
}
