extension BookCatalog {
  /// The engine that refreshes this catalog from sources.
  ///
  /// - Parameters:
  ///   - sources: what may be refreshed.
  ///   - observer: is told every event where it comes about, none left out and in order for each source; the refresh waits
  ///     for it. ``SyncEngine/events`` tells the same without holding anything up.
  public func syncEngine(
    sources: [any BookSource], observer: @escaping @Sendable (SyncEvent) -> Void = { _ in }
  ) -> SyncEngine {
    syncEngine(sources: sources, outside: SyncEngine.Outside(observer: observer))
  }

  func syncEngine(sources: [any BookSource], outside: SyncEngine.Outside) -> SyncEngine {
    SyncEngine(sources: sources, database: database, now: now, outside: outside)
  }

  /// Returns the source that another download of the same export was imported as (``CatalogSnapshot/importSource(of:)``).
  public func importSource(of scan: ImportScan) async throws -> KnownImport? {
    try await read { try $0.importSource(of: scan) }
  }

  /// Returns the source that a file of this location was imported as (``CatalogSnapshot/importSource(at:)``).
  public func importSource(at location: String) async throws -> KnownImport? {
    try await read { try $0.importSource(at: location) }
  }

  /// Takes the rows of an input into the catalog, as one step. What the user edited stays edited.
  ///
  /// - Parameters:
  ///   - reader: reads the rows.
  ///   - source: the name of the source; a second import under the same name updates what the first one brought.
  ///   - location: the file the rows come from.
  ///   - scan: the identity of the input, by which a later download of the same export is known
  ///     (``CatalogSnapshot/importSource(of:)``), and the day on which it says what it says; `nil` if that is unknown.
  ///   - isDryRun: counts what would happen and changes nothing.
  ///   - completer: is asked which books those rows are that have no title, unless they are known; `nil`: they wait.
  ///   - notice: is given each row that is not taken in, or not whole, with the reason; throwing ends the import.
  ///   - progress: is called after each transaction.
  ///   - admit: is given the source that there is under that name, or that the import has made, in each transaction, and throws where
  ///     the import may not go on with it: another one may have come there meanwhile.
  /// - Throws: ``CatalogError``, or what the reader, `notice` or `admit` throws. What was committed before stands. A cancelled
  ///   import does not throw: its report says so.
  public func importRecords(
    from reader: any RecordReader, source: String, location: String? = nil, scan: ImportScan? = nil,
    isDryRun: Bool = false,
    completer: (any RecordCompleter)? = nil,
    notice: (ImportNotice) throws -> Void = { _ in }, progress: (ImportProgress) -> Void = { _ in },
    admit: @escaping @Sendable (CatalogSource) throws -> Void = { _ in }
  ) async throws -> ImportReport {
    let name = source.canonicalLine()
    guard !name.isEmpty, name.utf8.count <= 200 else {
      throw InvalidValue("source", source, "a name has 1 to 200 bytes")
    }
    return try await Importer(database: database, isDryRun: isDryRun, now: now, completer: completer)
      .run(reader, source: name, location: location, scan: scan, admit: admit, notice: notice, progress: progress)
  }
}
