/// How far a read is that looks at book after book, since no index tells what was asked: a regular expression in a query.
public struct ScanProgress: Sendable, Hashable {
  /// How many books were looked at.
  public let done: Int
  /// How many are to be looked at; a query with several regular expressions goes through books once for each, and counts anew.
  public let total: Int
}

/// Tells whoever wants to know how far a scan is, once in a while.
struct ScanReport {
  /// A few milliseconds of looking at books.
  private static let interval = 4_096

  private let tell: ((ScanProgress) -> Void)?
  private let total: Int
  private var done = 0

  /// - Parameter total: how many books are to be looked at; is asked only where somebody wants to know.
  init(_ connection: Connection, total: () throws -> Int) rethrows {
    tell = connection.origin.scanned
    self.total = tell == nil ? 0 : try total()
  }

  /// One more book was looked at.
  mutating func advance() {
    done += 1
    guard done.isMultiple(of: Self.interval), done < total else { return }
    tell?(ScanProgress(done: done, total: total))
  }

  /// All were looked at.
  func finish() { tell?(ScanProgress(done: total, total: total)) }
}
