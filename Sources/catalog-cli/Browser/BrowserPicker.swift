import Catalog
import CommandLineKit

/// A pick list: a menu, or existing values of the catalog. Typing filters the items. If items have keys of their own,
/// pressing one picks its item at once.
struct BrowserPicker: Equatable, Sendable {
  /// The purpose of the list.
  enum Purpose: Equatable, Sendable {
    /// The read state of books.
    case state(BrowserTarget)
    /// The order of the list.
    case order
    /// The tags of books.
    case tags(BrowserTarget)
    /// The facet by which to filter, and the value of a facet.
    case facets
    case values(BookFacet)
    case searches
    /// The fields of a book.
    case form(Book)
    /// The words that a field can have.
    case words(BrowserField)
    /// The results of a search with a provider.
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
    /// - Parameter isSet: True if the book has the tag.
    case tag(String, isSet: Bool)
    case facet(BookFacet)
    /// A condition of a query.
    case condition(String)
    case search(SavedSearch)
    case field(BrowserField)
    /// A word for a field; empty for none.
    case word(String)
    case online(BrowserOnlineBook)
    /// The name under which to save the displayed search.
    case save(String)
  }

  struct Item: Equatable, Sendable {
    let text: String
    var detail = ""
    /// Another text that finds the item, as typed elsewhere.
    var otherName = ""
    /// The key that picks the item at once.
    var key: Unicode.Scalar?
    /// True if the item is the current value.
    var isSet = false
    let choice: Choice
  }

  /// An action that waits for the items to load.
  enum Awaited: Equatable, Sendable {
    case taking, marking
  }

  let purpose: Purpose
  let title: String
  private(set) var items: [Item]
  /// True while items are being loaded.
  private(set) var isLoading: Bool
  /// The action to apply to the first item found, once it is loaded.
  private(set) var awaited: Awaited?
  /// Items marked to be picked together with the selected one.
  private(set) var marked: [Item] = []
  /// True if the user has moved the selection. Enter alone does not remove a tag that the book has.
  private var isMoved = false
  private(set) var filter = LineEditor()
  private(set) var scroll = ListScroll()

  /// Creates a list with the first current value selected.
  init(_ purpose: Purpose, title: String, items: [Item]) {
    (self.purpose, self.title, self.items, isLoading) = (purpose, title, items, purpose.isOffered)
    scroll.select(items.firstIndex(where: \.isSet) ?? 0, count: items.count, height: items.count)
  }

  /// True if items have keys, so that there is no text to type.
  var isMenu: Bool { items.contains { $0.key != nil } }

  /// The items that match the typed text, followed by the text itself if it may be a new value.
  var shown: [Item] {
    // The loaded items may still be those for a shorter text. Marked items stay visible.
    let hidden = filter.text.isEmpty ? marked.filter { mark in !self.items.contains { $0.text == mark.text } } : []
    let items = hidden + Self.matches(of: searchText, in: self.items)
    let new = [novelty].compactMap(\.self)
    if case .tags = purpose, !isTaking {
      // Typing a tag and pressing Enter adds it. Tags that the book already has come last, because picking them removes
      // them, unless the complete tag was typed.
      func isLast(_ item: Item) -> Bool {
        item.isSet && !searchText.isEmpty && item.text.lowercased() != searchText.lowercased()
      }
      return items.filter { !isLast($0) } + new + items.filter(isLast)
    }
    guard isTaking else { return items + new }
    return items.map { Item(text: $0.text, detail: "remove", choice: .tag($0.text, isSet: true)) }
  }

  /// True if tags are being removed, as a leading minus indicates.
  private var isTaking: Bool { if case .tags = purpose { filter.text.hasPrefix("-") } else { false } }

  /// The text that items must match.
  var searchText: String { isTaking ? String(filter.text.dropFirst()) : filter.text }

  /// Returns the items that contain all of the typed words. Exact matches come first, then items that begin with the
  /// text.
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

  /// A tag that does not exist yet, or a name for the search.
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

  /// The text to show instead of items.
  var notice: String? {
    if isLoading { return "Loading" }
    guard shown.isEmpty else { return nil }
    if purpose == .searches { return "No saved searches yet. Type a name to save this search." }
    return filter.text.isEmpty ? "Nothing to choose from." : "Nothing matches."
  }

  /// The picked values: the marked items, and the selected one if nothing is marked or text has been typed since.
  var taken: [Choice] {
    let others = takesSelected ? [selected].compactMap(\.self).filter { !marked.contains($0) } : []
    return (marked + others).map(\.choice)
  }

  /// True if several items can be picked at once.
  var takesSeveral: Bool { if case .tags = purpose { true } else { false } }

  private var takesSelected: Bool { !filter.text.isEmpty || marked.isEmpty && (isMoved || !takesSeveral) }

  /// Marks or unmarks the selected item if several can be picked, and clears the text for the next one.
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
    // A fixed height, because the list would otherwise grow and shrink as items load.
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
