import CatalogModel
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file of KOReader's statistics, with what SQLite keeps beside it while it is written, as the file system tells of them at
/// one moment.
struct StatisticsFile: Equatable {
  static let name = "statistics.sqlite3"
  /// What may stand beside it: a write-ahead log, or the journal of a change that was not ended.
  static let companions = ["-wal", "-journal"]

  /// Without links, since SQLite looks there for what stands beside it.
  let path: String
  /// Those of ``companions`` that are there and not empty.
  let present: [String]
  /// Changes whenever one of them comes, goes or is written.
  let identity: String
  /// When one of them was written last, in seconds since 1970.
  let written: Double

  /// - Throws: `SourceFailure` when there is none, or it may not be read.
  init(at given: String) throws(SourceFailure) {
    path = FileBytes.realPath(given) ?? given
    guard let status = try Self.status(of: path) else {
      throw BookFiles.failure(InputError(operation: .open, path: path, systemCode: ENOENT))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SourceFailure(.nonsense, path, cause: "it is no file") }
    var all = [status]
    var present: [String] = []
    for companion in Self.companions {
      guard let status = try Self.status(of: path + companion), status.st_size > 0 else { continue }
      present.append(companion)
      all.append(status)
    }
    self.present = present
    let marks = all.map { "\(FileBytes.modified($0)) \($0.st_size) \($0.st_dev) \($0.st_ino)" }
    var fingerprint = Fingerprint()
    fingerprint.mix(text: (present + marks).joined(separator: "\n"))
    identity = String(fingerprint.value, radix: 16)
    written = all.map { Double(FileBytes.modified($0)) / 1e9 }.max() ?? 0
  }

  private static func status(of path: String) throws(SourceFailure) -> stat? {
    var status = stat()
    guard !path.utf8.contains(0) else { return nil }
    if stat(path, &status) == 0 { return status }
    if errno == ENOENT { return nil }
    throw BookFiles.failure(InputError(operation: .open, path: path, systemCode: errno))
  }

  /// The path of the file where a folder of KOReader's was named, or that of its settings; else the path itself.
  static func path(of given: String) -> String {
    for place in ["\(given)/settings/\(name)", "\(given)/\(name)"] where access(place, F_OK) == 0 { return place }
    return given
  }
}
