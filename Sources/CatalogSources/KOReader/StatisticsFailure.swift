import CSQLite
import CatalogModel

extension SQLiteConnection.Failure {
  /// Returns the failure as a failure of a KOReader source.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  func sourceFailure(ofStatistics path: String) throws -> SourceFailure {
    let remedy = "open the statistics in KOReader once, or use a backup of the file"
    switch primaryCode {
    case SQLITE_INTERRUPT: throw CancellationError()
    case SQLITE_PERM, SQLITE_AUTH: return SourceFailure(.denied, path, cause: message)
    case SQLITE_NOTADB:
      return SourceFailure(.nonsense, path, cause: "it is not an SQLite database, so it does not come from KOReader")
    case SQLITE_CORRUPT: return SourceFailure(.nonsense, path, cause: "it is damaged (\(message))", hint: remedy)
    case SQLITE_ERROR:
      return SourceFailure(.nonsense, path, cause: "it does not have the tables of KOReader's statistics (\(message))")
    case SQLITE_NOMEM: return SourceFailure(.tooLarge, path, cause: "there is not enough memory to read it")
    case SQLITE_TOOBIG: return SourceFailure(.tooLarge, path, cause: "a value in it is too long")
    default: return SourceFailure(.failed, path, cause: "cannot read it: \(reason)")
    }
  }
}
