import Catalog
import CommandLineKit
import Platform
import Synchronization

/// A reporter of problems with imported rows. A row can be rejected, imported without an invalid value, imported with
/// an improbable reading date, or kept separate from a book with the same identifying number. The first rows in each
/// category are printed to standard error. If requested, all rejected rows are also written to a file.
final class RejectReporter: Sendable {
  /// The maximum number of rows in each category to print to standard error.
  static let namedRows = 10

  private struct Counts {
    var rejected = 0
    var leftOut = 0
    var doubtful = 0
    var apart = 0
  }

  private let file: RejectsFile?
  private let diagnostics: Diagnostics
  private let counts = Mutex(Counts())

  init(file: RejectsFile?, diagnostics: Diagnostics) {
    self.file = file
    self.diagnostics = diagnostics
  }

  func report(_ notice: ImportNotice) throws {
    switch notice {
    case .rejected(let row):
      try file?.write(row)
      let number = count(\.rejected)
      if number <= Self.namedRows { diagnostics.warning("row \(row.number) rejected: \(row.reason)") }
    case .leftOut(let row, let reason):
      if count(\.leftOut) <= Self.namedRows { diagnostics.warning("row \(row) imported without \(reason)") }
    case .apart(let row, let reason):
      if count(\.apart) <= Self.namedRows { diagnostics.warning("row \(row): \(reason)") }
    case .doubtful(let row, let reason):
      if count(\.doubtful) <= Self.namedRows { diagnostics.warning("row \(row): \(reason); imported unchanged") }
    }
  }

  /// Completes the file and reports the number of further rows in each category.
  func finish() throws {
    try file?.finish()
    let counts = counts.withLock { $0 }
    if counts.leftOut > Self.namedRows {
      diagnostics.warning("\((counts.leftOut - Self.namedRows).grouped) more rows imported without an invalid value")
    }
    if counts.apart > Self.namedRows {
      let more = (counts.apart - Self.namedRows).grouped
      diagnostics.warning("\(more) more rows share an ISBN or another identifier with another book")
    }
    if counts.doubtful > Self.namedRows {
      diagnostics.warning(
        "\((counts.doubtful - Self.namedRows).grouped) more improbable reading dates")
    }
    if counts.rejected > Self.namedRows {
      let hint = file == nil ? " (keep them with --rejects FILE)" : ""
      diagnostics.warning("\((counts.rejected - Self.namedRows).grouped) more rows rejected\(hint)")
    }
  }

  /// True if some rows were kept separate from a book with the same identifying number.
  var hasApart: Bool { counts.withLock { $0.apart > 0 } }

  private func count(_ kind: WritableKeyPath<Counts, Int>) -> Int {
    counts.withLock { counts in
      counts[keyPath: kind] += 1
      return counts[keyPath: kind]
    }
  }
}
