extension BookCatalog {
  /// Returns an engine that refreshes this catalog from sources.
  ///
  /// ```swift
  /// let engine = catalog.syncEngine(sources: [SampleSource()]) { event in
  ///   if case .ended(let report) = event { print(report.source, report.counts.added) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - sources: The sources that the engine may refresh.
  ///   - observer: Called with every event on the thread where it occurs, in order for each source. The refresh waits
  ///     for it to return. ``SyncEngine/events`` delivers the same events without delaying the refresh.
  public func syncEngine(
    sources: [any BookSource], observer: @escaping @Sendable (SyncEvent) -> Void = { _ in }
  ) -> SyncEngine {
    syncEngine(sources: sources, outside: SyncEngine.Outside(observer: observer))
  }

  func syncEngine(sources: [any BookSource], outside: SyncEngine.Outside) -> SyncEngine {
    SyncEngine(sources: sources, database: database, now: now, outside: outside)
  }

  /// Returns the source under which another download of the same export was imported
  /// (``CatalogSnapshot/importSource(of:)``).
  public func importSource(of scan: ImportScan) async throws -> KnownImport? {
    try await read { try $0.importSource(of: scan) }
  }

  /// Returns the source under which a file at this location was imported (``CatalogSnapshot/importSource(at:)``).
  public func importSource(at location: String) async throws -> KnownImport? {
    try await read { try $0.importSource(at: location) }
  }

  /// Imports the records of an input, as one step. Values that the user edited are kept.
  ///
  /// ```swift
  /// let input = try ImportInput(path: "goodreads_library_export.csv")
  /// let report = try await catalog.importRecords(from: input.reader, source: "goodreads")
  /// print("\(report.counts.added) added, \(report.counts.rejected) rejected")
  /// ```
  ///
  /// - Parameters:
  ///   - reader: The reader of the records.
  ///   - source: The name of the source. A second import under the same name updates the books of the first one.
  ///   - location: The path of the input file.
  ///   - scan: The identity of the input, which recognises a later download of the same export
  ///     (``CatalogSnapshot/importSource(of:)``), and the day from which its data is. `nil` if unknown.
  ///   - isDryRun: True to report the effects of the import without changing anything.
  ///   - completer: A service that identifies the books of rows without a title, unless they are already known. If it
  ///     is `nil`, such rows wait.
  ///   - notice: Called for each row that is skipped or imported only in part, with the reason. Throwing an error ends
  ///     the import.
  ///   - progress: Called after each transaction.
  ///   - admit: Called in each transaction with the existing or new source of that name. It throws an error if the
  ///     import must not continue with that source, since another import may have created it in the meantime.
  /// - Throws: ``CatalogError``, or an error thrown by the reader, `notice` or `admit`. Transactions committed before
  ///   the error are kept. A cancelled import does not throw an error; its report says that it was cancelled.
  public func importRecords(
    from reader: any RecordReader, source: String, location: String? = nil, scan: ImportScan? = nil,
    isDryRun: Bool = false,
    completer: (any RecordCompleter)? = nil,
    notice: (ImportNotice) throws -> Void = { _ in }, progress: (ImportProgress) -> Void = { _ in },
    admit: @escaping @Sendable (CatalogSource) throws -> Void = { _ in }
  ) async throws -> ImportReport {
    let name = source.canonicalLine()
    guard !name.isEmpty, name.utf8.count <= 200 else {
      throw InvalidValue("source", source, "a name must have 1 to 200 bytes")
    }
    return try await Importer(database: database, isDryRun: isDryRun, now: now, completer: completer)
      .run(reader, source: name, location: location, scan: scan, admit: admit, notice: notice, progress: progress)
  }
}
