import Catalog
import CommandLineKit

extension BrowserState {
  /// Whether a key, typed now, is about what is in the list: a book, or a place.
  func isAboutList(_ key: Key) -> Bool {
    guard prompt == nil, picker == nil, panel == nil, let command = keys.command(of: key, in: place) else {
      return false
    }
    return ![.search, .leave, .drop, .help, .redraw, .reload].contains(command)
  }

  /// Whether something is awaited that was taken or typed, and ended with Enter.
  var isAwaited: Bool {
    if case .field(let typed) = prompt, typed.isStoring { return true }
    return picker?.isAwaited == true
  }

  /// Whether a key has to wait for what the keys before it asked for.
  ///
  /// - Parameter isListAwaited: whether the list is not yet the one that was asked for.
  func waits(_ key: Key, isListAwaited: Bool) -> Bool {
    isAwaited ? key != .control("c") : isListAwaited && isAboutList(key)
  }

  /// Whether a key ends the waiting of those before it, when it is typed while they wait.
  func isHasty(_ key: Key) -> Bool { isAwaited ? [.escape, .control("c")].contains(key) : !isAboutList(key) }

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
    if case .question(let question) = prompt {
      prompt = nil
      return key == .character("y") || key == .enter && question.enterMeansYes ? [question.effect] : []
    }
    let command = keys.command(of: key, in: place)
    // A character may be part of what is typed.
    if command == .redraw, !key.isCharacter { return [.redraw] }
    switch prompt {
    case .search(let editor, let before): return handleSearch(key, editor, before)
    case .addition(let typed): return handleAddition(key, typed)
    case .field(let typed): return handleField(key, typed)
    case .question, nil: break
    }
    if picker != nil { return handlePicker(key) }
    if case .paste = key {
      say("nothing takes a pasted text here; \(keys.name(of: .search)) searches")
      return []
    }
    if let command, let effects = handle(command, key, row) { return effects }
    guard let key = command?.motion ?? (key.isWheel ? key : nil) else {
      if case .character(let typed) = key, command == nil {
        say("\(typed) means nothing here; \(keys.name(of: .help)) shows the keys")
      }
      return []
    }
    let (height, columns) = (height, size.columns)
    if panel != nil {
      _ = panel?.handle(key, height: height, columns: columns)
    } else {
      var scroll = scroll
      if scroll.handle(key, count: count, height: height) {
        self.scroll = scroll
        isPlaceChosen = key != .home
      }
    }
    return []
  }

  /// Does what a command asks for; `nil` where that is left to what scrolls.
  private mutating func handle(_ command: BrowserCommand, _ key: Key, _ row: BrowserRow?) -> [BrowserEffect]? {
    if isReadOnly, command.changesCatalog {
      say("the catalog is open for reading only: nothing can be changed", isError: true)
      return []
    }
    switch command {
    case .up, .down, .pageUp, .pageDown, .first, .last: return nil
    case .expand, .collapse: return handleTree(command, row)
    case .open: return open(row)
    case .pick: return count > 0 ? [.pick] : needsBook()
    case .file:
      guard let book = panel?.book ?? row?.book else { return needsBook() }
      return [.openFile(of: book)]
    case .add: prompt = .addition(BrowserAddition())
    case .next: return [.turn(by: 1)]
    case .previous: return [.turn(by: -1)]
    case .search: prompt = .search(LineEditor(query, isSelected: true), before: query)
    case .sort: offerOrders()
    case .tree:
      mode = mode == .list ? .tree : .list
      return [.mode(mode)]
    case .conflicts: return [.showConflicts]
    case .filter: picker = .facets
    case .searches: return offer(BrowserPicker(.searches, title: "Saved searches", items: []))
    case .suggestion: return takeSuggestion()
    case .select, .range, .all:
      isPlaceChosen = true
      return select(command, row)
    case .rate, .more, .less, .mark, .read, .tags, .merge, .remove, .title, .form, .notes, .review:
      isPlaceChosen = true
      return edit(command, key, row)
    case .undo: return [.replay(.undo, asked: nil)]
    case .redo: return [.replay(.redo, asked: nil)]
    case .refresh:
      if refreshing == nil { return [.refresh(asked: false)] }
      say("a refresh is running")
    case .reload: return [.reset]
    case .help: help()
    case .leave: return leave()
    case .drop:
      if marks.isEmpty { return setQuery("") }
      marks = BrowserMarks()
    case .redraw: return [.redraw]
    }
    return []
  }

  private mutating func help() {
    if panel?.kind == .help { return close() }
    (panel, covered) = (keys.help(of: place), panel)
  }

  private mutating func leave() -> [BrowserEffect] {
    if panel == nil { return [.quit] }
    close()
    return []
  }

  private mutating func close() { (panel, covered) = (covered, nil) }

  private mutating func open(_ row: BrowserRow?) -> [BrowserEffect] {
    if mode == .tree, case .group(_, _, let isOpen)? = row {
      return [isOpen ? .close(line: tree.selected) : .open(line: tree.selected)]
    }
    guard let book = row?.book else { return needsBook() }
    return [.show(book: book.id)]
  }

  private func handleTree(_ command: BrowserCommand, _ row: BrowserRow?) -> [BrowserEffect] {
    switch (command, row) {
    case (.expand, .group(_, _, isOpen: false)): [.open(line: tree.selected)]
    case (.collapse, _?): [.close(line: tree.selected)]
    default: []
    }
  }
}

extension BrowserCommand {
  /// The key by which what scrolls knows it.
  fileprivate var motion: Key? {
    switch self {
    case .up: .up
    case .down: .down
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .first: .home
    case .last: .end
    default: nil
    }
  }
}

extension Key {
  fileprivate var isCharacter: Bool { if case .character = self { true } else { false } }
  fileprivate var isWheel: Bool { self == .wheelUp || self == .wheelDown }
}
