import CatalogModel

/// The role of an account, which determines its permissions. Each predefined role has all permissions of the roles
/// before it.
public enum Role: Sendable, Hashable, RawRepresentable {
  /// Permits reading some of the books, without showing that other books exist. The server's configuration determines
  /// which books. If the configuration does not contain the role, no books can be read.
  case limited(String)
  /// Permits reading all books.
  case reader
  /// Permits changing the book data that everyone sees.
  case editor
  /// Permits everything, as for the owner of the catalog.
  case owner

  /// The predefined roles by name.
  private static let known: [String: Role] = ["reader": .reader, "editor": .editor, "owner": .owner]
  /// The maximum length of a role's name, in bytes of UTF-8.
  private static let nameLength = 50

  /// Creates the role with the given name. The name of a limited role consists of letters, digits and hyphens, at most
  /// 50 bytes. It must differ from the names of predefined roles in more than case.
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

  /// Creates a role from its stored name. If the name is invalid, because another program has written it, the role has
  /// no permissions.
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

  /// Returns the name to store for the role.
  ///
  /// - Throws: ``InvalidValue`` if no role can have the name.
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
  /// Returns true if the first role has fewer permissions. If both have the same permissions, they are ordered by name.
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
