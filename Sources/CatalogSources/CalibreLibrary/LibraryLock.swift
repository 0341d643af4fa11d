import CSQLite
import CatalogModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The database of a calibre library while it is copied into memory. calibre may have it open, and waits for us where it
/// wants to commit: so the lock is held while bytes are copied, and nothing else is done meanwhile. Nothing is written, made or
/// rolled back in the folder.
final class LibraryLock {
  /// How large a library's database may be that is copied into memory. One of 100,000 books has some 80 MB.
  static let limit = 4 * 1_073_741_824
  /// The first bytes, which every SQLite database begins with (https://sqlite.org/fileformat.html, section 1.3).
  private static let headerBytes = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  private let path: String
  private let file: ForeignFile

  /// Opens the database, without waiting for it.
  init(_ path: String) throws {
    self.path = path
    file = try ForeignFile(path)
  }

  /// A number that changes with each commit, whoever made it (the file change counter).
  ///
  /// - Throws: `SourceFailure` for a file that is no database, or one that cannot be read without writing beside it.
  func changeCounter() throws -> UInt32 {
    let header = try file.start(Self.headerBytes)
    guard header.count == Self.headerBytes else {
      throw SourceFailure(.nonsense, path, cause: "it is too short for the database of a calibre library")
    }
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
      try file.database.run("BEGIN; PRAGMA schema_version")
      return true
    } catch let failure as SQLiteConnection.Failure where failure.primaryCode == SQLITE_BUSY {
      try file.database.run("COMMIT")
      return false
    }
  }

  /// Gives the lock back.
  func release() throws { try file.database.run("COMMIT") }

  /// A copy of the file, which is one of its state where the lock is held. To have made one without the lock saves waiting
  /// for the disk, and for memory, with it.
  ///
  /// - Parameter earlier: a copy whose memory may be written over.
  func copy(over earlier: DatabaseBytes? = nil) throws -> DatabaseBytes {
    try file.copy(over: earlier, atMost: Self.limit)
  }
}
