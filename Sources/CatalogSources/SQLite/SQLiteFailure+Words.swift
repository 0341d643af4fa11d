import CSQLite
import CatalogModel
import Platform

extension SQLiteConnection.Failure {
  /// Converts the error to an error about one of this program's own files.
  ///
  /// - Parameters:
  ///   - operation: The operation that failed, such as `read`.
  ///   - hint: The hint for a damaged file.
  func catalogError(_ operation: String, _ path: String, hint: String? = nil) -> CatalogError {
    switch primaryCode {
    case SQLITE_FULL: CatalogError(.diskFull, operation, path, cause: "the disk is full")
    case SQLITE_BUSY, SQLITE_LOCKED:
      CatalogError(.busy, operation, path, cause: "another process is using it", hint: "wait until it finishes")
    case SQLITE_NOTADB, SQLITE_CORRUPT:
      CatalogError(
        .damaged, operation, path, cause: "it is damaged, or was not created by Catalog (\(message))", hint: hint)
    case SQLITE_CANTOPEN where systemCode != 0: PrivateFile.failure(operation, path, systemCode)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      CatalogError(.permissionDenied, operation, path, cause: message)
    default: CatalogError(.failed, operation, path, cause: message)
    }
  }
}
