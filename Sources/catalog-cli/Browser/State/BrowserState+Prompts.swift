import Catalog
import CommandLineKit

// Handling of text input.

extension BrowserState {
  mutating func handleSearch(_ key: Key, _ editor: LineEditor, _ before: String) -> [BrowserEffect] {
    var editor = editor
    switch key {
    case .enter:
      prompt = nil
      remember(query)
      return BookQuery(query).mayHoldProblems ? [.noteProblems] : []
    case .escape:
      prompt = nil
      return setQuery(before)
    case .control("i"): return takeSuggestion()
    case .up where scroll.selected == 0 || recalled(editor.text) != nil: return recall(1, editor, before)
    case .down where recalled(editor.text) != nil && scroll.selected == 0: return recall(-1, editor, before)
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

  mutating func setQuery(_ text: String) -> [BrowserEffect] {
    guard text != query else { return [] }
    query = text
    (list, tree) = (ListScroll(), ListScroll())
    if selectedBooks.all != nil { selectedBooks = BrowserSelection() }
    if text.isEmpty { matchOrder = .bestMatch }
    return [.find(query, shownOrder)]
  }

  // MARK: Earlier searches

  /// Adds a search to the front of the history, which keeps at most 100 searches.
  mutating func remember(_ text: String) {
    guard !text.trimmed().isEmpty else { return }
    earlier = [text] + earlier.filter { $0 != text }.prefix(99)
  }

  /// Returns the index of a text in the search history.
  private func recalled(_ text: String) -> Int? { earlier.firstIndex(of: text) }

  /// Recalls the next older or newer search in the history.
  private mutating func recall(_ step: Int, _ editor: LineEditor, _ before: String) -> [BrowserEffect] {
    let index = (recalled(editor.text) ?? -1) + step
    guard index < earlier.count else { return [] }
    let text = index < 0 ? "" : earlier[index]
    prompt = .search(LineEditor(text), before: before)
    return setQuery(text)
  }

  /// After a search without results, searches for the first suggestion instead.
  mutating func takeSuggestion() -> [BrowserEffect] {
    guard suggestions.query == query, let text = suggestions.texts.first else { return [] }
    if case .search(_, let before) = prompt { prompt = .search(LineEditor(text), before: before) }
    return setQuery(text)
  }

  // MARK: Fields

  mutating func handleField(_ key: Key, _ typed: FieldPrompt) -> [BrowserEffect] {
    var typed = typed
    if key == .escape {
      prompt = nil
    } else if typed.isStoring {
      return []
    } else if key == .enter {
      typed.isStoring = true
      prompt = .field(typed)
      return [.setField(typed.book, typed.field, typed.editor.text)]
    } else if typed.editor.handle(key) {
      prompt = .field(typed)
    }
    return []
  }
}
