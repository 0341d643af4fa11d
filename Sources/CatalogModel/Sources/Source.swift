/// A source that books come from.
public struct CatalogSource: Sendable, Hashable, Identifiable {
  /// The number of a source in its catalog.
  @frozen public struct ID: NumericID {
    /// The number, as it stands in the file.
    public let rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The kind of a source. The raw values are the ones in the file.
  public enum Kind: String, Sendable {
    /// Books added by hand.
    case local
    /// A file the user imported.
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
    /// An app's own, which no other program can refresh: what a ``BookSource`` is that says nothing else.
    case app

    /// Whether a new source of this kind is the user's own unless the user says otherwise.
    package var isMine: Bool { self == .import || self == .calibreLibrary || self == .koreader }
  }

  /// Whether a source takes part in refreshes. The raw values are the ones in the file.
  public enum State: Int64, Sendable {
    /// It does.
    case active = 0
    /// It does not, until it is told to go on.
    case paused = 1
    /// The user removed it.
    case removed = 2
  }

  /// The source's number in this catalog.
  public let id: ID
  /// The name people know it by; no two sources of a catalog share one.
  public package(set) var name: String
  /// The kind of source.
  public let kind: Kind
  /// The file of an import, the address of a server: without credentials.
  public package(set) var location: String?
  package let precedence: Int64
  /// The name to log in with.
  public package(set) var user: String?
  /// The time between two refreshes, in whole seconds; `nil` for one that is refreshed when asked only.
  public package(set) var every: Duration?
  /// Whether it takes part in refreshes.
  public package(set) var state = State.active
  /// Whether it is the user's own: then what it says of personal fields is the user's word, as long as the user has said
  /// nothing of them.
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

  /// Whether it is refreshed; what the user imports or adds by hand is not.
  public var isRefreshed: Bool { kind != .local && kind != .import }

  /// Whether people mean this source by a name, whatever the case.
  package func isCalled(_ name: String) -> Bool { self.name == name || self.name.lowercased() == name.lowercased() }
}
