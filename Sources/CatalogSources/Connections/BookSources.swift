import CatalogModel

/// Makes the sources that a catalog knows.
public enum BookSources {
  /// Gives the transport for an address and the name to log in with there, which is `nil` where nobody logs in.
  public typealias Connect = (_ address: String, _ user: String?) throws -> any HTTPTransport

  /// The source that refreshes from where a stored one is.
  ///
  /// - Parameter connect: is called for sources that speak HTTP; it knows the passwords.
  /// - Returns: `nil` for books added by hand and for imports, which are not refreshed, and for an app's own source, which
  ///   that app alone can refresh.
  /// - Throws: `SourceFailure` for a source without an address, or what `connect` throws.
  public static func make(_ source: CatalogSource, connect: Connect) throws -> (any BookSource)? {
    try make(
      source.kind, name: source.name, location: source.location, user: source.user, isMine: source.isMine,
      connect: connect
    )
    .map { KnownSource(id: source.id, source: $0) }
  }

  /// The same of the parts of a source.
  public static func make(
    _ kind: CatalogSource.Kind, name: String, location: String?, user: String? = nil, isMine: Bool? = nil,
    connect: Connect
  ) throws -> (any BookSource)? {
    switch (kind, location) {
    case (.local, _), (.import, _), (.app, _): return nil
    case (.samples, _): return SampleSource(name: name)
    case (.file, let path?): return FileSource(name: name, path: path)
    case (.calibreLibrary, let path?):
      return CalibreLibrarySource(name: name, path: path, isMine: isMine ?? kind.isMine)
    case (.folder, let path?): return FolderSource(name: name, path: path)
    case (.koreader, let path?): return KOReaderSource(name: name, path: path)
    case (.feed, let address?):
      return FeedSource(name: name, address: address, transport: try connect(address, user))
    case (.calibre, let address?):
      return CalibreSource(
        name: name, address: address, transport: try connect(address, user), isMine: isMine ?? kind.isMine)
    case (.opds, let address?):
      return OPDSSource(name: name, url: address, transport: try connect(address, user))
    case (.file, nil), (.folder, nil), (.koreader, nil), (.calibreLibrary, nil), (.feed, nil), (.calibre, nil),
      (.opds, nil):
      throw SourceFailure(
        .failed, name, cause: "the catalog does not know where it is",
        hint: "the app that brought it can refresh it; else give it an address")
    }
  }
}

/// A source as a catalog knows it: by its number, whatever it is called meanwhile.
private struct KnownSource: BookSource {
  let id: CatalogSource.ID
  let source: any BookSource

  var sourceID: CatalogSource.ID? { id }
  var name: String { source.name }
  var kind: CatalogSource.Kind { source.kind }
  var decoderVersion: Int { source.decoderVersion }

  func page(_ request: SourceRequest) async throws -> SourceAnswer { try await source.page(request) }

  func record(from payload: [UInt8]) throws -> SourceRecord? { try source.record(from: payload) }
}
