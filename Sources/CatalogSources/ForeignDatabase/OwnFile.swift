import CSQLite
import CatalogDatabase
import CatalogModel
import Platform

extension SQLiteFailure {
  /// Returns the error for a file that the system cannot open.
  static func cannotOpen(_ systemCode: Int32) -> Self {
    Self(code: SQLITE_CANTOPEN, message: SystemError.words(systemCode), systemCode: systemCode)
  }

  /// Converts the error to an error about one of this program's own files.
  ///
  /// - Parameters:
  ///   - operation: The operation that failed, such as `read`.
  ///   - hint: The hint for a damaged file.
  func catalogError(_ operation: String, _ path: String, hint: String? = nil) -> CatalogError {
    switch primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED:
      CatalogError(.busy, operation, path, cause: "another process is using it", hint: "wait until it finishes")
    case SQLITE_NOTADB, SQLITE_CORRUPT:
      CatalogError(
        .damaged, operation, path, cause: "it is damaged, or was not created by Catalog (\(message))", hint: hint)
    // The error of a catalog would recommend its repair.
    case SQLITE_ERROR: CatalogError(.failed, operation, path, cause: message)
    case SQLITE_CANTOPEN where systemCode != 0: PrivateFile.failure(operation, path, systemCode)
    default: CatalogError(sqlite: self, operation: operation, subject: path)
    }
  }
}
