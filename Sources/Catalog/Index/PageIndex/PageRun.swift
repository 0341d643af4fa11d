import CatalogDatabase

/// A list of books that can be read in order from one range of a database index. A sort order consists of up to two
/// runs: first the books that have a sort key, ordered by key and id; then the books without one, ordered by id.
struct PageRun: Hashable, Sendable {
  let key: BookOrder.Key
  let isUnknown: Bool

  /// A run of all shown books.
  static let everything = PageRun(key: .added, isUnknown: false)

  static let all = BookOrder.Key.allCases.flatMap(all(of:))

  /// Returns the runs of a sort order, first to last.
  static func all(of key: BookOrder.Key) -> [PageRun] {
    (key.mayBeUnknown ? [false, true] : [false]).map { PageRun(key: key, isUnknown: $0) }
  }

  /// The number that identifies the run in the file. It must never change.
  var number: Int64 {
    let order: Int64 =
      switch key {
      case .title: 0
      case .author: 1
      case .edition: 2
      case .added: 3
      case .rating: 4
      case .pages: 5
      case .series: 6
      case .average: 7
      case .year: 8
      }
    return 2 * order + (isUnknown ? 1 : 0)
  }

  /// Returns the terms of the `ORDER BY` clause for the run.
  func terms(descending: Bool = false) -> String {
    let direction = descending ? "DESC" : "ASC"
    return isUnknown ? "id \(direction)" : "\(key.column) \(direction), id \(direction)"
  }

  /// Returns the run that contains a book with the given sort key, and the key that the page index stores for the book.
  static func location(_ order: BookOrder.Key, key: SQLValue) -> (run: PageRun, key: SQLValue) {
    let isUnknown = key == .null
    return (PageRun(key: order, isUnknown: isUnknown), isUnknown ? unknownKey : key)
  }

  /// The key that the page index stores for books without a sort key.
  static let unknownKey = SQLValue.integer(0)

  /// Returns the range of the run between two cuts, or up to the end of the run if there is no upper cut.
  func range(from lower: PageCut = .start, to upper: PageCut? = nil) -> PageRange {
    PageRange(self, from: lower, to: upper)
  }
}
