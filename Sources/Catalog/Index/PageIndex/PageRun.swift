/// Books that one range of an index holds in order: those that have the key of an order, by key and id, or those that
/// have none, by id. An order is its two runs, the known one first.
struct PageRun: Hashable, Sendable {
  let key: BookOrder.Key
  let isUnknown: Bool

  /// Every shown book is in this one.
  static let everything = PageRun(key: .added, isUnknown: false)

  static let all = BookOrder.Key.allCases.flatMap(all(of:))

  /// The runs of an order, as they follow each other.
  static func all(of key: BookOrder.Key) -> [PageRun] {
    (key.mayBeUnknown ? [false, true] : [false]).map { PageRun(key: key, isUnknown: $0) }
  }

  /// What the table calls it; a number once given stays.
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

  /// By what the run is ordered.
  func terms(descending: Bool = false) -> String {
    let direction = descending ? "DESC" : "ASC"
    return isUnknown ? "id \(direction)" : "\(key.column) \(direction), id \(direction)"
  }

  /// The place of a book in its order: the run that it is in, and what stands for its key there.
  static func place(_ order: BookOrder.Key, key: SQLValue) -> (run: PageRun, key: SQLValue) {
    let isUnknown = key == .null
    return (PageRun(key: order, isUnknown: isUnknown), isUnknown ? unknownKey : key)
  }

  /// What the books without a key share.
  static let unknownKey = SQLValue.integer(0)

  /// The books of the run between two cuts; with no upper cut, up to the end.
  func range(from lower: PageCut = .start, to upper: PageCut? = nil) -> PageRange {
    PageRange(self, from: lower, to: upper)
  }
}
