import Catalog
import CommandLineKit

// Books that are added: by an ISBN, or from what a provider of metadata finds for words.

extension BrowserState {
  /// Adds the book of an ISBN, or asks for words; an ISBN that is none can still be mended.
  mutating func handleAddition(_ key: Key, _ typed: BrowserAddition) -> [BrowserEffect] {
    var typed = typed
    switch key {
    case .escape:
      guard typed.asked != nil else {
        prompt = nil
        return []
      }
      stopAsking()
      return [.stopAsking]
    case .enter:
      guard typed.asked == nil, !typed.text.isEmpty else { return [] }
      do {
        let isbn = try ISBN(typed.text)
        prompt = nil
        return [.add(isbn)]
      } catch  where typed.isNumber {
        say("\(error)", isError: true)
        return []
      } catch {
        typed.asked = .search
        prompt = .addition(typed)
        return [.searchOnline(typed.text)]
      }
    default:
      guard typed.editor.handle(key) else { return [] }
      // Other words are asked for by Enter.
      let wasAsked = typed.asked != nil
      (typed.asked, typed.found) = (nil, nil)
      prompt = .addition(typed)
      return wasAsked ? [.stopAsking] : []
    }
  }

  /// Goes back to what an answer was waited for with: the words, or what was found for them.
  mutating func stopAsking() {
    guard case .addition(var typed) = prompt else { return }
    typed.asked = nil
    prompt = typed.found == nil ? .addition(typed) : nil
    if let found = typed.found { picker = found }
  }

  /// Offers what was found for words, if those are still asked for.
  mutating func found(_ items: [BrowserPicker.Item], for text: String) {
    guard case .addition(let typed) = prompt, typed.asked == .search, typed.text == text else { return }
    stopAsking()
    if items.isEmpty { return say("nothing is found online for \u{201C}\(text)\u{201D}") }
    prompt = nil
    picker = BrowserPicker(.online(text), title: "Found online for \u{201C}\(text)\u{201D}", items: items)
    fit()
  }

  /// Says why there is no answer; what was typed or found stays.
  mutating func askingFailed(_ reason: String) {
    stopAsking()
    say(reason, isError: true)
  }

  /// Takes one of the books that were found: one that is there already is only gone to.
  mutating func add(_ book: BrowserOnlineBook, for text: String, of found: BrowserPicker) -> [BrowserEffect] {
    if let owned = book.owned {
      say("\u{201C}\(book.title)\u{201D} is in the catalog already, as \(owned)")
      return [.select(owned)]
    }
    prompt = .addition(BrowserAddition(editor: LineEditor(text), asked: .book(book), found: found))
    return [.addOnline(book)]
  }

  /// Goes back from what was found to the words.
  mutating func leaveFound(_ text: String) { prompt = .addition(BrowserAddition(editor: LineEditor(text))) }
}
