import CatalogDatabase

/// The progress of a full scan, which reads book after book because no index can answer the query. For example, regular
/// expressions require a full scan.
public struct ScanProgress: Sendable, Hashable {
  /// The number of books scanned so far.
  public let done: Int
  /// The number of books to scan. A query with several regular expressions makes one scan for each of them, and
  /// ``done`` starts again from 0 each time.
  public let total: Int
}

/// Reports the progress of a full scan every few milliseconds, if a handler is set.
struct ScanReport {
  /// The number of books between two reports. Scanning so many books takes a few milliseconds.
  private static let interval = 4_096

  private let tell: ((ScanProgress) -> Void)?
  private let total: Int
  private var done = 0

  /// Creates a report.
  ///
  /// - Parameter total: Returns the number of books to scan. Called only if a handler is set.
  init(_ connection: Connection, total: () throws -> Int) rethrows {
    tell = connection.origin.scanned
    self.total = tell == nil ? 0 : try total()
  }

  /// Counts a book as scanned.
  mutating func advance() {
    done += 1
    guard done.isMultiple(of: Self.interval), done < total else { return }
    tell?(ScanProgress(done: done, total: total))
  }

  /// Reports that the scan has ended.
  func finish() { tell?(ScanProgress(done: total, total: total)) }
}
