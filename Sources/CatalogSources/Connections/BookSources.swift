import CatalogModel

/// Creates sources from the descriptions that a catalog stores.
public enum BookSources {
  /// A closure that returns the transport for an address. `user` is the name of the user to log in, or `nil` for no
  /// login.
  public typealias Connect = (_ address: String, _ user: String?) throws -> any HTTPTransport

  /// Creates a refreshable source from a source that a catalog stores.
  ///
  /// ```swift
  /// let sources = try await catalog.sources().compactMap { source in
  ///   try BookSources.make(source) { _, _ in transport }
  /// }
  /// let reports = try await catalog.syncEngine(sources: sources).refresh(RefreshOptions(onlyDue: true))
  /// ```
  ///
  /// - Parameter connect: Returns the transport for a source that uses HTTP. The transport must include the password.
  /// - Returns: The source, or `nil` if it cannot be refreshed here. Books added by hand and imports cannot be
  ///   refreshed, and a source of an app can be refreshed only by that app.
  /// - Throws: `SourceFailure` for a source without an address; errors thrown by `connect`.
  public static func make(_ source: CatalogSource, connect: Connect) throws -> (any BookSource)? {
    try make(
      source.kind, name: source.name, location: source.location, user: source.user, isMine: source.isMine,
      connect: connect
    )
    .map { KnownSource(id: source.id, source: $0) }
  }

  /// Creates a source from its stored properties, as ``make(_:connect:)`` does.
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
        .failed, name, cause: "its address is not known",
        hint: "refresh it in the app that added it, or set its address")
    }
  }
}

/// A source together with its id in the catalog. The id stays the same if the source is renamed.
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
