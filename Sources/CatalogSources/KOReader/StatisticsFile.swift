import CatalogModel
import FoundationEssentials
import Platform

/// The state of KOReader's statistics file, and of the files that SQLite keeps next to it during writes, at one moment.
struct StatisticsFile: Equatable {
  static let name = "statistics.sqlite3"
  /// Suffixes of files that may accompany the database: a write-ahead log, or the journal of an unfinished change.
  static let companions = ["-wal", "-journal"]

  /// The path with links resolved. SQLite looks for the companion files next to this path.
  let path: String
  /// The suffixes in ``companions`` whose files exist and are not empty.
  let present: [String]
  /// A string that changes whenever one of the files is created, deleted or written.
  let identity: String
  /// The latest modification time of the files, in seconds since 1970.
  let written: Double

  /// Reads the state of the files.
  ///
  /// - Throws: `SourceFailure` if the file does not exist or is not readable.
  init(at given: String) throws(SourceFailure) {
    path = FileBytes.realPath(given) ?? given
    guard let status = try Self.status(of: path) else {
      throw BookFiles.failure(InputError(operation: .open, path: path, systemCode: ENOENT))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SourceFailure(.malformed, path, cause: "it is not a regular file")
    }
    var all = [status]
    var present: [String] = []
    for companion in Self.companions {
      guard let status = try Self.status(of: path + companion), status.st_size > 0 else { continue }
      present.append(companion)
      all.append(status)
    }
    self.present = present
    let marks = all.map { "\($0.modifiedNanoseconds) \($0.st_size) \($0.st_dev) \($0.st_ino)" }
    var fingerprint = Fingerprint()
    fingerprint.mix(text: (present + marks).joined(separator: "\n"))
    identity = String(fingerprint.value, radix: 16)
    written = all.map { Double($0.modifiedNanoseconds) / 1e9 }.max() ?? 0
  }

  private static func status(of path: String) throws(SourceFailure) -> stat? {
    var status = stat()
    guard !path.utf8.contains(0) else { return nil }
    if stat(path, &status) == 0 { return status }
    if errno == ENOENT { return nil }
    throw BookFiles.failure(InputError(operation: .open, path: path, systemCode: errno))
  }

  /// Returns the path of the database if the given path is a KOReader folder or its settings folder; otherwise, the
  /// given path.
  static func path(of given: String) -> String {
    for candidate in ["\(given)/settings/\(name)", "\(given)/\(name)"] where access(candidate, F_OK) == 0 {
      return candidate
    }
    return given
  }
}
