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
public struct Viewer: Sendable, Hashable {
  /// The name of the account; `nil` of who has none: whoever uses this machine, and guests.
  public let account: String?
  /// Whose read states, ratings, reviews and notes they are shown and change; `nil` where that is the owner's.
  public let person: String?
  /// What they may do.
  public let role: Role
  /// What they may be shown.
  public let visibility: Visibility
  /// Which books there are for them.
  public let books: ViewedBooks
  /// Whether they have no account, and could log in: the catalog has accounts, and nobody reads along.
  public let mayLogIn: Bool
  /// True if the request comes from the server's own machine.
  public let isAtServer: Bool

  public init(
    account: String? = nil, person: String? = nil, role: Role, visibility: Visibility, books: ViewedBooks = .all,
    mayLogIn: Bool = false, isAtServer: Bool = false
  ) {
    (self.account, self.person, self.role) = (account, person, role)
    (self.visibility, self.books, self.mayLogIn) = (visibility, books, mayLogIn)
    self.isAtServer = isAtServer
  }

  /// True if the viewer is shown paths of files of the server's machine: an owner who uses that machine.
  public var seesPaths: Bool { isAtServer && role == .owner && visibility == .everything && books == .all }

  /// True if the viewer is told the numbers of steps, which count changes of books that they may not see.
  var seesStepNumbers: Bool { books == .all }

  /// Whether they may change what all see of books: nobody does for whom there are only some of them.
  public var mayEdit: Bool { role >= .editor && books == .all }

  /// Whether they may change what they say of books for themselves.
  public var mayMark: Bool { visibility == .ownWords }

  /// Whether there are reviews that are theirs to show: their own, or the owner's.
  public var hasReviews: Bool { mayMark || mayEdit && role == .owner }

  /// Whether they may change anything.
  public var mayChange: Bool { mayEdit || mayMark }

  /// Tells what is shown to them from what is shown to others by the same server. Which books a role has is said when the server
  /// starts, and stays so: its name tells.
  var key: String {
    let rights =
      Self.keys[visibility, default: ""] + (role == .owner ? "" : "-\(roleKey)") + (isAtServer ? "-m" : "")
    // Pages say who is logged in.
    let who = account.map { "-" + Self.key(of: $0) }
    return rights + (who ?? (mayLogIn ? "-l" : ""))
  }

  private static let keys: [Visibility: String] = [.ownWords: "-o", .nothingPrivate: "-p"]

  private var roleKey: String {
    // A name may have letters that no entity tag has.
    if case .limited(let name) = role { "r" + Self.key(of: name) } else { role.rawValue }
  }

  private static func key(of text: String) -> String {
    String(UInt64(bitPattern: Fingerprint.of(Array(text.utf8))), radix: 36)
  }
}
