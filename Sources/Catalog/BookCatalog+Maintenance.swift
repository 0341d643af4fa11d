import FoundationEssentials

extension BookCatalog {
  /// Checks the whole catalog. If `repair` is true, also repairs the problems that can be repaired, and completes the
  /// work that an interrupted load left unfinished.
  public func check(repair: Bool = false) throws -> CheckReport {
    let time = now()
    func examine() throws -> CheckReport { try database.examine { try CatalogCheck(connection: $0, now: time).run() } }
    var report = try examine()
    guard repair, !report.findings.isEmpty || report.isUnfinished else { return report }
    if report.findings.isEmpty {
      _ = try database.inBatches(DerivedCatchUp(now: now))
      // The catalog is checked again, because some problems are reported only when indexing is complete. An interrupted
      // load can cause the same symptoms before that.
      report.findings = try examine().findings
      report.isRepaired = report.findings.isEmpty
    }
    guard !report.findings.isEmpty, report.findings.allSatisfy(\.isRepairable) else { return report }
    try database.write { try CatalogRepair(connection: $0, now: time).run() }
    report.isRepaired = try examine().findings.isEmpty
    return report
  }

  /// Checks the whole catalog and, on request, repairs it. Runs on a separate thread, to its end even if the task is
  /// cancelled.
  ///
  /// ```swift
  /// let report = try await catalog.check(repair: true)
  /// for finding in report.findings { print(finding.message) }
  /// ```
  public func check(repair: Bool = false) async throws -> CheckReport {
    try await BlockingWork.run { try self.check(repair: repair) }
  }

  /// Returns an upper bound for the number of books that are not in the search index. Books can be missing from the
  /// index if a load was interrupted, or if an earlier version created the catalog. While a load is running, the result
  /// is 0, because the load indexes its own books. The result is also 0 for read-only catalogs.
  public func unindexedBooks() throws -> Int {
    guard !isReadOnly else { return 0 }
    let time = now()
    return try database.read { connection in
      let pending = DerivedPending(connection: connection)
      return try pending.isEmpty || pending.isUnderWay(now: time) ? 0 : pending.count()
    }
  }

  /// Indexes books that are not in the search index yet. Runs in short transactions, so that others can write in
  /// between. If the method is interrupted, the next call continues where it stopped.
  ///
  /// ```swift
  /// try catalog.finishIndexing { left in print("\(left) books left") }
  /// ```
  ///
  /// - Parameter progress: Called repeatedly with an upper bound for the number of books left.
  /// - Throws: ``CatalogError`` if the catalog cannot be written.
  public func finishIndexing(_ progress: (_ left: Int) -> Void = { _ in }) throws {
    _ = try database.inBatches(DerivedCatchUp(now: now)) {
      progress(try database.read { try DerivedPending(connection: $0).count() })
    }
  }

  /// Copies the whole catalog into a new file. Others can read and write in the meantime. The new file appears under
  /// the given path only when the copy is complete.
  ///
  /// - Throws: ``CatalogError/Code/inTheWay`` if the file exists.
  public func backup(to path: String) throws {
    try database.copy(to: path)
  }

  /// Copies the whole catalog into a new file, on one of the catalog's own threads. If the task is cancelled before the
  /// end, no file is created.
  ///
  /// ```swift
  /// try await catalog.backup(to: "/backups/books-2026-03-01.db")
  /// ```
  public func backup(to path: String) async throws {
    try await database.copy(to: path)
  }

  /// Replaces the contents of this catalog with those of a backup. The current contents are first saved as a copy next
  /// to the file. Nobody else can write until the method returns, so the copy contains all earlier changes. A writer
  /// that waits longer than its ``Options/patience`` gets an error because the catalog is busy. A refresh, import or
  /// undo in progress ends with ``CatalogError/Code/restored``.
  ///
  /// - Returns: The path of the copy of the previous contents, or `nil` if the catalog was never used.
  /// - Throws: ``CatalogError`` if the backup is damaged, from a newer version or not a catalog. In that case, nothing
  ///   is changed.
  @discardableResult
  public func restore(from path: String) throws -> String? {
    let time = now()
    return try database.withWriter { try Restore.run(path, into: $0, now: time) }
  }

  /// Replaces the contents of this catalog with those of a backup, on one of the catalog's own threads. If the task is
  /// cancelled before the end, the catalog is unchanged.
  ///
  /// ```swift
  /// if let copy = try await catalog.restore(from: "/backups/books-2026-03-01.db") {
  ///   print("The previous contents are in \(copy).")
  /// }
  /// ```
  @discardableResult
  public func restore(from path: String) async throws -> String? {
    let time = now()
    return try await database.withWriter { try Restore.run(path, into: $0, now: time) }
  }
}
