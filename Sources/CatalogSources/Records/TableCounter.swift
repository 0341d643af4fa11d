import CatalogModel
import Synchronization

/// Counts while rows are read.
final class TableCounter: Sendable {
  private struct State {
    /// Of all unused columns, those that said nothing yet among them.
    var unused: [TableReport.Column]
    var rows = 0
    /// Those that are in another encoding than most.
    var foreign = 0
    /// By the column's place and what it became.
    var became: [Key: Counts] = [:]
  }

  private struct Key: Hashable {
    let place: Int
    let target: TableReport.Target
  }

  private struct Counts {
    var cells = 0
    var values: [String: Int] = [:]
  }

  /// How many different words of a column are counted: of tags there may be as many as books.
  private static let wordLimit = 10_000

  private let header: [String]
  private let repeated: [String]
  private let encoding: RowEncoding
  /// Where the unused columns stand in a row.
  private let places: [Int]
  private let state: Mutex<State>

  /// - Parameters:
  ///   - unused: the columns of which nothing is kept.
  ///   - repeated: those that only say again what others say.
  ///   - encoding: how the encoding of a row was told.
  init(header: [String] = [], unused: [Int] = [], repeated: [Int] = [], encoding: RowEncoding = .utf8) {
    self.header = header
    self.repeated = repeated.map { header[$0] }
    self.encoding = encoding
    places = unused
    state = Mutex(State(unused: unused.map { TableReport.Column(name: header[$0]) }))
  }

  /// A row that is taken: its unused cells are not, and these became something.
  func count(_ cells: [String], _ became: [ColumnOutcome]) {
    if places.isEmpty, became.isEmpty { return }
    state.withLock { state in
      for (column, place) in places.enumerated() where cells.indices.contains(place) && !cells[place].isEmpty {
        state.unused[column].cells += 1
        if state.unused[column].cells == 1 { state.unused[column].example = TableReport.Column.example(cells[place]) }
      }
      for outcome in became {
        let key = Key(place: outcome.place, target: outcome.target)
        var counts = state.became[key] ?? Counts()
        counts.cells += 1
        for word in outcome.words where counts.values.count < Self.wordLimit || counts.values[word] != nil {
          counts.values[word, default: 0] += 1
        }
        state.became[key] = counts
      }
    }
  }

  /// A row that is in another encoding than most.
  func countForeign() { state.withLock { $0.foreign += 1 } }

  /// A row that is passed over.
  func countRow() { state.withLock { $0.rows += 1 } }

  /// What was counted so far.
  var report: TableReport {
    let state = state.withLock { $0 }
    var report = TableReport()
    report.columns = state.unused.filter { $0.cells > 0 }
    report.repeated = repeated
    report.rows = state.rows
    report.mixture = encoding.mixture.flatMap { most, others in
      state.foreign == 0
        ? nil : TableReport.Mixture(rows: state.foreign, encoding: others.rawValue, others: most.rawValue)
    }
    report.became = state.became.sorted {
      ($0.key.place, $0.key.target.name) < ($1.key.place, $1.key.target.name)
    }
    .map { key, counts in
      var became = TableReport.Became(column: header[key.place], target: key.target)
      became.cells = counts.cells
      became.values = counts.values.map { TableReport.Became.Value(text: $0.key, count: $0.value) }
        .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
      return became
    }
    return report
  }
}

/// What a cell became that is worth telling.
struct ColumnOutcome {
  /// Where the column stands.
  let place: Int
  let target: TableReport.Target
  /// The words that it brought, of a field of words.
  var words: [String] = []
}
