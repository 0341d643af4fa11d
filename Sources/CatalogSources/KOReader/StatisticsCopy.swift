import CatalogModel
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A copy of KOReader's statistics in a folder of its own, for as long as it takes to read them: with the log or the journal that
/// stands beside the file, SQLite makes of it the database that KOReader would find, and nothing is written where KOReader's is.
enum StatisticsCopy {
  /// How many bytes are copied. A year's reading makes less than one megabyte.
  static let limit = 1_073_741_824

  /// Reads the database.
  ///
  /// - Returns: `nil` where it was written meanwhile.
  /// - Throws: `SourceFailure`, `SQLiteConnection.Failure`, `CancellationError`, or what `body` throws.
  static func read<Result>(
    _ file: StatisticsFile, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result? {
    let folder = FileManager.default.temporaryDirectory.path + "/catalog-\(UUID().uuidString)"
    guard mkdir(folder, 0o700) == 0 else { throw failure("make a temporary folder", folder, errno) }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/\(StatisticsFile.name)"
    do {
      let bytes = try ForeignFile(file.path).copy(atMost: limit)
      try write(UnsafeRawBufferPointer(start: bytes.start, count: bytes.count), to: path)
    }
    for companion in file.present { try copy(file.path + companion, to: path + companion) }
    guard try StatisticsFile(at: file.path) == file else { return nil }
    return try body(try SQLiteConnection(ownFilesAt: path))
  }

  private static func copy(_ given: String, to path: String) throws {
    do throws(ArchiveFailure) {
      let bytes = try FileBytes(path: given)
      guard bytes.count <= limit else {
        throw ArchiveFailure(
          .tooLarge, "it has \(bytes.count.spoken) bytes, and at most \(limit.spoken) can be read")
      }
      let all = try bytes.bytes(in: 0..<bytes.count)
      do { try all.withUnsafeBytes { try write($0, to: path) } } catch { throw ArchiveFailure(.unreadable, "\(error)") }
    } catch {
      // One that is gone was put into the file, which has changed then.
      if error.code == .missing { return }
      throw SourceFailure(error.code == .tooLarge ? .tooLarge : .failed, given, cause: error.cause)
    }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(SourceFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("make a copy", path, errno) }
    defer { close(descriptor) }
    var place = 0
    while place < bytes.count, let start = bytes.baseAddress {
      #if canImport(Glibc)
        let written = Glibc.write(descriptor, start + place, bytes.count - place)
      #else
        let written = Darwin.write(descriptor, start + place, bytes.count - place)
      #endif
      if written > 0 {
        place += written
      } else if errno != EINTR {
        throw failure("make a copy", path, errno)
      }
    }
  }

  private static func failure(_ action: String, _ path: String, _ code: Int32) -> SourceFailure {
    SourceFailure(
      .failed, path, cause: "cannot \(action): \(String(cString: strerror(code)).lowercased())",
      hint: "make room there, or set TMPDIR to a folder that can be written")
  }
}
