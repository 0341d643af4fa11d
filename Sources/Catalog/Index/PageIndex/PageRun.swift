/// A sequence of books that one range of an index contains in order. An order has up to two runs: first the books with
/// the order's key, sorted by key and id, then the books without that key, sorted by id.
struct PageRun: Hashable, Sendable {
  let key: BookOrder.Key
  let isUnknown: Bool

  /// A run that contains every shown book.
  static let everything = PageRun(key: .added, isUnknown: false)

  static let all = BookOrder.Key.allCases.flatMap(all(of:))

  /// Returns the runs of an order, in sequence.
  static func all(of key: BookOrder.Key) -> [PageRun] {
    (key.mayBeUnknown ? [false, true] : [false]).map { PageRun(key: key, isUnknown: $0) }
  }

  /// The number of the run in the table. Numbers must never change.
  var number: Int64 {
    let order: Int64 =
      switch key {
      case .title: 0
      case .author: 1
      case .year: 2
      case .added: 3
      case .rating: 4
      case .pages: 5
      case .series: 6
      case .average: 7
      }
    return 2 * order + (isUnknown ? 1 : 0)
  }

  /// Returns the terms by which the run is ordered.
  func terms(descending: Bool = false) -> String {
    let direction = descending ? "DESC" : "ASC"
    return isUnknown ? "id \(direction)" : "\(key.column) \(direction), id \(direction)"
  }

  /// Returns the run that contains a book, and the book's key in that run.
  static func location(_ order: BookOrder.Key, key: SQLValue) -> (run: PageRun, key: SQLValue) {
    let isUnknown = key == .null
    return (PageRun(key: order, isUnknown: isUnknown), isUnknown ? unknownKey : key)
  }

  /// The key under which the page index stores books without a key.
  static let unknownKey = SQLValue.integer(0)

  /// Returns the range of the run between two cuts, or up to the end of the run if there is no upper cut.
  func range(from lower: PageCut = .start, to upper: PageCut? = nil) -> PageRange {
    PageRange(self, from: lower, to: upper)
  }
}
