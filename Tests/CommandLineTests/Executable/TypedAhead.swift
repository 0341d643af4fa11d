import CatalogModel

/// A model of a user who types keys into `catalog browse` without looking. It predicts the effect of each key and
/// shares no code with the browser.
struct TypedAhead {
  /// The values of a book that keys change.
  struct Book: Codable, Equatable {
    var title: String
    var rating: Double?
    var readState: String
    var tags: [String]
  }

  /// The current search as typed.
  private enum Search: Equatable {
    case all, read, untagged
    case upTo(year: Int)

    var text: String {
      switch self {
      case .all: "\u{15}"
      case .read: "is:read"
      case .untagged: "no:tag"
      case .upTo(let year): "year:..\(year)"
      }
    }
  }

  /// A change of one book, which `u` undoes without a question. A removed book is `nil`.
  private struct Change {
    let index: Int
    let before: Book?
    let after: Book?
  }

  private static let states: [(key: String, name: String)] = [
    ("u", "unread"), ("w", "want"), ("r", "reading"), ("p", "paused"), ("f", "read"), ("a", "abandoned"),
  ]
  private static let tags = ["crimson", "azure", "gold"]
  /// Input that terminals send for unknown keys and as replies to queries.
  private static let unknown = ["\u{1B}[25~", "\u{1B}[24;80R", "\u{1B}[5^", "\u{1B}]11;rgb:1/2/3\u{7}", "\u{1B}[M !!"]
  private static let titles = [" q", "/4", "j u"]

  /// The number of typed characters that have been sent.
  private(set) var sent = 0
  /// All books in the order of the list, the newest first. The book at index n has the year 1000 + n. A removed book is
  /// `nil`.
  private var all: [Book?]
  private var search = Search.all
  /// The index of the selected line among the shown ones.
  private var line = 0
  /// The index of the book whose page is open.
  private var page: Int?
  /// The indices of the selected books in the order of their selection.
  private var marked: [Int] = []
  /// True if all shown books are selected instead of individual ones.
  private var isAllMarked = false
  /// The undo history with the next step to undo at the end. A change of several books is `nil`.
  private var done: [Change?] = []
  private var undone: [Change] = []

  /// True if another program adds books above these meanwhile. Then no key is typed whose effect depends on the number
  /// of those books.
  private let hasCompany: Bool

  /// - Parameters:
  ///   - count: The number of books.
  ///   - hasCompany: True if another program adds books above them meanwhile.
  init(count: Int, hasCompany: Bool = false) {
    self.hasCompany = hasCompany
    all = (0..<count).map { index in
      let number = index < 10 ? "0\(index)" : "\(index)"
      return Book(title: "Volume \(number)", rating: nil, readState: "unread", tags: [])
    }
  }

  /// The remaining books in the order of the list.
  var books: [Book] { all.compactMap(\.self) }

  /// The books as a file to import.
  var shelf: String {
    books.enumerated().map { index, book in
      let (month, day) = (12 - index / 28 % 12, 28 - index % 28)
      let days = [month, day].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
      let added = "\(1999 - index / 336)-\(days)T00:00:00Z"
      return "{\"title\":\"\(book.title)\",\"published\":\"\(1000 + index)\",\"added\":\"\(added)\"}\n"
    }.joined()
  }

  /// The indices of the shown books.
  private var shown: [Int] {
    all.indices.filter { index in
      guard let book = all[index] else { return false }
      return switch search {
      case .all: true
      case .read: book.readState == "read"
      case .untagged: book.tags.isEmpty
      case .upTo(let year): 1000 + index <= year
      }
    }
  }

  private var selected: Int? {
    let shown = shown
    return shown.indices.contains(line) ? shown[line] : nil
  }

  /// Records that the search was closed and that all typed text was sent.
  mutating func clearSearch(sent: Int) {
    self.sent = sent
    // The previous search was a different one.
    search = .read
    _ = look(for: .all)
  }

  /// Returns keys that move to a known position, regardless of books added above.
  mutating func begin() -> String { hasCompany ? move(3) : "" }

  /// Returns the next keys.
  mutating func type(using random: inout SplitMix64) -> String {
    if hasCompany { return typeInCompany(using: &random) }
    return switch Int.random(in: 0..<21, using: &random) {
    case 14: append(Self.titles.randomElement(using: &random) ?? "q")
    case 15: look(for: .upTo(year: 1000 + Int.random(in: -1...all.count, using: &random)))
    case 16: look(for: [.all, .read, .untagged].randomElement(using: &random) ?? .all)
    case 17: remove()
    case 18: turnPages(using: &random)
    case 19: Self.unknown.randomElement(using: &random) ?? ""
    case 20: leave()
    case let choice: choice < 4 ? move(choice) : edit(choice, using: &random)
    }
  }

  /// Returns keys that stay within the original books. They do not move to the beginning or above the first of these
  /// books, do not search all books, and do not undo another program's steps.
  private mutating func typeInCompany(using random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: move(0)
    case 2, 3: line > 0 ? move(1) : ""
    case 13: move(3)
    case 14: append(Self.titles.randomElement(using: &random) ?? "q")
    case 15: books.count > marked.count + 2 ? remove() : ""
    case 16, 17: turnPages(using: &random)
    case 18: Self.unknown.randomElement(using: &random) ?? ""
    case 19: leave()
    case let choice: edit(choice, using: &random)
    }
  }

  // MARK: Moving

  private mutating func move(_ choice: Int) -> String {
    let last = max(0, shown.count - 1)
    line = [min(line + 1, last), max(line - 1, 0), 0, last][choice]
    return ["j", "k", "g", "G"][choice]
  }

  /// Returns Esc, which clears the selection or else closes the search.
  private mutating func leave() -> String {
    if marked.isEmpty, !isAllMarked {
      guard search != .all else { return "" }
      (search, line) = (.all, 0)
    }
    (marked, isAllMarked) = ([], false)
    return "\u{1B}"
  }

  private mutating func look(for newSearch: Search) -> String {
    // Typing the current search again does not change it.
    guard newSearch != search else { return "" }
    (search, line, isAllMarked) = (newSearch, 0, false)
    return "/\(newSearch.text)\n"
  }

  /// Returns keys that open the page of the selected book, act on it, move to other pages and close it.
  private mutating func turnPages(using random: inout SplitMix64) -> String {
    page = selected
    guard page != nil else { return "" }
    var typed = "\n"
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      switch Int.random(in: 0...2, using: &random) {
      case 0: typed += turn(by: 1, "j")
      case 1: if line > 0 || !hasCompany { typed += turn(by: -1, "k") }
      default: typed += edit(Int.random(in: 4...10, using: &random), using: &random)
      }
    }
    page = nil
    return typed + "q"
  }

  private mutating func turn(by step: Int, _ key: String) -> String {
    // If the book has left the list, another one has taken its position.
    let next = selected == page || step < 0 ? line + step : line
    let shown = shown
    if shown.indices.contains(next) { (line, page) = (next, shown[next]) }
    return key
  }

  // MARK: Selecting

  private mutating func mark() -> String {
    guard let selected else { return "v" }
    if isAllMarked {
      (marked, isAllMarked) = (shown.filter { $0 != selected }, false)
    } else {
      toggle(selected)
    }
    line = min(line + 1, shown.count - 1)
    return "v"
  }

  private mutating func toggle(_ bookIndex: Int) {
    if let index = marked.firstIndex(of: bookIndex) { marked.remove(at: index) } else { marked.append(bookIndex) }
  }

  private mutating func markRange() -> String {
    guard let selected, !isAllMarked else { return "V" }
    guard let last = marked.last else {
      toggle(selected)
      return "V"
    }
    let shown = shown
    if last != selected, let first = shown.firstIndex(of: last) {
      let range = first <= line ? Array(shown[first...line]) : shown[line...first].reversed()
      marked += range.filter { !marked.contains($0) }
    }
    return "V"
  }

  private mutating func markAll() -> String {
    if isAllMarked {
      isAllMarked = false
    } else if !shown.isEmpty {
      (marked, isAllMarked) = ([], true)
    }
    return "*"
  }

  // MARK: Changing

  private mutating func edit(_ choice: Int, using random: inout SplitMix64) -> String {
    switch choice {
    case 4: return tag(Array(Self.tags.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))))
    case 5, 6:
      let stars = Int.random(in: 0...5, using: &random)
      return change("\(stars)") { $0.rating = stars == 0 ? nil : Double(stars) }
    case 7: return change("+") { $0.rating = min(5, ($0.rating ?? 0) + 0.5) }
    case 8: return change("-") { $0.rating = $0.rating.flatMap { $0 > 0.5 ? $0 - 0.5 : nil } }
    case 9: return turnRead()
    case 10:
      let state = Self.states.randomElement(using: &random) ?? Self.states[0]
      return change("m" + state.key) { $0.readState = state.name }
    case 11: return mark()
    case 12: return markRange()
    default:
      switch Int.random(in: 0...3, using: &random) {
      case 0, 1: return undo()
      case 2: return redo()
      default: return markAll()
      }
    }
  }

  /// The indices of the books that a key changes.
  private var targets: [Int] {
    if let page { return [page] }
    return (isAllMarked ? shown : marked.isEmpty ? selected.map { [$0] } ?? [] : marked).filter { all[$0] != nil }
  }

  /// Returns the keys that change the target books, including the confirmation if the change affects all or many books.
  /// Returns no keys if nothing would change, because the model does not define whether that makes a step.
  private mutating func change(_ key: String, _ change: (inout Book) -> Void) -> String {
    let isOfOne = targets.count == 1 && (page != nil || !isAllMarked)
    let asksFirst = page == nil && (isAllMarked || targets.count > 100)
    let isChanged = store(targets, isOfOne: isOfOne) { book in
      guard var changed = book else { return }
      change(&changed)
      book = changed
    }
    return isChanged ? asksFirst ? key + "y" : key : ""
  }

  /// - Returns: True if anything changed.
  private mutating func store(_ indices: [Int], isOfOne: Bool, _ change: (inout Book?) -> Void) -> Bool {
    let before = all
    var after = all
    for index in indices { change(&after[index]) }
    guard let changed = all.indices.first(where: { after[$0] != before[$0] }) else { return false }
    show(after)
    undone = []
    done.append(isOfOne ? Change(index: changed, before: before[changed], after: after[changed]) : nil)
    return true
  }

  /// Keeps the selected book selected as others appear and disappear, and selects the next one if it disappears.
  private mutating func show(_ after: [Book?]) {
    let selected = selected
    all = after
    let shown = shown
    if let selected { line = shown.count { $0 < selected } }
    line = max(0, min(line, shown.count - 1))
  }

  /// Appends to the title of the selected line, whatever else is selected.
  private mutating func append(_ text: String) -> String {
    guard let selected else { return "" }
    _ = store([selected], isOfOne: true) { $0?.title += text }
    return "e\(text)\n"
  }

  private mutating func turnRead() -> String {
    let areRead = targets.allSatisfy { all[$0]?.readState == "read" }
    return change(" ") { $0.readState = areRead ? "unread" : "read" }
  }

  /// Adds tags, each typed and, except the last, marked. A single book loses the tags that it already has.
  private mutating func tag(_ tags: [String]) -> String {
    let isOfOne = page != nil || targets.count == 1 && marked.isEmpty && !isAllMarked
    let now = targets.first.flatMap { all[$0] }?.tags ?? []
    let taken = isOfOne ? tags.filter(now.contains) : []
    return change("T\(tags.joined(separator: "\t"))\n") { book in
      book.tags = Set(book.tags + tags).filter { !taken.contains($0) }.sorted()
    }
  }

  /// Removes the selected books unless those are all.
  private mutating func remove() -> String {
    guard !isAllMarked else { return "" }
    let isOfOne = marked.isEmpty
    guard store(targets, isOfOne: isOfOne, { $0 = nil }) else { return "" }
    if !isOfOne { marked = [] }
    return "dy"
  }

  private mutating func undo() -> String {
    guard let last = done.last, let change = last else { return "" }
    done.removeLast()
    undone.append(change)
    replay(change.index, change.before)
    return "u"
  }

  private mutating func redo() -> String {
    guard let change = undone.popLast() else { return "" }
    done.append(change)
    replay(change.index, change.after)
    return "U"
  }

  private mutating func replay(_ index: Int, _ book: Book?) {
    var after = all
    after[index] = book
    show(after)
  }
}
