import CatalogModel

/// The permissions of an account on a served catalog. Each predefined role includes the permissions of the roles listed
/// before it.
public enum Role: Sendable, Hashable, RawRepresentable {
  /// Can read some of the books, and cannot detect that other books exist. The server's configuration determines which
  /// books the role can read. If the configuration does not mention the role, it can read none.
  case limited(String)
  /// Can read.
  case reader
  /// Can change the data of books that everyone sees.
  case editor
  /// Can do everything, as the owner of the catalog.
  case owner

  /// The predefined roles by name.
  private static let known: [String: Role] = ["reader": .reader, "editor": .editor, "owner": .owner]
  /// The maximum length of a name in bytes of UTF-8.
  private static let nameLength = 50

  /// Creates the role with the given name. The name is that of a predefined role, or up to 50 bytes of letters, digits
  /// and hyphens. Any other name must differ from the predefined names by more than case.
  ///
  /// - Returns: `nil` if the name is invalid.
  public init?(rawValue name: String) {
    if let known = Self.known[name] {
      self = known
    } else if Self.isName(name) {
      self = .limited(name)
    } else {
      return nil
    }
  }

  /// Creates the role with a stored name. An invalid name, which another program may have written, grants no
  /// permissions.
  init(stored name: String) { self = Role(rawValue: name) ?? .limited(name) }

  /// The name of the role.
  public var rawValue: String {
    switch self {
    case .limited(let name): name
    case .reader: "reader"
    case .editor: "editor"
    case .owner: "owner"
    }
  }

  /// Returns the name under which the role is stored.
  ///
  /// - Throws: ``InvalidValue`` for a name that no role can have.
  func checked() throws(InvalidValue) -> String {
    guard Role(rawValue: rawValue) == self else {
      throw InvalidValue(
        "role", rawValue,
        "it must be reader, editor, owner, or a name of letters, digits and hyphens, at most \(Self.nameLength) bytes")
    }
    return rawValue
  }

  private static func isName(_ text: String) -> Bool {
    (1...nameLength).contains(text.utf8.count) && text.first != "-" && known[text.lowercased()] == nil
      && text.unicodeScalars.allSatisfy { $0 == "-" || SearchWords.isInWord($0) }
  }
}

extension Role: Comparable {
  /// Returns true if the first role has fewer permissions. Roles with equal permissions are ordered by name.
  public static func < (one: Role, other: Role) -> Bool { (one.rank, one.rawValue) < (other.rank, other.rawValue) }

  private var rank: Int {
    switch self {
    case .limited: 0
    case .reader: 1
    case .editor: 2
    case .owner: 3
    }
  }
}
