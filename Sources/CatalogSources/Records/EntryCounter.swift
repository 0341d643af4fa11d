import CatalogModel
import Synchronization

/// Counts what entries say of which nothing is kept, by what their format calls it: `500 a`, `abstract`.
final class EntryCounter: Sendable {
  /// How many names are told apart: an input may make up as many as it likes.
  private static let nameLimit = 1_000

  private struct State {
    var columns: [String: TableReport.Column] = [:]
    /// The names in the order in which they came.
    var names: [String] = []
    /// Entries that are no books.
    var passedOver = 0
  }

  private let state = Mutex(State())
  private let repeated: [String]

  /// - Parameter repeated: the names of what only says again what others say, or concerns the program alone that wrote it.
  init(repeated: [String] = []) { self.repeated = repeated }

  /// Counts a value that is not kept.
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

  /// Counts an entry that is no book.
  func countPassedOver() { state.withLock { $0.passedOver += 1 } }

  /// What was counted so far.
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
