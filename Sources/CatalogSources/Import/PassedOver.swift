import Synchronization

/// What an import passes over, so that nobody takes it for kept.
public struct PassedOver: Equatable, Sendable {
  /// A column of which nothing was kept, though it said something.
  public struct Column: Equatable, Sendable {
    /// As the header has it.
    public let name: String
    /// How many of its cells were not empty.
    public let cells: Int
    /// The first of them, at most 40 characters of it.
    public let example: String
  }

  /// Those that said something, in the order of the header.
  public fileprivate(set) var columns: [Column] = []
  /// How many rows were no books of the user's, such as films, or books that were deleted.
  public fileprivate(set) var rows = 0
}

/// Counts while rows are read.
final class PassedOverCounter: Sendable {
  private struct State {
    var rows = 0
    var counts: [Int]
    var examples: [String]
  }

  private let unused: [(index: Int, name: String)]
  private let state: Mutex<State>

  init(_ unused: [(index: Int, name: String)] = []) {
    self.unused = unused
    state = Mutex(
      State(
        counts: Array(repeating: 0, count: unused.count), examples: Array(repeating: "", count: unused.count)))
  }

  /// A row that is taken: its unused cells are not.
  func count(_ cells: [String]) {
    if unused.isEmpty { return }
    state.withLock { state in
      for (place, column) in unused.enumerated() where cells.indices.contains(column.index) {
        let cell = cells[column.index]
        if cell.isEmpty { continue }
        state.counts[place] += 1
        if state.counts[place] == 1 { state.examples[place] = Self.short(cell) }
      }
    }
  }

  /// A row that is passed over.
  func countRow() { state.withLock { $0.rows += 1 } }

  /// What was passed over so far.
  var passedOver: PassedOver {
    state.withLock { state in
      var passed = PassedOver()
      passed.rows = state.rows
      passed.columns = unused.indices.filter { state.counts[$0] > 0 }.map {
        PassedOver.Column(name: unused[$0].name, cells: state.counts[$0], example: state.examples[$0])
      }
      return passed
    }
  }

  private static func short(_ cell: String) -> String {
    let line = cell.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return line.count > 40 ? line.prefix(39) + "…" : line
  }
}
