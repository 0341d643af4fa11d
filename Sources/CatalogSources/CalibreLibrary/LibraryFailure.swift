import CSQLite
import CatalogModel

extension SQLiteConnection.Failure {
  /// Converts the error to a failure of the source.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  func sourceFailure(of path: String) throws -> SourceFailure {
    switch primaryCode {
    case SQLITE_INTERRUPT: throw CancellationError()
    case SQLITE_BUSY: return SourceFailure(.busy, path, cause: "calibre is writing to it")
    case SQLITE_READONLY, SQLITE_CANTOPEN:
      // A remaining journal must be rolled back before reading, which a read-only connection cannot do.
      return SourceFailure(
        .failed, path, cause: "calibre stopped in the middle of a change", hint: "open the library in calibre once")
    case SQLITE_PERM, SQLITE_AUTH: return SourceFailure(.denied, path, cause: message)
    case SQLITE_NOTADB:
      return SourceFailure(.nonsense, path, cause: "it is not an SQLite database, so it is not a calibre library")
    case SQLITE_CORRUPT:
      return SourceFailure(
        .nonsense, path, cause: "it is damaged (\(message))", hint: "have calibre check or restore the library")
    case SQLITE_ERROR:
      return SourceFailure(.nonsense, path, cause: "it does not have the tables of a calibre library (\(message))")
    case SQLITE_NOMEM: return SourceFailure(.tooLarge, path, cause: "there is not enough memory to read it")
    case SQLITE_TOOBIG: return SourceFailure(.tooLarge, path, cause: "a value in it is too long")
    default: return SourceFailure(.failed, path, cause: "cannot read it: \(reason)")
    }
  }
}
