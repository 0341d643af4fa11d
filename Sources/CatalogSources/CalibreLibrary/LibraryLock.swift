import CSQLite
import CatalogDatabase
import CatalogModel
import Platform

/// Locks the database of a calibre library while it is copied into memory. If calibre wants to commit in the meantime,
/// it has to wait, so the lock is held only while bytes are copied. Nothing is written, created or rolled back in the
/// folder.
final class LibraryLock {
  /// The maximum size in bytes of a database to copy into memory. A library of 100,000 books takes about 80 MB.
  static let limit = 4 * 1_073_741_824
  /// The size of the header at the beginning of every SQLite database (https://sqlite.org/fileformat.html, section
  /// 1.3).
  private static let headerBytes = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  private let path: String
  private let file: ForeignFile

  /// Opens the database without waiting for locks.
  init(_ path: String) throws {
    self.path = path
    file = try ForeignFile(path)
  }

  /// Returns a number that changes whenever any program commits (the file change counter).
  ///
  /// - Throws: `SourceFailure` if the file is not a database, or cannot be read without creating other files next to
  ///   it.
  func changeCounter() throws -> UInt32 {
    let header = try file.start(Self.headerBytes)
    guard header.count == Self.headerBytes else {
      throw SourceFailure(.malformed, path, cause: "it is too short for the database of a calibre library")
    }
    let bytes = UnsafeRawBufferPointer(start: header.start, count: header.count)
    guard bytes.prefix(Self.magic.count).elementsEqual(Self.magic) else {
      throw SourceFailure(.malformed, path, cause: "it is not an SQLite database, as calibre's are")
    }
    // Reading a write-ahead log creates files next to the database. calibre does not use one.
    guard bytes[18] == 1, bytes[19] == 1, access("\(path)-wal", F_OK) != 0 else {
      throw SourceFailure(
        .failed, path, cause: "a program other than calibre switched it to a write-ahead log (journal_mode=wal)",
        hint: "have that program set journal_mode=delete")
    }
    return bytes[24..<28].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Takes a shared lock, which prevents commits.
  ///
  /// - Returns: True if the lock was taken, false if another program is committing.
  func take() throws -> Bool {
    do {
      try file.database.runScript("BEGIN; PRAGMA schema_version")
      return true
    } catch let failure as SQLiteFailure where failure.primaryCode == SQLITE_BUSY {
      try file.database.runScript("COMMIT")
      return false
    }
  }

  /// Releases the lock.
  func release() throws { try file.database.runScript("COMMIT") }

  /// Returns a copy of the file. The copy is consistent only if the lock is held. A caller that makes a first copy
  /// without the lock needs the lock for a shorter time, because the file is then cached and the memory is allocated.
  ///
  /// - Parameter earlier: A copy whose memory may be reused.
  func copy(over earlier: DatabaseBytes? = nil) throws -> DatabaseBytes {
    try file.copy(over: earlier, atMost: Self.limit)
  }
}
