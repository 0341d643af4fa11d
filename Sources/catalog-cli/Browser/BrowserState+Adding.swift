import Catalog
import CommandLineKit

// Adding books by ISBN or from a provider's search results.

extension BrowserState {
  /// Handles a key while a book is being added. Enter adds an ISBN or searches for words. An invalid ISBN can be
  /// corrected.
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
      // After an edit, only Enter starts a new request.
      let wasPending = typed.pending != nil
      (typed.pending, typed.found) = (nil, nil)
      prompt = .addition(typed)
      return wasPending ? [.stopAsking] : []
    }
  }

  /// Returns to the input before the request: the words or the search results.
  mutating func stopAsking() {
    guard case .addition(var typed) = prompt else { return }
    typed.pending = nil
    prompt = typed.found == nil ? .addition(typed) : nil
    if let found = typed.found { picker = found }
  }

  /// Offers the search results if the request is still current.
  mutating func found(_ items: [BrowserPicker.Item], for text: String) {
    guard case .addition(let typed) = prompt, typed.pending == .search, typed.text == text else { return }
    stopAsking()
    if items.isEmpty { return say("Nothing found online for \u{201C}\(text)\u{201D}.") }
    prompt = nil
    picker = BrowserPicker(.online(text), title: "Found online for \u{201C}\(text)\u{201D}", items: items)
    fit()
  }

  /// Shows why a request failed. The input and the search results are kept.
  mutating func askingFailed(_ reason: String) {
    stopAsking()
    say(reason, isError: true)
  }

  /// Adds one of the search results, or selects it if it is already in the catalog.
  mutating func add(_ book: BrowserOnlineBook, for text: String, of found: BrowserPicker) -> [BrowserEffect] {
    if let owned = book.owned {
      say("\u{201C}\(book.title)\u{201D} is already in the catalog, as \(owned).")
      return [.select(owned)]
    }
    prompt = .addition(BrowserAddition(editor: LineEditor(text), pending: .book(book), found: found))
    return [.addOnline(book)]
  }

  /// Returns from the search results to the words.
  mutating func leaveFound(_ text: String) { prompt = .addition(BrowserAddition(editor: LineEditor(text))) }
}
