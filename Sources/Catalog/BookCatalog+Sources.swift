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
  ///   - observer: Called with every event, on the thread where the event occurs. Events of one source arrive in order.
  ///     The refresh waits until the call returns; ``SyncEngine/events`` delivers the same events without delaying it.
  public func syncEngine(
    sources: [any BookSource], observer: @escaping @Sendable (SyncEvent) -> Void = { _ in }
  ) -> SyncEngine {
    syncEngine(sources: sources, outside: SyncEngine.Outside(observer: observer))
  }

  func syncEngine(sources: [any BookSource], outside: SyncEngine.Outside) -> SyncEngine {
    SyncEngine(sources: sources, database: database, now: now, outside: outside)
  }

  /// Returns the source into which another download of the same export was imported
  /// (``CatalogSnapshot/importSource(of:)``).
  public func importSource(of scan: ImportScan) async throws -> KnownImport? {
    try await read { try $0.importSource(of: scan) }
  }

  /// Returns the source into which the file at a location was imported (``CatalogSnapshot/importSource(at:)``).
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
  ///   - source: The name of the source. A second import under the same name updates the books of the first import.
  ///   - location: The path of the input file.
  ///   - scan: The identity of the input, by which a later download of the same export is recognised
  ///     (``CatalogSnapshot/importSource(of:)``), and the date of its data. `nil` if unknown.
  ///   - isDryRun: True to report the effects of the import without changing anything.
  ///   - completer: A service that finds the books of rows without a title, unless the catalog already knows those
  ///     books. Without a completer, such rows wait until the same input is imported again.
  ///   - notice: Called for each row that is skipped or imported only in part, with the reason. Throwing an error ends
  ///     the import.
  ///   - progress: Called after each transaction.
  ///   - admit: Called in each transaction with the source that the import writes to. It throws an error to stop the
  ///     import, for example because another import has created a source of that name in the meantime.
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
