import Catalog
import CatalogSources

/// The orders that the menu of a list offers.
enum ListOrders {
  /// An order, as addresses have it, and in words.
  struct Offer {
    /// Empty for the usual one.
    let name: String
    let words: String
  }

  private static let orders: [BookOrder] = [
    .newestFirst, .title, .author, .series, .year, .year.descending, .rating.descending, .average.descending,
    .finished.descending, .started.descending, .pages, .pages.descending, .added,
  ]

  /// - Parameters:
  ///   - isRanked: whether some books fit what was searched for better than others.
  ///   - own: fields of the user's own, by which can be sorted, too.
  static func offered(ranked isRanked: Bool, own: OwnFields) -> [Offer] {
    let usual = Offer(name: "", words: (isRanked ? BookOrder.bestMatch : .newestFirst).words)
    let orders = isRanked ? orders : Array(orders.dropFirst())
    return [usual] + (orders + own.shown.map { BookOrder($0) }).map { Offer(name: $0.name, words: $0.words) }
  }
}

extension HTMLWriter {
  /// A choice of a menu.
  mutating func option(_ text: String, value: String, _ attributes: [HTMLAttribute]) {
    if let attribute = attributes.first {
      element(.option, .with(.value, value), attribute, text: text)
    } else {
      element(.option, .with(.value, value), text: text)
    }
  }
}
