import CSQLite
import CatalogModel

/// An error of SQLite.
package struct SQLiteFailure: Error {
  /// An extended result code (sqlite.org/rescode.html).
  package let code: Int32
  /// SQLite's error message, or the standard text for the code.
  package let message: String
  /// The statement that failed, or `nil` if another call failed.
  package let sql: String?
  /// The value of `errno` if a system call failed.
  package let systemCode: Int32

  /// Creates an error.
  ///
  /// - Parameter message: SQLite's error message. If it is empty, the standard text for the code is used.
  package init(code: Int32, message: String = "", sql: String? = nil, systemCode: Int32 = 0) {
    self.code = code
    self.message = message.isEmpty ? String(cString: sqlite3_errstr(code)) : message
    self.sql = sql
    self.systemCode = systemCode
  }

  /// Returns the error for a table that is missing.
  package static func noTable(_ name: String) -> Self { Self(code: SQLITE_ERROR, message: "no such table: \(name)") }

  /// The primary result code.
  package var primaryCode: Int32 { code & 0xFF }
  /// True if the database lacks the requested tables or columns.
  package var isOfSchema: Bool { primaryCode == SQLITE_ERROR }
  /// True if the file is not a database, is damaged, or contains other tables.
  package var isOfContents: Bool { isOfSchema || primaryCode == SQLITE_NOTADB || primaryCode == SQLITE_CORRUPT }
  /// True if the task was cancelled.
  package var isCancellation: Bool { primaryCode == SQLITE_INTERRUPT }
}

extension CatalogError {
  /// Creates the error for an error of SQLite.
  package init(sqlite failure: SQLiteFailure, operation: String, subject: String) {
    let words = failure.message
    // An unknown error is probably in the library's SQL, so the message includes the statement for developers.
    let statement = failure.sql.map { ", in “\($0.prefix(200))”" } ?? ""
    func error(_ code: Code, _ cause: String, _ hint: String? = nil, remedy: Remedy? = nil) -> CatalogError {
      CatalogError(code, operation, subject, cause: cause, hint: hint, remedy: remedy)
    }
    switch failure.primaryCode {
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
    case SQLITE_READONLY where failure.code == SQLiteFailure.movedFile:
      self = .fileIsMissing("write", subject)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      self = error(.permissionDenied, "the file or its folder cannot be written", "check its permissions")
    case SQLITE_CANTOPEN:
      self = error(.permissionDenied, "the file cannot be opened (\(words))", "check its path and permissions")
    case SQLITE_INTERRUPT:
      self = error(.cancelled, "the access was cancelled")
    case SQLITE_IOERR:
      self = error(
        .failed, "reading or writing the disk failed (\(words))\(statement)", "check the disk and its free space")
    default:
      self = error(.failed, words + statement)
    }
  }
}

extension SQLiteFailure {
  /// The result code SQLITE_READONLY_DBMOVED, which Swift cannot import: the file was moved or deleted.
  package static let movedFile = SQLITE_READONLY | 4 << 8
}
