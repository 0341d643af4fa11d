import Catalog
import CatalogModel

/// The parts of the catalog that a request may see. Every read on behalf of a request is limited to them.
public enum Visibility: Sendable, Equatable {
  /// Everything that the user may see: the request comes from this machine or over a secure connection.
  case everything
  /// Nothing private except the viewer's own read states, ratings, reviews and notes.
  case ownWords
  /// Nothing private, because the connection is unencrypted or the viewer is unknown.
  case nothingPrivate
}

/// The person for whom a request is answered, and what this person may see and change.
public struct Viewer: Sendable, Hashable {
  /// The name of the account; `nil` for users of this machine without an account, and for guests.
  public let account: String?
  /// The person whose read states, ratings, reviews and notes the viewer sees and changes; `nil` for the owner's.
  public let person: String?
  /// The role, which determines what the viewer may do.
  public let role: Role
  /// The parts of the catalog that the viewer may see.
  public let visibility: Visibility
  /// The books that the viewer may see.
  public let books: ViewedBooks
  /// True if the viewer has no account but could log in: the catalog has accounts, and the connection is secure.
  public let mayLogIn: Bool
  /// True if the request comes from the server's own machine.
  public let isAtServer: Bool

  /// Creates a viewer. The parameters are described at the properties of the same names.
  public init(
    account: String? = nil, person: String? = nil, role: Role, visibility: Visibility, books: ViewedBooks = .all,
    mayLogIn: Bool = false, isAtServer: Bool = false
  ) {
    (self.account, self.person, self.role) = (account, person, role)
    (self.visibility, self.books, self.mayLogIn) = (visibility, books, mayLogIn)
    self.isAtServer = isAtServer
  }

  /// True if the viewer may see everything about all books.
  var seesEverything: Bool { visibility == .everything && books == .all }

  /// True if the viewer is shown paths of files on the server's machine: an owner who uses that machine.
  public var seesPaths: Bool { isAtServer && role == .owner && seesEverything }

  /// True if the viewer is shown step numbers. These count changes to all books, including those that a limited viewer
  /// may not see.
  var seesStepNumbers: Bool { books == .all }

  /// True if the viewer may change the shared data of books. Viewers limited to some books may not.
  public var mayEdit: Bool { role >= .editor && books == .all }

  /// True if the viewer may change their own read states, ratings, reviews and notes.
  public var mayMark: Bool { visibility == .ownWords }

  /// True if the viewer has reviews to share: their own, or the owner's.
  public var hasReviews: Bool { mayMark || mayEdit && role == .owner }

  /// True if the viewer may change anything.
  public var mayChange: Bool { mayEdit || mayMark }

  /// A key for entity tags. Viewers to whom the server shows different contents have different keys. A limited role
  /// needs only its name in the key, because its query does not change while the server runs.
  var key: String {
    let rights =
      Self.keys[visibility, default: ""] + (role == .owner ? "" : "-\(roleKey)") + (isAtServer ? "-m" : "")
    // Add the account, because pages show who is logged in.
    let accountKey = account.map { "-" + Self.key(of: $0) }
    return rights + (accountKey ?? (mayLogIn ? "-l" : ""))
  }

  private static let keys: [Visibility: String] = [.ownWords: "-o", .nothingPrivate: "-p"]

  private var roleKey: String {
    // A role name may contain characters that are invalid in an entity tag.
    if case .limited(let name) = role { "r" + Self.key(of: name) } else { role.rawValue }
  }

  private static func key(of text: String) -> String {
    String(UInt64(bitPattern: Fingerprint.of(Array(text.utf8))), radix: 36)
  }
}
