import Catalog
import CatalogSources

/// The sort orders in the menu of a list.
enum ListOrders {
  /// A sort order in the menu, with its name in addresses and its label.
  struct Offer {
    /// The name; empty for the default order.
    let name: String
    let words: String
  }

  private static let orders: [BookOrder] = [
    .newestFirst, .title, .author, .series, .year, .year.descending, .edition, .edition.descending,
    .rating.descending, .average.descending, .finished.descending, .started.descending, .pages, .pages.descending,
    .added,
  ]

  /// Returns the sort orders to offer.
  ///
  /// - Parameters:
  ///   - isRanked: True if some books match the search better than others.
  ///   - own: The user-defined fields. Lists can also be sorted by these.
  static func offered(ranked isRanked: Bool, own: OwnFields) -> [Offer] {
    let defaultOffer = Offer(name: "", words: (isRanked ? BookOrder.bestMatch : .newestFirst).label)
    let orders = isRanked ? orders : Array(orders.dropFirst())
    return [defaultOffer] + (orders + own.shown.map { BookOrder($0) }).map { Offer(name: $0.name, words: $0.label) }
  }
}

extension HTMLWriter {
  /// Writes an option of a menu.
  mutating func option(_ text: String, value: String, _ attributes: [HTMLAttribute]) {
    if let attribute = attributes.first {
      element(.option, .with(.value, value), attribute, text: text)
    } else {
      element(.option, .with(.value, value), text: text)
    }
  }
}
