import CatalogModel
import Synchronization

/// Collects the statistics of a table while its rows are read.
final class TableCounter: Sendable {
  private struct State {
    /// All unused columns, including those whose cells are all empty so far.
    var unused: [TableReport.Column]
    var rows = 0
    /// The number of rows in an encoding other than the main encoding.
    var foreign = 0
    /// The results of cells, keyed by column index and target field.
    var became: [Key: Counts] = [:]
  }

  private struct Key: Hashable {
    let column: Int
    let target: TableReport.Target
  }

  private struct Counts {
    var cells = 0
    var values: [String: Int] = [:]
  }

  /// The maximum number of distinct words to count per column. A column of tags may have as many distinct words as
  /// there are books.
  private static let wordLimit = 10_000

  private let header: [String]
  private let repeated: [String]
  private let encoding: RowEncoding
  /// The indices of the unused columns.
  private let unusedColumns: [Int]
  private let state: Mutex<State>

  /// Creates a counter.
  ///
  /// - Parameters:
  ///   - unused: The indices of the columns that are not imported.
  ///   - repeated: The indices of the columns that only repeat other columns.
  ///   - encoding: The way in which the encoding of each row was determined.
  init(header: [String] = [], unused: [Int] = [], repeated: [Int] = [], encoding: RowEncoding = .utf8) {
    self.header = header
    self.repeated = repeated.map { header[$0] }
    self.encoding = encoding
    unusedColumns = unused
    state = Mutex(State(unused: unused.map { TableReport.Column(name: header[$0]) }))
  }

  /// Counts an imported row: its cells in unused columns, and the results of its other cells.
  func count(_ cells: [String], _ became: [ColumnOutcome]) {
    if unusedColumns.isEmpty, became.isEmpty { return }
    state.withLock { state in
      for (index, column) in unusedColumns.enumerated() where cells.indices.contains(column) && !cells[column].isEmpty {
        state.unused[index].cells += 1
        if state.unused[index].cells == 1 { state.unused[index].example = TableReport.Column.example(cells[column]) }
      }
      for outcome in became {
        let key = Key(column: outcome.column, target: outcome.target)
        var counts = state.became[key] ?? Counts()
        counts.cells += 1
        for word in outcome.words where counts.values.count < Self.wordLimit || counts.values[word] != nil {
          counts.values[word, default: 0] += 1
        }
        state.became[key] = counts
      }
    }
  }

  /// Counts a row in an encoding other than the main encoding.
  func countForeign() { state.withLock { $0.foreign += 1 } }

  /// Counts a skipped row.
  func countRow() { state.withLock { $0.rows += 1 } }

  /// A report of everything counted so far.
  var report: TableReport {
    let state = state.withLock { $0 }
    var report = TableReport()
    report.columns = state.unused.filter { $0.cells > 0 }
    report.repeated = repeated
    report.rows = state.rows
    report.mixture = encoding.mixture.flatMap { main, others in
      state.foreign == 0
        ? nil : TableReport.Mixture(rows: state.foreign, encoding: others.rawValue, others: main.rawValue)
    }
    report.became = state.became.sorted {
      ($0.key.column, $0.key.target.name) < ($1.key.column, $1.key.target.name)
    }
    .map { key, counts in
      var became = TableReport.Became(column: header[key.column], target: key.target)
      became.cells = counts.cells
      became.values = counts.values.map { TableReport.Became.Value(text: $0.key, count: $0.value) }
        .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
      return became
    }
    return report
  }
}

/// The result of importing a cell, for the report.
struct ColumnOutcome {
  /// The index of the column.
  let column: Int
  let target: TableReport.Target
  /// The words that the cell added, for fields that consist of words.
  var words: [String] = []
}
