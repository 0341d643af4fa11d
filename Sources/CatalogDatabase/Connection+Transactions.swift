import CSQLite

extension Connection {
  /// Runs the body in a transaction. The transaction is committed when the body returns, and rolled back when the body
  /// throws an error.
  ///
  /// - Parameters:
  ///   - begin: `BEGIN IMMEDIATE` for writing, which waits for other writers before anything is read. `BEGIN` for
  ///     several reads in one consistent view of the catalog.
  @inlinable
  package func transaction<Result>(
    _ begin: String = "BEGIN IMMEDIATE", _ body: () throws -> Result
  ) throws -> Result {
    try run(begin)
    let rowsBefore = totalChanges
    do {
      let result = try body()
      try commit(rowsBefore: rowsBefore)
      return result
    } catch {
      takeBack()
      throw error
    }
  }

  @usableFromInline
  func commit(rowsBefore: Int) throws {
    for attachment in attached { try attachment.willCommit(self) }
    try requireFileInPlace()
    try run("COMMIT")
    for attachment in attached { attachment.didCommit() }
    if totalChanges != rowsBefore { committed() }
  }

  /// Throws an error if the file was moved or deleted, because the changes would then be lost (SQLITE_FCNTL_HAS_MOVED,
  /// sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
  private func requireFileInPlace() throws {
    guard sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE else { return }
    var hasMoved: Int32 = 0
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK, hasMoved != 0 else {
      return
    }
    throw failure(SQLiteFailure.movedFile)
  }

  /// Rolls back the current transaction.
  package func takeBack() {
    for attachment in attached { attachment.didRollBack() }
    // After some errors, SQLite has already rolled back the transaction (sqlite.org/lang_transaction.html, 3).
    if isInTransaction { try? runScript("ROLLBACK") }
  }
}
