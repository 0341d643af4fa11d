import CSQLite
import CatalogDatabase
import CatalogModel

/// The words in which errors describe a database of another program.
struct ForeignFormat {
  /// The program that writes the database.
  let program: String
  /// The database, such as “a calibre library”.
  let database: String
  /// The hint for a damaged file.
  let damageHint: String
  /// The hint for a file whose last change the program did not complete, or `nil` if the source completes it itself.
  var unfinishedHint: String?

  /// Converts an error of SQLite to a failure of the source.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  func failure(_ failure: SQLiteFailure, in path: String) throws -> SourceFailure {
    let message = failure.message
    switch failure.primaryCode {
    case SQLITE_INTERRUPT: throw CancellationError()
    case SQLITE_BUSY: return SourceFailure(.busy, path, cause: "\(program) is writing to it")
    case SQLITE_READONLY where unfinishedHint != nil, SQLITE_CANTOPEN where unfinishedHint != nil:
      // A remaining journal must be rolled back before reading, which a read-only connection cannot do.
      return SourceFailure(
        .failed, path, cause: "\(program) stopped in the middle of a change", hint: unfinishedHint)
    case SQLITE_PERM, SQLITE_AUTH: return SourceFailure(.denied, path, cause: message)
    case SQLITE_NOTADB:
      return SourceFailure(.malformed, path, cause: "it is not an SQLite database, so it is not \(database)")
    case SQLITE_CORRUPT: return SourceFailure(.malformed, path, cause: "it is damaged (\(message))", hint: damageHint)
    case SQLITE_ERROR:
      return SourceFailure(.malformed, path, cause: "it does not have the tables of \(database) (\(message))")
    case SQLITE_NOMEM: return SourceFailure(.tooLarge, path, cause: "there is not enough memory to read it")
    case SQLITE_TOOBIG: return SourceFailure(.tooLarge, path, cause: "a value in it is too long")
    default: return SourceFailure(.failed, path, cause: "cannot read it: \(message)")
    }
  }
}
