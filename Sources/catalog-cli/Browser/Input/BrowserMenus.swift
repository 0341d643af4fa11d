import Catalog
import CatalogSources

// Pick lists with a fixed set of items.

extension BrowserPicker {
  /// Returns the pick list of read states, each with its own key.
  ///
  /// - Parameter now: The current read state.
  static func states(of target: BrowserTarget, now: ReadState?) -> BrowserPicker {
    // No day is stored for several books.
    let today = target.isSingle ? " today" : ""
    let states: [(ReadState, Unicode.Scalar, String)] = [
      (.want, "w", "on your list to read"), (.reading, "r", "started\(today)"),
      (.paused, "p", "stopped for a while"), (.read, "f", "finished\(today)"),
      (.abandoned, "a", "gave up\(today)"), (.unread, "u", "not started"),
    ]
    let items = states.map { state, key, words in
      Item(text: state.rawValue, detail: words, key: key, isSet: state == now, choice: .state(state))
    }
    return BrowserPicker(.state(target), title: "Reading status", items: items)
  }

  /// The pick list of criteria by which the user can filter.
  static var facets: BrowserPicker {
    // The menu fits small terminals. A number of pages is typed, as in `pages:..300`.
    let items = BookFacet.all.filter { $0 != .pages }.map {
      Item(text: $0.words, otherName: $0.name, choice: .facet($0))
    }
    return BrowserPicker(.facets, title: "Filter by …", items: items)
  }

  /// Returns the pick list of a field's allowed values. The last item removes the value.
  static func words(_ words: [String], of field: BrowserField) -> BrowserPicker {
    let items = words.map { Item(text: $0, isSet: $0 == field.text, choice: .word($0)) }
    return BrowserPicker(
      .words(field), title: "\(field.name) of \(field.book.title)",
      items: items + [Item(text: "none", isSet: field.text.isEmpty, choice: .word(""))])
  }

  /// Returns the pick list of sort orders.
  ///
  /// - Parameter now: The current sort order.
  static func orders(_ orders: [BookOrder], now: BookOrder) -> BrowserPicker {
    let items = orders.map { order in
      let name = order.name.hasPrefix("-") ? String(order.name.dropFirst()) : order.name
      return Item(text: order.words, otherName: name, isSet: order == now, choice: .order(order))
    }
    return BrowserPicker(.order, title: "Sort by …", items: items)
  }
}
