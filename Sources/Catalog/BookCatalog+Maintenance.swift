import FoundationEssentials

extension BookCatalog {
  /// Examines the whole catalog, and with `repair` makes anew what is derived, and derives what a load has left.
  public func check(repair: Bool = false) throws -> CheckReport {
    let time = now()
    func examine() throws -> CheckReport { try database.examine { try CatalogCheck(connection: $0, now: time).run() } }
    var report = try examine()
    guard repair, !report.findings.isEmpty || report.isUnfinished else { return report }
    if report.findings.isEmpty {
      _ = try database.inBatches(DerivedCatchUp(now: now))
      // What no load can have left shows only now.
      report.findings = try examine().findings
      report.isRepaired = report.findings.isEmpty
    }
    guard !report.findings.isEmpty, report.findings.allSatisfy(\.isRepairable) else { return report }
    try database.write { try CatalogRepair(connection: $0, now: time).run() }
    report.isRepaired = try examine().findings.isEmpty
    return report
  }

  /// The same, on a thread of its own. Once begun it goes on to its end, also when the task is cancelled.
  public func check(repair: Bool = false) async throws -> CheckReport {
    try await BlockingWork.run { try self.check(repair: repair) }
  }

  /// Counts the books that search does not know yet, at most, since a load was stopped before its end or the catalog was
  /// made by an earlier version; 0 while a load is under way, which indexes them itself, and where nothing can be written.
  public func unindexedBooks() throws -> Int {
    guard !isReadOnly else { return 0 }
    let time = now()
    return try database.read { connection in
      let pending = DerivedPending(connection: connection)
      return try pending.isEmpty || pending.isUnderWay(now: time) ? 0 : pending.count()
    }
  }

  /// Indexes the books that search does not know yet, in short transactions: others read and write meanwhile. Stopped before
  /// its end, it goes on from there the next time.
  ///
  /// - Parameter progress: is called now and then, with how many books are left at most.
  /// - Throws: ``CatalogError`` when the catalog cannot be written.
  public func finishIndexing(_ progress: (_ left: Int) -> Void = { _ in }) throws {
    _ = try database.inBatches(DerivedCatchUp(now: now)) {
      progress(try database.read { try DerivedPending(connection: $0).count() })
    }
  }

  /// Copies the catalog with everything in it into a new file, while others read and write. The file has its name once
  /// it is whole.
  ///
  /// - Throws: ``CatalogError/Code/inTheWay`` when the file exists.
  public func backup(to path: String) throws {
    try database.copy(to: path)
  }

  /// The same, on a thread of the catalog's own; cancelling the task before the end leaves no file.
  public func backup(to path: String) async throws {
    try await database.copy(to: path)
  }

  /// Puts the contents of a backup in the place of this catalog's, which are first copied beside it. Nobody else can write
  /// meanwhile: what others have written before is in the copy, and who waits for longer than its patience is told that the
  /// catalog is busy. A refresh, an import or an undo under way ends with ``CatalogError/Code/restored``.
  ///
  /// - Returns: the path of the copy of what was there; `nil` where nothing was ever there.
  /// - Throws: ``CatalogError`` when the backup is damaged, newer or no catalog; nothing was changed then.
  @discardableResult
  public func restore(from path: String) throws -> String? {
    let time = now()
    return try database.withWriter { try Restore.run(path, into: $0, now: time) }
  }

  /// The same, on a thread of the catalog's own; cancelling the task before the end leaves the catalog as it was.
  @discardableResult
  public func restore(from path: String) async throws -> String? {
    let time = now()
    return try await database.withWriter { try Restore.run(path, into: $0, now: time) }
  }
}
