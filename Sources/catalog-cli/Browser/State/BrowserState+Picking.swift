import Catalog
import CommandLineKit

// Handling of pick lists.

extension BrowserState {
  mutating func handlePicker(_ key: Key) -> [BrowserEffect] {
    guard let open = picker else { return [] }
    if [.escape, .control("c")].contains(key) {
      picker = nil
      if case .online(let text) = open.purpose { leaveFound(text) }
      return open.purpose.isOffered ? [.endOffers] : []
    }
    let rows = size.rows
    let choices = picker?.handle(key, rows: rows) ?? []
    guard !choices.isEmpty else {
      if key == .enter, open.takesSeveral, open.taken.isEmpty, picker?.awaited == nil { return takeNothing() }
      guard let picker, picker.purpose.isOffered, picker.searchText != open.searchText else { return [] }
      return [.offer(picker.purpose, picker.searchText)]
    }
    return close(taking: choices)
  }

  private mutating func close(taking choices: [BrowserPicker.Choice]) -> [BrowserEffect] {
    guard let open = picker else { return [] }
    picker = nil
    return (open.purpose.isOffered ? [.endOffers] : []) + take(choices, for: open)
  }

  /// Sets the items of the pick list. If the user pressed Enter while the items were loading, picks the selected item
  /// now.
  mutating func offered(_ items: [BrowserPicker.Item]) -> [BrowserEffect] {
    let rows = size.rows
    let before = picker?.searchText
    picker?.offer(items, rows: rows)
    defer { fit() }
    guard let picker else { return [] }
    // Marking a tag clears the text, so the list must be filled again for the next tag.
    if picker.searchText != before { return [.offer(picker.purpose, picker.searchText)] }
    guard picker.awaited == .taking else { return [] }
    if !picker.taken.isEmpty { return close(taking: picker.taken) }
    return picker.takesSeveral ? takeNothing() : []
  }

  private mutating func takeNothing() -> [BrowserEffect] {
    say("No tag was changed.")
    picker = nil
    return [.endOffers]
  }

  /// Opens a pick list and requests its items from the catalog.
  mutating func offer(_ list: BrowserPicker) -> [BrowserEffect] {
    picker = list
    return [.offer(list.purpose, "")]
  }

  private mutating func take(_ choices: [BrowserPicker.Choice], for open: BrowserPicker) -> [BrowserEffect] {
    switch (choices[0], open.purpose) {
    case (.state(let state), .state(let target)): return make(.mark(state), target)
    case (.tag, .tags(let target)): return tag(choices, target)
    case (.order(let order), _): return show(in: order)
    case (.facet(let facet), _):
      return offer(BrowserPicker(.values(facet), title: "Which \(facet.words)?", items: []))
    case (.condition(let condition), _):
      let narrowed = BookQuery.text(query, and: condition)
      remember(narrowed)
      return setQuery(narrowed)
    case (.search(let search), _):
      if let order = search.order.flatMap({ try? BookOrder($0) }) { matchOrder = order }
      return setQuery("@\(search.name)")
    case (.field(let field), _): return edit(field)
    case (.word(let word), .words(let field)): return [.setField(field.book, field.field, word)]
    case (.online(let book), .online(let text)): return add(book, for: text, of: open)
    case (.save(let name), _): return [.saveSearch(name: name)]
    case (.state, _), (.tag, _), (.word, _), (.online, _): return []
    }
  }

  private mutating func edit(_ field: BrowserField) -> [BrowserEffect] {
    switch field.entry {
    case .line: prompt = .field(FieldPrompt(field))
    case .words(let words): picker = .words(words, of: field)
    case .editor: return [.editText(field)]
    }
    return []
  }

  /// Adds the picked tags that the book does not have yet, and removes those that it has. If the user typed a leading
  /// minus, removes all picked tags.
  private mutating func tag(_ choices: [BrowserPicker.Choice], _ target: BrowserTarget) -> [BrowserEffect] {
    var (given, taken): ([String], [String]) = ([], [])
    for case .tag(let tag, let isSet) in choices {
      if isSet { taken.append(tag) } else { given.append(tag) }
    }
    return make(.tag(give: given, take: taken), target)
  }

  // MARK: Orders

  mutating func offerOrders() {
    if mode == .tree { return say("The tree is sorted by author. Press \(keys.name(of: .tree)) for the list.") }
    // In a ranked search, the user can also sort by best match.
    picker = .orders(isRanked ? [.bestMatch] + Self.orders : Self.orders, now: shownOrder)
  }

  private mutating func show(in chosen: BookOrder) -> [BrowserEffect] {
    guard chosen != shownOrder else { return [] }
    if isRanked { matchOrder = chosen } else { order = chosen }
    list = ListScroll()
    return [.find(query, shownOrder)]
  }
}
