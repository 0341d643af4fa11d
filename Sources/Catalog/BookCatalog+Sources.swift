extension BookCatalog {
  /// Creates an engine that refreshes this catalog from sources.
  ///
  /// ```swift
  /// let engine = catalog.syncEngine(sources: [SampleSource()]) { event in
  ///   if case .ended(let report) = event { print(report.source, report.counts.added) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - sources: The sources that the engine can refresh.
  ///   - observer: Called with every event, on the thread where the event occurs. Events of one source arrive in order.
  ///     A refresh waits until the observer returns. ``SyncEngine/events`` delivers the same events without this delay.
  public func syncEngine(
    sources: [any BookSource], observer: @escaping @Sendable (SyncEvent) -> Void = { _ in }
  ) -> SyncEngine {
    syncEngine(sources: sources, outside: SyncEngine.Outside(observer: observer))
  }

  func syncEngine(sources: [any BookSource], outside: SyncEngine.Outside) -> SyncEngine {
    SyncEngine(sources: sources, database: database, now: now, outside: outside)
  }

  /// Returns the source into which an earlier download of the same export was imported
  /// (``CatalogSnapshot/importSource(of:)``).
  public func importSource(of scan: ImportScan) async throws -> KnownImport? {
    try await read { try $0.importSource(of: scan) }
  }

  /// Returns the source into which the file at a path was imported (``CatalogSnapshot/importSource(at:)``).
  public func importSource(at location: String) async throws -> KnownImport? {
    try await read { try $0.importSource(at: location) }
  }

  /// Imports the records of a file, as one step. Values that the user edited are kept.
  ///
  /// ```swift
  /// let input = try ImportInput(path: "goodreads_library_export.csv")
  /// let report = try await catalog.importRecords(from: input.reader, source: "goodreads")
  /// print("\(report.counts.added) added, \(report.counts.rejected) rejected")
  /// ```
  ///
  /// - Parameters:
  ///   - reader: The reader of the records.
  ///   - source: The name of the source. Importing again under the same name updates the books of the earlier import.
  ///   - location: The path of the file.
  ///   - scan: The identity of the export and the date of its data, or `nil` if unknown. The scan lets the catalog
  ///     recognise another download of the same export later (``CatalogSnapshot/importSource(of:)``).
  ///   - isDryRun: True to report the effects of the import without changing anything.
  ///   - completer: A service that identifies the books of rows without a title, except books that the catalog already
  ///     knows. Without a completer, such rows are not imported until the same file is imported again.
  ///   - notice: Called for each row that is skipped or imported only in part, with the reason. If it throws an error,
  ///     the import ends.
  ///   - progress: Called after each transaction.
  ///   - admit: Called in each transaction with the source of the import. It can throw an error to stop the import, for
  ///     example because another import has created a source with the same name in the meantime.
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
