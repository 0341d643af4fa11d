import CatalogModel

/// What somebody may do with a catalog that is served; of those with a name of ours, each may do what those before may.
public enum Role: Sendable, Hashable, RawRepresentable {
  /// Reads some of the books, and is not told that there are others. Which these are is said to the server, by this name; where it was
  /// not told of it, they are none.
  case limited(String)
  /// Reads.
  case reader
  /// Changes what all see of books.
  case editor
  /// Does all that can be done: the catalog is theirs.
  case owner

  /// Those that every server knows, by their names.
  private static let known: [String: Role] = ["reader": .reader, "editor": .editor, "owner": .owner]
  /// How long a name is at most, in bytes of UTF-8.
  private static let nameLength = 50

  /// The role of a name: one of ours, or of letters, digits and hyphens, at most 50 bytes, that no other case makes one of ours.
  ///
  /// - Returns: `nil` for any other text.
  public init?(rawValue name: String) {
    if let known = Self.known[name] {
      self = known
    } else if Self.isName(name) {
      self = .limited(name)
    } else {
      return nil
    }
  }

  /// The role of a name as the file has it. What another program may have written there gives no rights.
  init(stored name: String) { self = Role(rawValue: name) ?? .limited(name) }

  /// Its name.
  public var rawValue: String {
    switch self {
    case .limited(let name): name
    case .reader: "reader"
    case .editor: "editor"
    case .owner: "owner"
    }
  }

  /// The name under which it is stored.
  ///
  /// - Throws: ``InvalidValue`` for a name that no role can have.
  func checked() throws(InvalidValue) -> String {
    guard Role(rawValue: rawValue) == self else {
      throw InvalidValue(
        "role", rawValue,
        "it is reader, editor, owner, or another name of letters, digits and hyphens, at most \(Self.nameLength) bytes")
    }
    return rawValue
  }

  private static func isName(_ text: String) -> Bool {
    (1...nameLength).contains(text.utf8.count) && text.first != "-" && known[text.lowercased()] == nil
      && text.unicodeScalars.allSatisfy { $0 == "-" || SearchWords.isInWord($0) }
  }
}

extension Role: Comparable {
  /// Whether one may do less than the other; of those that may do the same, by their names.
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
