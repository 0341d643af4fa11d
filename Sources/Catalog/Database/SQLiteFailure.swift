import CSQLite

extension CatalogError {
  /// Creates the error for a result code of SQLite (sqlite.org/rescode.html).
  ///
  /// - Parameters:
  ///   - result: A primary or extended result code.
  ///   - message: SQLite's error message. If it is empty, the standard text for the code is used.
  init(sqlite result: Int32, message: String, operation: String, subject: String) {
    let words = message.isEmpty ? String(cString: sqlite3_errstr(result)) : message
    func error(_ code: Code, _ cause: String, _ hint: String? = nil, remedy: Remedy? = nil) -> CatalogError {
      CatalogError(code, operation, subject, cause: cause, hint: hint, remedy: remedy)
    }
    switch result & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      self = error(.busy, "another process is writing to it", "try again in a moment")
    case SQLITE_NOTADB:
      self = error(.damaged, "the file is not a SQLite database", remedy: .chooseAnotherFile)
    case SQLITE_CORRUPT:
      self = error(.damaged, "the file is damaged (\(words))", remedy: .restoreBackup)
    case SQLITE_ERROR
    where words.hasPrefix("no such table: ") || words.hasPrefix("no such column: ")
      || words.hasSuffix(" because it is a view"):
      // An intact catalog has all tables and columns that the library's SQL uses. If some are missing, a repair can
      // rebuild many of them.
      self = error(.damaged, "the file is damaged (\(words))", remedy: .repair)
    case SQLITE_FULL:
      self = error(.diskFull, "the disk is full", "free some space and try again")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      self = error(.permissionDenied, "the file or its folder cannot be written", "check its permissions")
    case SQLITE_CANTOPEN:
      self = error(.permissionDenied, "the file cannot be opened (\(words))", "check its path and permissions")
    case SQLITE_INTERRUPT:
      self = error(.cancelled, "the access was cancelled")
    case SQLITE_IOERR:
      self = error(.failed, "reading or writing the disk failed (\(words))", "check the disk and its free space")
    default:
      self = error(.failed, words)
    }
  }
}
