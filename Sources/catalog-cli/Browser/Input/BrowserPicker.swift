import Catalog
import CommandLineKit

/// A pick list: a menu, or a list of existing values from the catalog. Typing filters the items. If items have keys,
/// pressing a key picks its item immediately.
struct BrowserPicker: Equatable, Sendable {
  /// The purpose of the list.
  enum Purpose: Equatable, Sendable {
    /// The read state to set for books.
    case state(BrowserTarget)
    /// The order in which to sort the list.
    case order
    /// The tags to add to books or remove from them.
    case tags(BrowserTarget)
    /// A facet by which to filter (`facets`), or one of its values (`values`).
    case facets
    case values(BookFacet)
    case searches
    /// The field of a book to edit.
    case form(Book)
    /// The value of a field that accepts only certain words.
    case words(BrowserField)
    /// A book from the results of a search with a metadata provider.
    case online(String)

    /// True if the items are read from the catalog.
    var isOffered: Bool {
      switch self {
      case .state, .order, .facets, .words, .online: false
      case .tags, .values, .searches, .form: true
      }
    }
  }

  /// The value of an item.
  enum Choice: Equatable, Sendable {
    case state(ReadState)
    case order(BookOrder)
    /// A tag.
    ///
    /// - Parameter isSet: True if the book already has the tag.
    case tag(String, isSet: Bool)
    case facet(BookFacet)
    /// A condition of a query.
    case condition(String)
    case search(SavedSearch)
    case field(BrowserField)
    /// The new value of a field; empty to remove the value.
    case word(String)
    case online(BrowserOnlineBook)
    /// The name under which to save the current search.
    case save(String)
  }

  struct Item: Equatable, Sendable {
    let text: String
    var detail = ""
    /// An alternative text that typing also matches, such as a short form used in queries.
    var otherName = ""
    /// The key that picks the item immediately.
    var key: Unicode.Scalar?
    /// True if the item is the current value.
    var isSet = false
    let choice: Choice
  }

  /// An action that the user requested while the items were still loading.
  enum Awaited: Equatable, Sendable {
    case taking, marking
  }

  let purpose: Purpose
  let title: String
  private(set) var items: [Item]
  /// True while items are being loaded.
  private(set) var isLoading: Bool
  /// The action to carry out on the selected item as soon as the items are loaded; `nil` if there is none.
  private(set) var awaited: Awaited?
  /// Items that the user has marked, to be picked together with the selected item.
  private(set) var marked: [Item] = []
  /// True if the user has moved the selection. If not, Enter without typed text picks no tag, because that could remove
  /// a tag by accident.
  private var isMoved = false
  private(set) var filter = LineEditor()
  private(set) var scroll = ListScroll()

  /// Creates a list. If an item is the current value, selects it.
  init(_ purpose: Purpose, title: String, items: [Item]) {
    (self.purpose, self.title, self.items, isLoading) = (purpose, title, items, purpose.isOffered)
    scroll.select(items.firstIndex(where: \.isSet) ?? 0, count: items.count, height: items.count)
  }

  /// True if items have their own keys. The list then has no text input.
  var isMenu: Bool { items.contains { $0.key != nil } }

  /// The items that match the typed text. If the text can be a new value, an item for it is added.
  var shown: [Item] {
    // The loaded items may still match an earlier, shorter text. Marked items always stay visible.
    let hidden = filter.text.isEmpty ? marked.filter { mark in !self.items.contains { $0.text == mark.text } } : []
    let items = hidden + Self.matches(of: searchText, in: self.items)
    let new = [novelty].compactMap(\.self)
    if case .tags = purpose, !isTaking {
      // Enter adds a typed tag. Tags that the book already has come last, because picking one of them removes it. A tag
      // keeps its position if the user has typed its complete name.
      func isLast(_ item: Item) -> Bool {
        item.isSet && !searchText.isEmpty && item.text.lowercased() != searchText.lowercased()
      }
      return items.filter { !isLast($0) } + new + items.filter(isLast)
    }
    guard isTaking else { return items + new }
    return items.map { Item(text: $0.text, detail: "remove", choice: .tag($0.text, isSet: true)) }
  }

  /// True if the picked tags will be removed, because the typed text begins with a minus.
  private var isTaking: Bool { if case .tags = purpose { filter.text.hasPrefix("-") } else { false } }

  /// The typed text that items must match, without a leading minus for tags.
  var searchText: String { isTaking ? String(filter.text.dropFirst()) : filter.text }

  /// Returns the items that contain all of the typed words. Exact matches come first, followed by items that begin with
  /// the typed text.
  static func matches(of typed: String, in items: [Item]) -> [Item] {
    let words = typed.lowercased().split(separator: " ")
    if words.isEmpty { return items }
    let whole = words.joined(separator: " ")
    var (same, begun, others): ([Item], [Item], [Item]) = ([], [], [])
    for item in items {
      let text = item.text.lowercased()
      let otherName = item.otherName.lowercased()
      guard words.allSatisfy({ text.contains($0) || otherName.hasPrefix($0) }) else { continue }
      if text == whole || otherName == whole {
        same.append(item)
      } else if text.hasPrefix(whole) {
        begun.append(item)
      } else {
        others.append(item)
      }
    }
    return same + begun + others
  }

  /// An item for a new value: a tag that does not exist yet, or a name under which to save the search.
  private var novelty: Item? {
    let text = filter.text.trimmed()
    guard !text.isEmpty, !isLoading else { return nil }
    switch purpose {
    case .tags:
      if items.contains(where: { $0.text == text }) { return nil }
      return Item(text: text, detail: "new tag", choice: .tag(text, isSet: false))
    case .searches:
      let name = text.hasPrefix("@") ? String(text.dropFirst()) : text
      return Item(text: "@\(name)", detail: "save the current search", choice: .save(name))
    case .state, .order, .facets, .values, .form, .words, .online: return nil
    }
  }

  /// Sets the loaded items.
  mutating func offer(_ items: [Item], rows: Int) {
    (self.items, isLoading) = (items, false)
    if awaited == .marking {
      awaited = nil
      let before = searchText
      mark()
      isLoading = searchText != before
    }
    fit(rows: rows)
  }

  /// The text to show instead of the items; `nil` to show the items.
  var notice: String? {
    if isLoading { return "Loading" }
    guard shown.isEmpty else { return nil }
    if purpose == .searches { return "No saved searches yet. Type a name to save this search." }
    return filter.text.isEmpty ? "Nothing to choose from." : "Nothing matches."
  }

  /// The values of the marked items and of the selected item. The selected item counts only if no item is marked, or if
  /// the user has typed text since marking one.
  var taken: [Choice] {
    let others = takesSelected ? [selected].compactMap(\.self).filter { !marked.contains($0) } : []
    return (marked + others).map(\.choice)
  }

  /// True if several items can be picked at once.
  var takesSeveral: Bool { if case .tags = purpose { true } else { false } }

  private var takesSelected: Bool { !filter.text.isEmpty || marked.isEmpty && (isMoved || !takesSeveral) }

  /// Marks or unmarks the selected item if several items can be picked. Clears the text, so that the user can type the
  /// next item.
  private mutating func mark() {
    guard takesSeveral, let item = selected else { return }
    if let index = marked.firstIndex(of: item) { marked.remove(at: index) } else { marked.append(item) }
    guard !filter.text.isEmpty else { return }
    (filter, scroll) = (LineEditor(), ListScroll())
  }

  /// The selected item.
  var selected: Item? {
    let shown = shown
    return shown.indices.contains(scroll.selected) ? shown[scroll.selected] : nil
  }

  /// Returns the number of lines for items on the screen, not counting the title.
  func height(in rows: Int) -> Int {
    let limit = max(1, rows / 2 - 2)
    // The height is fixed while items load, so that the list does not grow and shrink.
    return purpose.isOffered ? limit : min(items.count, limit)
  }

  /// Handles a key.
  ///
  /// - Returns: The picked values; empty if nothing has been picked yet.
  mutating func handle(_ key: Key, rows: Int) -> [Choice] {
    let before = searchText
    defer { if purpose.isOffered, searchText != before { isLoading = true } }
    awaited = nil
    if isLoading, takesSelected, selected == nil {
      if key == .enter { awaited = .taking }
      if key == .control("i"), takesSeveral { awaited = .marking }
      if awaited != nil { return [] }
    }
    if key == .enter { return taken }
    if case .character(let scalar) = key, let item = items.first(where: { $0.key == scalar }) { return [item.choice] }
    if key == .control("i") {
      mark()
      return []
    }
    let count = shown.count
    switch key {
    case .character, .paste, .home, .end, .control:
      guard !isMenu, filter.handle(key) else { break }
      scroll = ListScroll()
      return []
    case .backspace, .delete, .left, .right:
      if !isMenu, filter.handle(key) { scroll = ListScroll() }
      return []
    default: break
    }
    if scroll.handle(key, count: count, height: height(in: rows)) { isMoved = true }
    return []
  }

  /// Keeps the selected item visible after the screen was resized.
  mutating func fit(rows: Int) { scroll.fit(count: shown.count, height: height(in: rows)) }
}
