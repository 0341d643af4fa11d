import CSQLite
import CatalogModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The database of a calibre library while it is copied into memory. calibre may have it open, and waits for us where it
/// wants to commit: so the lock is held while bytes are copied, and nothing else is done meanwhile.
///
/// All is read through SQLite's own descriptor: to close another one of the same file would drop the locks of the process
/// (https://sqlite.org/howtocorrupt.html, section 2.2). Nothing is written, made or rolled back in the folder.
final class LibraryLock {
  /// How large a library's database may be that is copied into memory. One of 100,000 books has some 80 MB.
  static let limit = 4 * 1_073_741_824
  /// Between two pieces a cancelled task ends.
  private static let pieceBytes = 16 * 1_048_576
  /// The first bytes, which every SQLite database begins with (https://sqlite.org/fileformat.html, section 1.3).
  private static let headerBytes = 100
  /// SQLITE_IOERR_SHORT_READ, which Swift cannot import.
  private static let shortRead = SQLITE_IOERR | 2 << 8
  private static let magic = Array("SQLite format 3\0".utf8)

  private let path: String
  private let connection: SQLiteConnection
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods

  /// Opens the database, without waiting for it.
  init(_ path: String) throws {
    self.path = path
    do { connection = try SQLiteConnection(path: path) } catch let failure as SQLiteConnection.Failure
      where failure.primaryCode == SQLITE_CANTOPEN
    {
      throw BookFiles.failure(InputError(operation: .open, path: path, systemCode: failure.systemCode))
    }
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods else { throw connection.failure(code) }
    (self.file, self.methods) = (file, methods.pointee)
  }

  /// A number that changes with each commit, whoever made it (the file change counter).
  ///
  /// - Throws: `SourceFailure` for a file that is no database, or one that cannot be read without writing beside it.
  func changeCounter() throws -> UInt32 {
    guard let header = LibraryBytes(count: Self.headerBytes) else { throw outOfMemory }
    guard try size() >= Self.headerBytes else {
      throw SourceFailure(.nonsense, path, cause: "it is too short for the database of a calibre library")
    }
    try read(into: header.start, header.count, from: 0)
    let bytes = UnsafeRawBufferPointer(start: header.start, count: header.count)
    guard bytes.prefix(Self.magic.count).elementsEqual(Self.magic) else {
      throw SourceFailure(.nonsense, path, cause: "it is no SQLite database, as calibre's are")
    }
    // To read a log is to make files beside it; calibre keeps none.
    guard bytes[18] == 1, bytes[19] == 1, access("\(path)-wal", F_OK) != 0 else {
      throw SourceFailure(
        .failed, path, cause: "another program than calibre has given it a write-ahead log (journal_mode=wal)",
        hint: "have that program set journal_mode=delete")
    }
    return bytes[24..<28].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Takes a shared lock, with which nobody commits.
  ///
  /// - Returns: whether nobody commits just now, so that we have it.
  func take() throws -> Bool {
    do {
      try connection.run("BEGIN; PRAGMA schema_version")
      return true
    } catch let failure as SQLiteConnection.Failure where failure.primaryCode == SQLITE_BUSY {
      try connection.run("COMMIT")
      return false
    }
  }

  /// Gives the lock back.
  func release() throws { try connection.run("COMMIT") }

  /// A copy of the file, which is one of its state where the lock is held. To have made one without the lock saves waiting
  /// for the disk, and for memory, with it.
  ///
  /// - Parameter earlier: a copy whose memory may be written over.
  func copy(over earlier: LibraryBytes? = nil) throws -> LibraryBytes {
    let size = try size()
    guard size <= Self.limit else { throw tooLarge(size) }
    let fitting = earlier?.count == size ? earlier : nil
    guard let bytes = fitting ?? LibraryBytes(count: size) else { throw outOfMemory }
    for offset in stride(from: 0, to: size, by: Self.pieceBytes) {
      try Task.checkCancellation()
      try read(into: bytes.start + offset, min(Self.pieceBytes, size - offset), from: offset)
    }
    return bytes
  }

  private func size() throws -> Int {
    var size: sqlite3_int64 = 0
    let code = methods.xFileSize(file, &size)
    guard code == SQLITE_OK else { throw SQLiteConnection.Failure(code: code, message: "") }
    return Int(size)
  }

  private func read(into start: UnsafeMutableRawPointer, _ count: Int, from offset: Int) throws {
    let code = methods.xRead(file, start, Int32(count), sqlite3_int64(offset))
    // Behind the end there are zeros: what became shorter has changed, and is looked at again under the lock.
    guard code == SQLITE_OK || code == Self.shortRead else {
      throw SQLiteConnection.Failure(code: code, message: "")
    }
  }

  private func tooLarge(_ size: Int) -> SourceFailure {
    SourceFailure(
      .tooLarge, path, cause: "it has \(size.spoken) bytes, and at most \(Self.limit.spoken) can be read")
  }

  private var outOfMemory: SourceFailure {
    SourceFailure(.tooLarge, path, cause: "there is not enough memory to read it")
  }
}
