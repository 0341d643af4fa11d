import Catalog
import CommandLineKit

// Adding books by ISBN or from a provider's search results.

extension BrowserState {
  /// Handles a key in the input for adding a book. Enter adds the book with an ISBN, or searches for the typed words.
  /// An invalid ISBN stays in the input, so that the user can correct it.
  mutating func handleAddition(_ key: Key, _ typed: BrowserAddition) -> [BrowserEffect] {
    var typed = typed
    switch key {
    case .escape:
      guard typed.pending != nil else {
        prompt = nil
        return []
      }
      stopAsking()
      return [.stopAsking]
    case .enter:
      guard typed.pending == nil, !typed.text.isEmpty else { return [] }
      do {
        let isbn = try ISBN(typed.text)
        prompt = nil
        return [.add(isbn)]
      } catch  where typed.isNumber {
        say("\(error)", isError: true)
        return []
      } catch {
        typed.pending = .search
        prompt = .addition(typed)
        return [.searchOnline(typed.text)]
      }
    default:
      guard typed.editor.handle(key) else { return [] }
      // Editing the text cancels the pending request. Only Enter starts a new one.
      let wasPending = typed.pending != nil
      (typed.pending, typed.found) = (nil, nil)
      prompt = .addition(typed)
      return wasPending ? [.stopAsking] : []
    }
  }

  /// Cancels the request and returns to the input or to the search results, whichever was visible before.
  mutating func stopAsking() {
    guard case .addition(var typed) = prompt else { return }
    typed.pending = nil
    prompt = typed.found == nil ? .addition(typed) : nil
    if let found = typed.found { picker = found }
  }

  /// Offers the search results, unless the search has been cancelled or replaced.
  mutating func found(_ items: [BrowserPicker.Item], for text: String) {
    guard case .addition(let typed) = prompt, typed.pending == .search, typed.text == text else { return }
    stopAsking()
    if items.isEmpty { return say("Nothing found online for \u{201C}\(text)\u{201D}.") }
    prompt = nil
    picker = BrowserPicker(.online(text), title: "Found online for \u{201C}\(text)\u{201D}", items: items)
    fit()
  }

  /// Shows the reason why a request failed. The input and the search results are kept.
  mutating func askingFailed(_ reason: String) {
    stopAsking()
    say(reason, isError: true)
  }

  /// Adds one of the search results. If the book is already in the catalog, selects it instead.
  mutating func add(_ book: BrowserOnlineBook, for text: String, of found: BrowserPicker) -> [BrowserEffect] {
    if let owned = book.owned {
      say("\u{201C}\(book.title)\u{201D} is already in the catalog, as \(owned).")
      return [.select(owned)]
    }
    prompt = .addition(BrowserAddition(editor: LineEditor(text), pending: .book(book), found: found))
    return [.addOnline(book)]
  }

  /// Closes the search results and returns to the input with the search text.
  mutating func leaveFound(_ text: String) { prompt = .addition(BrowserAddition(editor: LineEditor(text))) }
}
