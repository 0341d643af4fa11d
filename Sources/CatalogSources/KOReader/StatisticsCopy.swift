import CatalogDatabase
import CatalogModel
import FoundationEssentials
import Platform

/// Reads KOReader's statistics from a temporary copy. The copy includes SQLite's log or journal, so that SQLite
/// reconstructs the database that KOReader would find. Nothing is written to KOReader's folder.
enum StatisticsCopy {
  /// The maximum size of the copied data in bytes. A year of reading takes less than one megabyte.
  static let limit = 1_073_741_824

  /// Copies the database and reads the copy.
  ///
  /// - Returns: The result of `body`, or `nil` if the database changed while it was copied.
  /// - Throws: `SourceFailure`, `SQLiteFailure`, `CancellationError`, or the error that `body` throws.
  static func read<Result>(
    _ file: StatisticsFile, _ body: (Connection) throws -> Result
  ) throws -> Result? {
    let folder = FileManager.default.temporaryDirectory.path + "/catalog-\(UUID().uuidString)"
    guard mkdir(folder, 0o700) == 0 else { throw failure("create a temporary folder", folder, errno) }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/\(StatisticsFile.name)"
    do {
      let bytes = try ForeignFile(file.path).copy(atMost: limit)
      try write(UnsafeRawBufferPointer(start: bytes.start, count: bytes.count), to: path)
    }
    for companion in file.present { try copy(file.path + companion, to: path + companion) }
    guard try StatisticsFile(at: file.path) == file else { return nil }
    return try body(try Connection(ownFilesAt: path))
  }

  private static func copy(_ given: String, to path: String) throws {
    do throws(ArchiveFailure) {
      let bytes = try FileBytes(path: given)
      guard bytes.count <= limit else {
        throw ArchiveFailure(
          .tooLarge, "it has \(bytes.count.grouped) bytes; the limit is \(limit.grouped)")
      }
      let all = try bytes.bytes(in: 0..<bytes.count)
      do { try all.withUnsafeBytes { try write($0, to: path) } } catch { throw ArchiveFailure(.unreadable, "\(error)") }
    } catch {
      // SQLite removes a log only after it has merged the log into the database file. That file has changed, too, so
      // the copy is made again.
      if error.code == .missing { return }
      throw SourceFailure(error.code == .tooLarge ? .tooLarge : .failed, given, cause: error.cause)
    }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(SourceFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("create a copy", path, errno) }
    defer { close(descriptor) }
    let code = SystemCall.writeAll(descriptor, bytes)
    guard code == 0 else { throw failure("create a copy", path, code) }
  }

  private static func failure(_ action: String, _ path: String, _ code: Int32) -> SourceFailure {
    SourceFailure(
      .failed, path, cause: "cannot \(action): \(SystemError.words(code))",
      hint: "free some space there, or set TMPDIR to a writable folder")
  }
}
