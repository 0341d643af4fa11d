import Catalog
import CatalogModel

/// How much a request may be shown. Every access that reads for it is given this.
public enum Visibility: Sendable, Equatable {
  /// All that the user may see: the request comes from this machine, or by a secure connection.
  case everything
  /// Nothing private, since others can read along.
  case nothingPrivate
}

/// For whom a request is answered: what they may be shown, and what they may change.
public struct Viewer: Sendable, Hashable {
  /// The name of the account; `nil` of who has none: whoever uses this machine, and guests.
  public let account: String?
  /// What they may do.
  public let role: Role
  /// What they may be shown.
  public let visibility: Visibility
  /// Which books there are for them.
  public let books: ViewedBooks
  /// Whether they have no account, and could log in: the catalog has accounts, and nobody reads along.
  public let mayLogIn: Bool

  /// A viewer of its parts.
  public init(
    account: String? = nil, role: Role, visibility: Visibility, books: ViewedBooks = .all, mayLogIn: Bool = false
  ) {
    (self.account, self.role, self.visibility, self.books) = (account, role, visibility, books)
    self.mayLogIn = mayLogIn
  }

  /// Whether they may change what all see of books: nobody does for whom there are only some of them.
  public var mayEdit: Bool { role >= .editor && books == .all }

  /// Tells what is shown to them from what is shown to others by the same server. Which books a role has is said when the server
  /// starts, and stays so: its name tells.
  var key: String {
    let rights = (visibility == .everything ? "" : "-p") + (role == .owner ? "" : "-\(roleKey)")
    // Pages say who is logged in.
    let who = account.map { "-" + Self.key(of: $0) }
    return rights + (who ?? (mayLogIn ? "-l" : ""))
  }

  private var roleKey: String {
    // A name may have letters that no entity tag has.
    if case .limited(let name) = role { "r" + Self.key(of: name) } else { role.rawValue }
  }

  private static func key(of text: String) -> String {
    String(UInt64(bitPattern: Fingerprint.of(Array(text.utf8))), radix: 36)
  }
}
