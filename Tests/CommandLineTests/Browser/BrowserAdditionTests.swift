import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CommandLineKit
@testable import catalog_cli

@Suite("Books that are added in the browser")
struct BrowserAdditionTests: BrowserTyping {
  private let new = BrowserOnlineBook(key: "OL1W", title: "Dune", owned: nil)

  private func addition(_ state: BrowserState) -> BrowserAddition? {
    if case .addition(let typed) = state.prompt { typed } else { nil }
  }

  @Test("an ISBN is added, an invalid one can be corrected, and other words are searched for")
  func words() throws {
    var state = state()
    #expect(type(letters("a978-04410135 9") + [.enter], into: &state) == [] && state.message?.isError == true)
    let corrected = [Key.backspace, .backspace] + letters("93") + [.enter]
    #expect(type(corrected, into: &state) == [.add(try ISBN("9780441013593"))] && state.prompt == nil)
    for words in ["1984", "2001: a space odyssey", "dune"] {
      expectEqual(type(letters("a\(words) ") + [.enter], into: &state), [.searchOnline(words)])
      #expect(type([.enter], into: &state) == [] && addition(state)?.pending == .search)
      #expect(type([.escape], into: &state) == [.stopAsking] && addition(state)?.text == words)
      #expect(type([.escape], into: &state) == [] && state.prompt == nil)
    }
    #expect(type(letters("a") + [.enter], into: &state) == [] && state.prompt != nil)
  }

  @Test("results for outdated words are dropped, and further typing cancels the request")
  func late() {
    var state = state()
    expectEqual(type(letters("adun") + [.enter] + letters("e"), into: &state), [.searchOnline("dun"), .stopAsking])
    state.found([new.item(by: [], year: nil)], for: "dun")
    #expect(state.picker == nil && addition(state)?.text == "dune")
    _ = type([.enter], into: &state)
    state.found([new.item(by: [], year: nil)], for: "dun")
    #expect(state.picker == nil && addition(state)?.pending == .search)
    state.askingFailed("no network")
    #expect(addition(state)?.pending == nil && addition(state)?.text == "dune" && state.message?.isError == true)
  }

  @Test("a found book is confirmed, and Esc returns to the results, then to the words, then to the list")
  func found() {
    var state = state()
    _ = type(letters("adune") + [.enter], into: &state)
    let items = [
      BrowserOnlineBook(key: "OL2W", title: "Dune II", owned: 7).item(by: ["A", "B"], year: 1970),
      new.item(by: [], year: nil),
    ]
    #expect(items[0].detail == "A, B, 1970, in the catalog as 7" && items[0].isSet && items[1].detail == "")
    state.found(items, for: "dune")
    #expect(type([.up, .enter], into: &state) == [.select(7)] && state.prompt == nil)
    expectEqual(state.message?.text, "“Dune II” is already in the catalog, as 7.")
    _ = type(letters("adune") + [.enter], into: &state)
    state.found(items, for: "dune")
    #expect(type([.down, .enter], into: &state) == [.addOnline(new)] && state.picker == nil)
    expectEqual(type([.enter], into: &state), [])
    #expect(type([.escape], into: &state) == [.stopAsking] && state.picker?.items == items)
    #expect(type([.escape], into: &state) == [] && addition(state)?.text == "dune")
    #expect(type([.escape], into: &state) == [] && state.prompt == nil)
  }

  @Test("the words are kept if another file replaces the catalog")
  func replaced() {
    var state = state()
    _ = type(letters("adune") + [.enter], into: &state)
    state.found([new.item(by: [], year: nil)], for: "dune")
    _ = type([.enter], into: &state)
    _ = state.leaveBooks()
    #expect(state.picker == nil && addition(state)?.text == "dune" && addition(state)?.pending == nil)
  }
}
