/// A source of books in a catalog.
public struct CatalogSource: Sendable, Hashable, Identifiable {
  /// The number of a source in its catalog.
  @frozen public struct ID: NumericID {
    /// The number as it is stored in the file.
    public let rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The kind of a source. The raw values are stored in the file.
  public enum Kind: String, Sendable {
    /// Books added by hand.
    case local
    /// A file that the user imported.
    case `import`
    /// The books that come with the program.
    case samples
    /// A feed in the catalog's own protocol (docs/feed-protocol.md).
    case feed
    /// An OPDS catalog.
    case opds
    /// A calibre content server.
    case calibre
    /// A calibre library on disk.
    case calibreLibrary = "calibre-library"
    /// A file or a folder that is read again when it changes.
    case file
    /// A folder of e-books that is read again when it changes.
    case folder
    /// The reading statistics of KOReader.
    case koreader
    /// An app's own source, which no other program can refresh. The default for a ``BookSource``.
    case app

    /// True if a new source of this kind counts as the user's own source by default.
    package var isMine: Bool { self == .import || self == .calibreLibrary || self == .koreader }
  }

  /// The refresh status of a source. The raw values are stored in the file.
  public enum State: Int64, Sendable {
    /// The source is refreshed.
    case active = 0
    /// The source is not refreshed until the user resumes it.
    case paused = 1
    /// The user removed the source.
    case removed = 2
  }

  /// The source's number in this catalog.
  public let id: ID
  /// The name by which people refer to the source. It is unique within a catalog.
  public package(set) var name: String
  /// The kind of source.
  public let kind: Kind
  /// The file of an import, or the address of a server without credentials.
  public package(set) var location: String?
  package let precedence: Int64
  /// The user name for logging in.
  public package(set) var user: String?
  /// The interval between refreshes, in whole seconds; `nil` if the source is refreshed only on request.
  public package(set) var every: Duration?
  /// The refresh status of the source.
  public package(set) var state = State.active
  /// True if this is the user's own source. Until the user sets a personal field in the catalog, such as a rating, the
  /// source's value counts as the user's value.
  public package(set) var isMine: Bool

  package init(
    id: ID, name: String, kind: Kind, location: String? = nil, precedence: Int64, user: String? = nil,
    every: Duration? = nil, state: State = State.active, isMine: Bool? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.location = location
    self.precedence = precedence
    self.user = user
    self.every = every
    self.state = state
    self.isMine = isMine ?? kind.isMine
  }

  /// True if the source can be refreshed. Imports and books added by hand cannot.
  public var isRefreshed: Bool { kind != .local && kind != .import }

  /// Returns true if a name refers to this source, regardless of case.
  package func isCalled(_ name: String) -> Bool { self.name == name || self.name.lowercased() == name.lowercased() }
}
