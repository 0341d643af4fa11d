import CSQLite

extension Connection {
  /// Runs the body in a transaction. The transaction is committed when the body returns, and rolled back when the body
  /// throws an error.
  ///
  /// - Parameters:
  ///   - begin: `BEGIN IMMEDIATE` for writing, which waits for other writers before anything is read. `BEGIN` for
  ///     several reads in one consistent view of the catalog.
  ///   - origin: The person and command of the transaction.
  func transaction<Result>(
    _ begin: String = "BEGIN IMMEDIATE", for origin: TransactionOrigin = TransactionOrigin(),
    _ body: () throws -> Result
  ) throws -> Result {
    try run(begin)
    let rowsBefore = totalChanges
    self.origin = origin
    defer { self.origin = TransactionOrigin() }
    do {
      let result = try body()
      for attachment in attached { try attachment.willCommit(self) }
      try requireFileInPlace()
      try run("COMMIT")
      for attachment in attached { attachment.didCommit() }
      if totalChanges != rowsBefore { committed() }
      return result
    } catch {
      takeBack()
      throw error
    }
  }

  /// Throws an error if the file was moved or deleted, because the changes would then be lost (SQLITE_FCNTL_HAS_MOVED,
  /// sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
  private func requireFileInPlace() throws {
    guard sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE else { return }
    var hasMoved: Int32 = 0
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK, hasMoved != 0 else {
      return
    }
    throw CatalogError.fileIsMissing("write", path)
  }

  /// Rolls back the current transaction.
  func takeBack() {
    for attachment in attached { attachment.didRollBack() }
    // After some errors, SQLite has already rolled back the transaction (sqlite.org/lang_transaction.html, 3).
    if isInTransaction { try? runScript("ROLLBACK") }
  }
}

extension Connection {
  /// Makes the current access ignore cancellation from now on. Used when the main work of the access is done.
  func ignoreCancellation() {
    sqlite3_progress_handler(handle, 0, nil, nil)
    cancellation = nil
  }

  /// Runs the body of an access that can be cancelled. On cancellation, the running statement stops with an error.
  /// Cancellation uses a progress handler that reads the access's own flag, because `sqlite3_interrupt` could stop a
  /// statement of the next access instead.
  func access<Result>(_ cancellation: AccessCancellation?, _ body: () throws -> Result) throws -> Result {
    guard let cancellation else { return try body() }
    try cancellation.check(path)
    self.cancellation = cancellation
    sqlite3_progress_handler(
      handle, 1_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<AccessCancellation>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
      }, Unmanaged.passUnretained(cancellation).toOpaque())
    defer { ignoreCancellation() }
    do {
      return try body()
    } catch let error as CatalogError where error.code == .busy && cancellation.isCancelled {
      throw cancellation.error(path)
    }
  }
}
