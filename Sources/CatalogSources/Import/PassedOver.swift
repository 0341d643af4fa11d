import CatalogModel
import Synchronization

/// What an import passes over, so that nobody takes it for kept.
public struct PassedOver: Equatable, Sendable {
  /// A column of which nothing was kept, though it said something.
  public struct Column: Equatable, Sendable {
    /// As the header has it.
    public let name: String
    /// How many of its cells were not empty.
    public fileprivate(set) var cells = 0
    /// The first of them, at most 40 characters of it.
    public fileprivate(set) var example = ""
  }

  /// Those that said something, in the order of the header.
  public fileprivate(set) var columns: [Column] = []
  /// How many rows were no books of the user's, such as films, or books that were deleted.
  public fileprivate(set) var rows = 0
}

/// Counts while rows are read.
final class PassedOverCounter: Sendable {
  /// Where the columns stand in a row.
  private let places: [Int]
  /// Of all columns, those that said nothing yet among them.
  private let counted: Mutex<PassedOver>

  init(_ unused: [(index: Int, name: String)] = []) {
    places = unused.map(\.index)
    counted = Mutex(PassedOver(columns: unused.map { PassedOver.Column(name: $0.name) }))
  }

  /// A row that is taken: its unused cells are not.
  func count(_ cells: [String]) {
    if places.isEmpty { return }
    counted.withLock { counted in
      for (column, place) in places.enumerated() where cells.indices.contains(place) && !cells[place].isEmpty {
        counted.columns[column].cells += 1
        if counted.columns[column].cells == 1 { counted.columns[column].example = Self.example(cells[place]) }
      }
    }
  }

  /// A row that is passed over.
  func countRow() { counted.withLock { $0.rows += 1 } }

  /// What was passed over so far.
  var passedOver: PassedOver {
    var passed = counted.withLock { $0 }
    passed.columns.removeAll { $0.cells == 0 }
    return passed
  }

  private static func example(_ cell: String) -> String {
    (cell.split(whereSeparator: \.isNewline).first.map(String.init) ?? "").shortened(to: 40)
  }
}
