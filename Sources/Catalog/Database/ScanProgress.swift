/// The progress of a read that scans book after book, because no index can answer the query. An example is a query with
/// a regular expression.
public struct ScanProgress: Sendable, Hashable {
  /// The number of books scanned.
  public let done: Int
  /// The number of books to scan. A query with several regular expressions scans the books once for each expression,
  /// and starts counting again each time.
  public let total: Int
}

/// Reports the progress of a scan from time to time, if a handler is set.
struct ScanReport {
  /// The number of books between two reports, which take a few milliseconds to scan.
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

  /// Counts one more scanned book.
  mutating func advance() {
    done += 1
    guard done.isMultiple(of: Self.interval), done < total else { return }
    tell?(ScanProgress(done: done, total: total))
  }

  /// Reports the end of the scan.
  func finish() { tell?(ScanProgress(done: total, total: total)) }
}
