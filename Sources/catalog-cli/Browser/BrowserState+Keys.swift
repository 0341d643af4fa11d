import Catalog
import CommandLineKit

/// What a key asks of the catalog; everything else it does to the state alone.
enum BrowserEffect: Equatable, Sendable {
  /// Shows the books that a search finds, in an order.
  case find(String, BookOrder)
  case refresh
  /// Loads what is shown from its beginning.
  case reset
  /// Of a book as it was when the title was begun.
  case setTitle(Book, String)
  case setReadState(book: Book.ID, ReadState)
  /// Takes back the last step: one that was made here, or the one that was asked about.
  case undo(HistoryStep?)
  case show(book: Book.ID)
  case showConflicts
  /// Shows the list or the tree.
  case mode(BrowserState.Mode)
  /// Opens or closes a line of the tree.
  case open(line: Int)
  case close(line: Int)
  /// Shows everything anew.
  case redraw
  case quit
}

extension BrowserState {
  /// Does what a key asks for.
  ///
  /// - Parameters:
  ///   - key: what was typed.
  ///   - row: the line that is selected; `nil` where it is not there yet, or none is.
  /// - Returns: what is to be asked of the catalog.
  mutating func handle(_ key: Key, on row: BrowserRow?) -> [BrowserEffect] {
    message = nil
    // The message that is gone may have left room.
    defer { fit() }
    if case .undo(let step) = prompt {
      prompt = nil
      return key == .character("y") ? [.undo(step)] : []
    }
    if key == .control("l") { return [.redraw] }
    switch prompt {
    case .search(let editor, let before): return handleSearch(key, editor, before)
    case .title(let editor, let book, let isStoring): return handleTitle(key, editor, book, isStoring)
    case .undo, nil: break
    }
    if panel != nil { return handlePanel(key) }
    if mode == .tree, let effect = handleTree(key, row) { return effect }
    var scroll = scroll
    if scroll.handle(key, count: count, height: height) {
      self.scroll = scroll
      return []
    }
    return handleCommand(key, row)
  }

  private mutating func handleSearch(_ key: Key, _ editor: LineEditor, _ before: String) -> [BrowserEffect] {
    var editor = editor
    switch key {
    case .enter:
      prompt = nil
      return []
    case .escape:
      prompt = nil
      return setQuery(before)
    case .up, .down, .pageUp, .pageDown, .wheelUp, .wheelDown:
      var scroll = scroll
      _ = scroll.handle(key, count: count, height: height)
      self.scroll = scroll
      return []
    default:
      guard editor.handle(key) else { return [] }
      prompt = .search(editor, before: before)
      return setQuery(editor.text)
    }
  }

  private mutating func setQuery(_ text: String) -> [BrowserEffect] {
    guard text != query else { return [] }
    query = text
    (list, tree) = (ListScroll(), ListScroll())
    if text.isEmpty { matchOrder = .bestMatch }
    return [.find(query, shownOrder)]
  }

  private mutating func changeOrder() -> [BrowserEffect] {
    if mode == .tree {
      say("the tree is sorted by author; t shows the list")
      return []
    }
    // Among what is searched for, the best match is one of the orders.
    let orders = query.isEmpty ? Self.orders : [.bestMatch] + Self.orders
    let next = orders.firstIndex(of: shownOrder).map { orders[($0 + 1) % orders.count] } ?? orders[0]
    if query.isEmpty { order = next } else { matchOrder = next }
    list = ListScroll()
    return [.find(query, shownOrder)]
  }

  private mutating func handleTitle(
    _ key: Key, _ editor: LineEditor, _ book: Book, _ isStoring: Bool
  ) -> [BrowserEffect] {
    var editor = editor
    if key == .escape {
      prompt = nil
    } else if isStoring {
      return []
    } else if key == .enter {
      prompt = .title(editor, book: book, isStoring: true)
      return [.setTitle(book, editor.text)]
    } else if editor.handle(key) {
      prompt = .title(editor, book: book, isStoring: false)
    }
    return []
  }

  private mutating func handlePanel(_ key: Key) -> [BrowserEffect] {
    switch key {
    case .character("?") where panel?.isHelp == false: (panel, covered) = (.help, panel)
    case .escape, .enter, .character("q"), .character("?"): (panel, covered) = (covered, nil)
    default:
      let (height, columns) = (height, size.columns)
      _ = panel?.handle(key, height: height, columns: columns)
    }
    return []
  }

  private mutating func handleTree(_ key: Key, _ row: BrowserRow?) -> [BrowserEffect]? {
    switch (key, row) {
    case (.right, .group(_, _, isOpen: false)): return [.open(line: tree.selected)]
    case (.right, _): return []
    case (.left, _?): return [.close(line: tree.selected)]
    case (.left, nil): return []
    case (.enter, .group(_, _, let isOpen)):
      return [isOpen ? .close(line: tree.selected) : .open(line: tree.selected)]
    default: return nil
    }
  }

  private mutating func handleCommand(_ key: Key, _ row: BrowserRow?) -> [BrowserEffect] {
    switch key {
    case .character("/"):
      prompt = .search(LineEditor(query), before: query)
    case .character("e"):
      guard let book = row?.book else { return needsBook() }
      prompt = .title(LineEditor(book.title), book: book, isStoring: false)
    case .character(" "):
      guard let book = row?.book else { return needsBook() }
      return [.setReadState(book: book.id, book.readState == .read ? .unread : .read)]
    case .character("r"):
      guard refreshing == nil else {
        say("a refresh is running")
        return []
      }
      refreshing = "refreshing"
      return [.refresh]
    case .character("R"): return [.reset]
    case .character("t"):
      mode = mode == .list ? .tree : .list
      return [.mode(mode)]
    case .character("s"): return changeOrder()
    case .enter:
      guard let book = row?.book else { return needsBook() }
      return [.show(book: book.id)]
    case .escape: return setQuery("")
    case .character("u"): return [.undo(nil)]
    case .character("c"): return [.showConflicts]
    case .character("?"): panel = .help
    case .character("q"), .control("c"): return [.quit]
    default: break
    }
    return []
  }

  private mutating func needsBook() -> [BrowserEffect] {
    say(count == 0 ? "there is no book" : "no book is selected")
    return []
  }
}
