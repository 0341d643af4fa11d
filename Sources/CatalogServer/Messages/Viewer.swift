import Catalog
import CatalogModel

/// The person for whom a request is answered, and what this person may see and change.
public struct Viewer: Sendable, Hashable {
  /// The name of the account; `nil` for users of this machine without an account, and for guests.
  public let account: String?
  /// The role, which determines what the viewer may do.
  public let role: Role
  /// The audience that the viewer belongs to. The viewer sees and changes the personal values of its person.
  public let audience: Audience
  /// True if the viewer has no account but could log in: the catalog has accounts, and the connection is secure.
  public let mayLogIn: Bool
  /// True if the request comes from the server's own machine.
  public let isAtServer: Bool

  /// Creates a viewer. The parameters are described at the properties of the same names.
  public init(
    account: String? = nil, role: Role, audience: Audience, mayLogIn: Bool = false, isAtServer: Bool = false
  ) {
    (self.account, self.role, self.audience) = (account, role, audience)
    (self.mayLogIn, self.isAtServer) = (mayLogIn, isAtServer)
  }

  /// True if the viewer is shown paths of files on the server's machine: an owner who uses that machine.
  public var seesPaths: Bool { isAtServer && role == .owner && audience.seesEverything }

  /// True if the viewer is shown step numbers. These count changes to all books, including those that a limited viewer
  /// may not see.
  var seesStepNumbers: Bool { audience.books == .all }

  /// True if the viewer may change the shared data of books. Viewers limited to some books may not.
  public var mayEdit: Bool { role >= .editor && audience.books == .all }

  /// True if the viewer may change their own read states, ratings, reviews and notes.
  public var mayMark: Bool { audience.fields == .ownWords }

  /// True if the viewer has reviews to share: their own, or the owner's.
  public var hasReviews: Bool { mayMark || mayEdit && role == .owner }

  /// True if the viewer may change anything.
  public var mayChange: Bool { mayEdit || mayMark }

  /// A key for entity tags. Viewers to whom the server shows different contents have different keys. A limited role
  /// needs only its name in the key, because its query does not change while the server runs.
  var key: String {
    let rights =
      Self.keys[audience.fields, default: ""] + (role == .owner ? "" : "-\(roleKey)") + (isAtServer ? "-m" : "")
    // Add the account, because pages show who is logged in.
    let accountKey = account.map { "-" + Self.key(of: $0) }
    return rights + (accountKey ?? (mayLogIn ? "-l" : ""))
  }

  private static let keys: [Audience.Fields: String] = [.ownWords: "-o", .publicOnly: "-p"]

  private var roleKey: String {
    // A role name may contain characters that are invalid in an entity tag.
    if case .limited(let name) = role { "r" + Self.key(of: name) } else { role.rawValue }
  }

  private static func key(of text: String) -> String {
    String(UInt64(bitPattern: Fingerprint.of(Array(text.utf8))), radix: 36)
  }
}
