import Catalog
import CommandLineKit

extension BrowserState {
  /// Returns true if the key acts on a book in the list, on its page, or on a position in the list.
  func isAboutList(_ key: Key) -> Bool {
    guard prompt == nil, picker == nil, panel == nil || panel?.book != nil,
      let command = keys.command(of: key, in: context)
    else { return false }
    return ![.search, .leave, .drop, .help, .redraw, .reload].contains(command)
  }

  /// True while the next key must wait for a result: a requested page, the items of a pick list, a text being stored,
  /// or a conflict being resolved.
  var isAwaited: Bool {
    if isAnswerAwaited { return true }
    if case .field(let typed) = prompt, typed.isStoring { return true }
    return picker?.awaited != nil || panel?.conflicts?.isDeciding == true
  }

  /// Returns true if a key must wait for the results of earlier keys.
  ///
  /// - Parameters:
  ///   - isListAwaited: True if the list does not show the result of the latest request yet.
  ///   - isRowAwaited: True if the selected row is not loaded yet. Keys that only move the selection do not wait for
  ///     the row.
  func waits(_ key: Key, isListAwaited: Bool, isRowAwaited: Bool = false) -> Bool {
    if isAwaited { return key != .control("c") }
    // Before clearing the selection, wait until it is loaded. Also wait for a pending change, which may clear it
    // anyway.
    if prompt == nil, picker == nil, keys.command(of: key, in: context) == .drop {
      return isSelecting || isListAwaited && !selectedBooks.isEmpty
    }
    return isAboutList(key) && (isListAwaited || isRowAwaited && keys.command(of: key, in: context)?.motion == nil)
  }

  /// Returns true if a key discards the earlier keys that are held back. Ctrl-C always discards them. A command that
  /// leaves the view or starts another search discards them only if they all move the selectedBooks. Otherwise, they
  /// may be text for an input line, which must not be lost.
  func isHasty(_ key: Key, after waiting: [Key]) -> Bool {
    if key == .control("c") { return true }
    func moves(_ key: Key) -> Bool { key.isWheel || keys.command(of: key, in: context)?.motion != nil }
    guard !isAwaited, prompt == nil, picker == nil, waiting.allSatisfy(moves) else { return false }
    return switch keys.command(of: key, in: context) {
    case .search, .leave, .reload: true
    // A command that only clears the selection does not move within the list, so earlier movement keys still count.
    case .drop: selectedBooks.isEmpty && !isSelecting && !query.isEmpty
    default: false
    }
  }

  /// Handles a key.
  ///
  /// - Parameters:
  ///   - key: The typed key.
  ///   - row: The selected row; `nil` if it is not loaded or no row is selected.
  /// - Returns: The actions that the caller must carry out.
  mutating func handle(_ key: Key, on row: BrowserRow?) -> [BrowserEffect] {
    if isUnseen(by: key) { return [] }
    message = nil
    // Without the message, there may be more room for the list.
    defer { fit() }
    if case .question(let question) = prompt {
      prompt = nil
      if key == .character("y") || key == .enter && question.enterMeansYes { return [question.effect] }
      if !question.isUnexpected || [.character("n"), .escape].contains(key) { return [] }
    }
    let command = keys.command(of: key, in: context)
    // A character key may be part of the text being typed.
    if command == .redraw, !key.isCharacter { return [.redraw] }
    switch prompt {
    case .search(let editor, let before): return handleSearch(key, editor, before)
    case .addition(let typed): return handleAddition(key, typed)
    case .field(let typed): return handleField(key, typed)
    case .question, nil: break
    }
    if picker != nil { return handlePicker(key) }
    if case .paste = key {
      say("Text cannot be pasted here. Press \(keys.name(of: .search)) to search.")
      return []
    }
    if let command, let effects = handle(command, key, row) { return effects }
    guard let key = command?.motion ?? (key.isWheel ? key : nil) else {
      if case .character(let typed) = key, command == nil {
        say("\u{201C}\(typed)\u{201D} does nothing here. Press \(keys.name(of: .help)) for help.")
      }
      return []
    }
    let (height, columns) = (height, size.columns)
    if let panel, let conflicts = panel.conflicts {
      self.panel = conflicts.moved(by: conflicts.steps(of: key, height: height)).page.scrolled(as: panel)
    } else if panel != nil {
      _ = panel?.handle(key, height: height, columns: columns)
    } else {
      var scroll = scroll
      if scroll.handle(key, count: count, height: height) { self.scroll = scroll }
    }
    return []
  }

  /// Returns true if the key would act on a question or input line that was not visible yet when the key was typed.
  private func isUnseen(by key: Key) -> Bool {
    if key == .control("c") { return false }
    return switch prompt {
    case .question(let question): question.isUnexpected && !question.isSeen && key == .character("y")
    case .field(let typed): !typed.isSeen && !typed.isStoring
    case .search, .addition, nil: false
    }
  }

  /// Handles a command. Returns `nil` if the command only moves the selection or scrolls.
  private mutating func handle(_ command: BrowserCommand, _ key: Key, _ row: BrowserRow?) -> [BrowserEffect]? {
    if isReadOnly, command.changesCatalog {
      say("The catalog is open read-only, so it cannot be changed.", isError: true)
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
    case .next, .previous: return turn(by: command == .next ? 1 : -1)
    case .mine, .theirs: return decide(command == .mine ? .mine : .theirs)
    case .search: prompt = .search(LineEditor(query, isSelected: true), before: query)
    case .sort: offerOrders()
    case .tree:
      mode = mode == .list ? .tree : .list
      return [.mode(mode)]
    case .conflicts: return [.showConflicts]
    case .filter: picker = .facets
    case .searches: return offer(BrowserPicker(.searches, title: "Saved searches", items: []))
    case .suggestion: return takeSuggestion()
    case .select, .range, .all: return select(command, row)
    case .rate, .more, .less, .mark, .read, .tags, .merge, .remove, .title, .form, .notes, .review:
      return edit(command, key, row)
    case .undo: return [.replay(.undo, confirmed: nil)]
    case .redo: return [.replay(.redo, confirmed: nil)]
    case .refresh:
      if refreshing == nil { return [.refresh(isConfirmed: false)] }
      say("A refresh is already running.")
    case .reload: return [.reset]
    case .help: help()
    case .leave: return leave(key)
    case .drop:
      if selectedBooks.isEmpty { return setQuery("") }
      selectedBooks = BrowserSelection()
    case .redraw: return [.redraw]
    }
    return []
  }

  private mutating func help() {
    if panel?.kind == .help {
      panel = nil
      return
    }
    pages.append(keys.help(of: context))
  }

  /// Moves to the next or previous conflict. On the page of a book, opens the next or previous book in the list. If the
  /// page was opened from the conflicts, opens the next or previous book with a conflict.
  private mutating func turn(by step: Int) -> [BrowserEffect] {
    if let panel, let conflicts = panel.conflicts {
      self.panel = conflicts.moved(by: step).page.scrolled(as: panel)
      return []
    }
    guard let index = pages.indices.dropLast().last, let conflicts = pages[index].conflicts else {
      return [.turn(by: step)]
    }
    let moved = conflicts.moved(toAnotherBook: step)
    pages[index] = moved.page.scrolled(as: pages[index])
    guard let book = moved.conflict?.book, book != panel?.book?.id else {
      say(step > 0 ? "This is the last book in conflict." : "This is the first book in conflict.")
      return []
    }
    return [.show(book: book)]
  }

  private mutating func decide(_ side: ConflictSide) -> [BrowserEffect] {
    guard let panel, var conflicts = panel.conflicts, let conflict = conflicts.conflict else { return [] }
    guard conflicts.isSeen else {
      say("You pressed the key before this conflict was visible. Nothing was decided.")
      return []
    }
    if conflicts.isChanged {
      conflicts.isChanged = false
      self.panel = conflicts.page.scrolled(as: panel)
      say("This conflict has changed meanwhile. Nothing was decided.")
      return []
    }
    conflicts.isDeciding = true
    self.panel = conflicts.page.scrolled(as: panel)
    return [.decide(conflict, side)]
  }

  private mutating func leave(_ key: Key) -> [BrowserEffect] {
    if panel == nil { return [.quit(atOnce: key == .control("c"))] }
    panel = nil
    return []
  }

  private mutating func open(_ row: BrowserRow?) -> [BrowserEffect] {
    if let conflicts = panel?.conflicts {
      guard let conflict = conflicts.conflict else { return [] }
      return [.show(book: conflict.book)]
    }
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
  /// The movement key with the same meaning as this command; `nil` if the command does not move.
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
