import CatalogModel
import Synchronization

/// Counts values that are not imported, by their name in the entry's format: `500 a`, `abstract`.
final class EntryCounter: Sendable {
  /// The maximum number of distinct names to count. An input may contain any number of names.
  private static let nameLimit = 1_000

  private struct State {
    var columns: [String: TableReport.Column] = [:]
    /// The names in the order of their first occurrence.
    var names: [String] = []
    /// The number of entries that are not books.
    var passedOver = 0
  }

  private let state = Mutex(State())
  private let repeated: [String]

  /// Creates a counter.
  ///
  /// - Parameter repeated: The names of values that only repeat other values, or that concern only the program that
  ///   wrote the file.
  init(repeated: [String] = []) { self.repeated = repeated }

  /// Counts a value that is not imported.
  func count(_ name: String, _ value: String) {
    if value.isEmpty { return }
    state.withLock { state in
      if state.columns[name] == nil {
        guard state.names.count < Self.nameLimit else { return }
        state.names.append(name)
        state.columns[name] = TableReport.Column(name: name, cells: 0, example: TableReport.Column.example(value))
      }
      state.columns[name]?.cells += 1
    }
  }

  /// Counts an entry that is not a book.
  func countPassedOver() { state.withLock { $0.passedOver += 1 } }

  /// A report of everything counted so far.
  var report: TableReport {
    state.withLock { state in
      var report = TableReport()
      report.columns = state.names.compactMap { state.columns[$0] }
      report.repeated = repeated
      report.rows = state.passedOver
      return report
    }
  }
}
