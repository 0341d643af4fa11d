import Catalog
import CatalogModel

/// How much a request may be shown. Every access that reads for it is given this.
public enum Visibility: Sendable, Equatable {
  /// All that the user may see: the request comes from this machine, or by a secure connection.
  case everything
  /// Nothing private but what they have written of books for themselves.
  case ownWords
  /// Nothing private, since others can read along, or since nobody knows who they are.
  case nothingPrivate
}

/// For whom a request is answered: what they may be shown, and what they may change.
public struct Viewer: Sendable, Equatable {
  /// The name of the account; `nil` of who has none: whoever uses this machine, and guests.
  public let account: String?
  /// Whose read states, ratings, reviews and notes they are shown and change; `nil` where that is the owner's.
  public let person: String?
  /// What they may do.
  public let role: Role
  /// What they may be shown.
  public let visibility: Visibility
  /// Whether they have no account, and could log in: the catalog has accounts, and nobody reads along.
  public let mayLogIn: Bool

  /// A viewer of its parts.
  public init(
    account: String? = nil, person: String? = nil, role: Role, visibility: Visibility, mayLogIn: Bool = false
  ) {
    (self.account, self.person, self.role, self.visibility, self.mayLogIn) = (
      account, person, role, visibility, mayLogIn
    )
  }

  /// Whether they may change what all see of books.
  public var mayEdit: Bool { role >= .editor }

  /// Whether they may change what they say of books for themselves.
  public var mayMark: Bool { visibility == .ownWords }

  /// Whether they may change anything.
  public var mayChange: Bool { mayEdit || mayMark }

  /// Tells what is shown to them from what is shown to others.
  var key: String {
    let rights =
      (visibility == .everything ? "" : visibility == .ownWords ? "-o" : "-p")
      + (role == .owner ? "" : "-\(role.rawValue)")
    // Pages say who is logged in.
    let who = account.map { "-" + String(UInt64(bitPattern: Fingerprint.of(Array($0.utf8))), radix: 36) }
    return rights + (who ?? (mayLogIn ? "-l" : ""))
  }
}
