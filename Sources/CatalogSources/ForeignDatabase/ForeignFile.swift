import CSQLite
import CatalogDatabase
import CatalogModel
import Platform

/// Another program's SQLite database file, opened so that it can be copied.
///
/// All reads use SQLite's own descriptor, because closing another descriptor of the same file would release the locks
/// of this process (https://sqlite.org/howtocorrupt.html, section 2.2). Nothing is written, created or rolled back next
/// to the file.
final class ForeignFile {
  /// The number of bytes read between two checks for cancellation.
  private static let pieceBytes = 16 * 1_048_576
  /// The result code SQLITE_IOERR_SHORT_READ, which Swift cannot import.
  private static let shortRead = SQLITE_IOERR | 2 << 8

  /// A connection to the file, for locks.
  let database: Connection
  private let path: String
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods

  /// Opens the file without reading it or waiting for locks.
  ///
  /// - Throws: `SourceFailure` if the file cannot be opened.
  init(_ path: String) throws {
    self.path = path
    do { database = try Connection(reading: path) } catch let failure as SQLiteFailure
      where failure.primaryCode == SQLITE_CANTOPEN
    {
      throw BookFiles.failure(InputError(operation: .open, path: path, systemCode: failure.systemCode))
    }
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(database.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods else { throw SQLiteFailure(code: code) }
    (self.file, self.methods) = (file, methods.pointee)
  }

  /// Returns the first bytes of the file, up to the given number.
  func start(_ count: Int) throws -> DatabaseBytes {
    let bytes = try memory(min(count, size()))
    if bytes.count > 0 { try read(into: bytes.start, bytes.count, from: 0) }
    return bytes
  }

  /// Returns a copy of the file.
  ///
  /// - Parameters:
  ///   - earlier: A copy whose memory may be reused.
  ///   - limit: The maximum size of the file in bytes.
  /// - Throws: `SourceFailure` if the file exceeds the limit or the available memory; `CancellationError`.
  func copy(over earlier: DatabaseBytes? = nil, atMost limit: Int) throws -> DatabaseBytes {
    let size = try size()
    guard size <= limit else {
      throw SourceFailure(
        .tooLarge, path, cause: "it has \(size.grouped) bytes; the limit is \(limit.grouped)")
    }
    let bytes = if let earlier, earlier.count == size { earlier } else { try memory(size) }
    for offset in stride(from: 0, to: size, by: Self.pieceBytes) {
      try Task.checkCancellation()
      try read(into: bytes.start + offset, min(Self.pieceBytes, size - offset), from: offset)
    }
    return bytes
  }

  private func size() throws -> Int {
    var size: sqlite3_int64 = 0
    let code = methods.xFileSize(file, &size)
    guard code == SQLITE_OK else { throw SQLiteFailure(code: code) }
    return Int(size)
  }

  private func read(into start: UnsafeMutableRawPointer, _ count: Int, from offset: Int) throws {
    let code = methods.xRead(file, start, Int32(count), sqlite3_int64(offset))
    // If the file has become shorter, SQLite fills the rest of the buffer with zeros. The change is noticed when the
    // file is checked again under the lock.
    guard code == SQLITE_OK || code == Self.shortRead else {
      throw SQLiteFailure(code: code)
    }
  }

  private func memory(_ count: Int) throws -> DatabaseBytes {
    guard let bytes = DatabaseBytes(count: count) else {
      throw SourceFailure(.tooLarge, path, cause: "there is not enough memory to read it")
    }
    return bytes
  }
}
