import Catalog
import CommandLineKit

/// A list to take something from: a menu, or what exists already. Letters that are typed leave what has them; where items
/// have keys of their own, a key takes its item at once.
struct BrowserPicker: Equatable, Sendable {
  /// What is taken from it.
  enum Purpose: Equatable, Sendable {
    /// How far the user is with books.
    case state(BrowserTarget)
    /// What stands first.
    case order
    /// What tags books have.
    case tags(BrowserTarget)
    /// By what fewer books are shown, and by which value of it.
    case facets
    case values(BookFacet)
    case searches
    /// All fields of a book.
    case form(Book)
    /// The words that a field can have.
    case words(BrowserField)
    /// The books that a provider has found for words.
    case online(String)

    /// Whether the catalog has to be asked for the items.
    var isOffered: Bool {
      switch self {
      case .state, .order, .facets, .words, .online: false
      case .tags, .values, .searches, .form: true
      }
    }
  }

  /// What an item stands for.
  enum Choice: Equatable, Sendable {
    case state(ReadState)
    case order(BookOrder)
    /// - Parameter isSet: whether the book has it.
    case tag(String, isSet: Bool)
    case facet(BookFacet)
    /// A condition of a query.
    case condition(String)
    case search(SavedSearch)
    case field(BrowserField)
    /// A word of a field; empty for none.
    case word(String)
    case online(BrowserOnlineBook)
    /// To save the search that is shown under this name.
    case save(String)
  }

  struct Item: Equatable, Sendable {
    let text: String
    var detail = ""
    /// What it is found by besides its text: as it is typed elsewhere.
    var otherName = ""
    /// Takes it at once.
    var key: Unicode.Scalar?
    /// Whether it is so already.
    var isSet = false
    let choice: Choice
  }

  /// What Enter and Tab do with what is found.
  enum Awaited: Equatable, Sendable {
    case taking, marking
  }

  let purpose: Purpose
  let title: String
  private(set) var items: [Item]
  /// Whether items are still being looked for.
  private(set) var isLoading: Bool
  /// What is to be done with what is found first, once it is there.
  private(set) var awaited: Awaited?
  /// What is to be taken together with what is selected.
  private(set) var marked: [Item] = []
  /// Whether the user has moved to an item: a tag that the book has is not taken away by Enter alone.
  private var isMoved = false
  private(set) var filter = LineEditor()
  private(set) var scroll = ListScroll()

  /// At the first item that is so already.
  init(_ purpose: Purpose, title: String, items: [Item]) {
    (self.purpose, self.title, self.items, isLoading) = (purpose, title, items, purpose.isOffered)
    scroll.select(items.firstIndex(where: \.isSet) ?? 0, count: items.count, height: items.count)
  }

  /// Whether items have keys, so that there is nothing to type.
  var isMenu: Bool { items.contains { $0.key != nil } }

  /// The items that have what was typed, and what that is itself where it may be something new.
  var shown: [Item] {
    // What the catalog offers may still be what had less of it. What was marked stays in sight.
    let hidden = filter.text.isEmpty ? marked.filter { mark in !self.items.contains { $0.text == mark.text } } : []
    let items = hidden + Self.matches(of: wanted, in: self.items)
    let new = [novelty].compactMap(\.self)
    if case .tags = purpose, !isTaking {
      // Who types a tag and Enter gives one: those that the book has are taken away, and come last, unless it is named whole.
      func isLast(_ item: Item) -> Bool {
        item.isSet && !wanted.isEmpty && item.text.lowercased() != wanted.lowercased()
      }
      return items.filter { !isLast($0) } + new + items.filter(isLast)
    }
    guard isTaking else { return items + new }
    return items.map { Item(text: $0.text, detail: "take away", choice: .tag($0.text, isSet: true)) }
  }

  /// Whether tags are taken away, as a minus in front says.
  private var isTaking: Bool { if case .tags = purpose { filter.text.hasPrefix("-") } else { false } }

  /// What items have to have.
  var wanted: String { isTaking ? String(filter.text.dropFirst()) : filter.text }

  /// The items that have each of the words that were typed: what was typed whole in front, then what begins so.
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

  /// A tag that no book has yet, or the name of a search.
  private var novelty: Item? {
    let text = filter.text.trimmed()
    guard !text.isEmpty, !isLoading else { return nil }
    switch purpose {
    case .tags:
      if items.contains(where: { $0.text == text }) { return nil }
      return Item(text: text, detail: "a new tag", choice: .tag(text, isSet: false))
    case .searches:
      let name = text.hasPrefix("@") ? String(text.dropFirst()) : text
      return Item(text: "@\(name)", detail: "save the search that is shown", choice: .save(name))
    case .state, .order, .facets, .values, .form, .words, .online: return nil
    }
  }

  /// Takes up what there is to take.
  mutating func offer(_ items: [Item], rows: Int) {
    (self.items, isLoading) = (items, false)
    if awaited == .marking {
      awaited = nil
      let before = wanted
      mark()
      isLoading = wanted != before
    }
    fit(rows: rows)
  }

  /// What there is to show instead of items.
  var notice: String? {
    if isLoading { return "Loading" }
    return shown.isEmpty ? "nothing of that" : nil
  }

  /// All that is taken: what was marked, and what is selected where nothing was, or something was typed since.
  var taken: [Choice] {
    let others = takesSelected ? [selected].compactMap(\.self).filter { !marked.contains($0) } : []
    return (marked + others).map(\.choice)
  }

  /// Whether several items can be taken at once.
  var takesSeveral: Bool { if case .tags = purpose { true } else { false } }

  private var takesSelected: Bool { !filter.text.isEmpty || marked.isEmpty && (isMoved || !takesSeveral) }

  /// Marks the item that is selected, or leaves it, where several can be taken. The next one can be typed then.
  private mutating func mark() {
    guard takesSeveral, let item = selected else { return }
    if let place = marked.firstIndex(of: item) { marked.remove(at: place) } else { marked.append(item) }
    guard !filter.text.isEmpty else { return }
    (filter, scroll) = (LineEditor(), ListScroll())
  }

  /// The item that is selected.
  var selected: Item? {
    let shown = shown
    return shown.indices.contains(scroll.selected) ? shown[scroll.selected] : nil
  }

  /// How many lines it takes of a screen, below the line of its title.
  func height(in rows: Int) -> Int {
    let most = max(1, rows / 2 - 2)
    // What comes in time would make it grow and shrink.
    return purpose.isOffered ? most : min(items.count, most)
  }

  /// Does what a key asks for.
  ///
  /// - Returns: what is taken; empty where nothing is yet.
  mutating func handle(_ key: Key, rows: Int) -> [Choice] {
    let before = wanted
    defer { if purpose.isOffered, wanted != before { isLoading = true } }
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

  /// Keeps what is selected in view when the screen has another size.
  mutating func fit(rows: Int) { scroll.fit(count: shown.count, height: height(in: rows)) }
}
