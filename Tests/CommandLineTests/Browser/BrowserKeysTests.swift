import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CommandLineKit
@testable import catalog_cli

@Suite("Keys that change books in the browser")
struct BrowserKeysTests: BrowserTyping {
  @Test("digits rate, 0 removes the rating, and + and - change it by half a star")
  func rating() {
    var state = state()
    let target = BrowserTarget.book(dune.book!)
    let changes: [BrowserChange] = [
      .rate(4), .rate(nil), .rateByHalf(up: true), .rateByHalf(up: false),
    ]
    expectEqual(type(letters("40+-"), into: &state), changes.map { .change($0, target) })
    expectEqual(type(letters("69"), into: &state), [])
    let up = [nil, 0.5, 1, 4.3, 4.5, 5].map { BrowserChange.half(up: true, of: $0) }
    expectEqual(up, [0.5, 1, 1.5, 4.5, 5, 5])
    let down = [nil, 0.2, 0.5, 1, 4.3, 5].map { BrowserChange.half(up: false, of: $0) }
    expectEqual(down, [nil, nil, nil, 0.5, 4, 4.5])
  }

  @Test("read states are listed in a menu whose keys choose at once")
  func marking() {
    let target = BrowserTarget.book(dune.book!)
    for (key, marked) in zip("wrpfau".unicodeScalars, [ReadState.want, .reading, .paused, .read, .abandoned, .unread]) {
      var state = state()
      expectEqual(type([.character("m"), .character(key)], into: &state), [.change(.mark(marked), target)])
      #expect(state.picker == nil)
    }
    var state = state()
    #expect(type(letters("mz"), into: &state) == [] && state.picker?.selected?.choice == .state(.unread))
    expectEqual(type([.up, .enter], into: &state), [.change(.mark(.abandoned), target)])
  }

  @Test("every key in the help works there, no key has two meanings, and the help fits the context")
  func table() {
    let keys = BrowserKeys.standard
    for context in [BrowserFocus.list, .tree, .book, .conflicts, .text] {
      var seen: [Key] = []
      for binding in keys.bindings where binding.contexts.contains(context) {
        for key in binding.keys {
          #expect(!seen.contains(key), "\(key) in \(context)")
          seen.append(key)
          expectEqual(keys.command(of: key, in: context), binding.command)
        }
        #expect(!binding.help.isEmpty && !binding.label.isEmpty)
      }
      let commands = keys.bindings.filter { $0.contexts.contains(context) }.map(\.command)
      #expect(commands.contains(.help) && commands.contains(.leave))
    }
    expectEqual(Set(keys.bindings.map(\.command)), Set(BrowserCommand.allCases))
    expectEqual(keys.hints(of: .list, in: 50), "/ search  f filter  0-5 rate  ? help  q quit")
    #expect(keys.hints(of: .list, in: 20) == "? help  q quit" && keys.hints(of: .list, in: 10) == "")
    #expect(keys.help(of: .book).entries.contains { $0.label == "j →" })
    #expect(!keys.help(of: .list).entries.contains { $0.label == "j →" })
  }

  @Test("a key picks a random book, and another opens a file")
  func books() {
    var state = state()
    expectEqual(type(letters("po"), into: &state), [.pick, .openFile(of: dune.book!)])
    state.setCount(0)
    #expect(type(letters("p"), into: &state) == [] && state.message?.text == "There are no books here.")
  }

  @Test("a form and texts for the editor belong to the selected book")
  func forms() {
    var state = state()
    let book = dune.book!
    expectEqual(type(letters("E"), into: &state), [.offer(.form(book), "")])
    let field = BrowserField(.pages, of: book)
    state.picker?.offer([.init(text: "pages", choice: .field(field))], rows: 24)
    expectEqual(type([.enter] + letters("412") + [.enter], into: &state), [.endOffers, .setField(book, .pages, "412")])
    state.fieldStored(nil, of: 7)
    let texts = [BookField.review, .notes].map { BrowserEffect.editText(BrowserField($0, of: book)) }
    expectEqual(type(letters("wn"), into: &state), texts)
    expectEqual([BookField.notes, .format, .pages].map { BrowserField($0, of: book).entry }[0], .editor)
    guard case .words(let words) = BrowserField(.format, of: book).entry else { return #expect(Bool(false)) }
    #expect(words.contains("paperback"))
  }

  @Test("on a book's page keys act on that book, whatever is selected below it")
  func pageOfBook() {
    var state = state()
    let emma = Book.row(8, "Emma", by: "Jane Austen")
    state.show(BrowserPanel(title: "Emma", entries: [], kind: .book(emma)))
    expectEqual(type(letters("4m"), into: &state), [.change(.rate(4), .book(emma))])
    expectEqual(
      type(letters("w "), into: &state), [.change(.mark(.want), .book(emma)), .change(.turnRead, .book(emma))])
    expectEqual(type(letters("jk") + [.right, .left], into: &state), [1, -1, 1, -1].map { .turn(by: $0) })
    expectEqual(type(letters("e!") + [.enter], into: &state), [.setField(emma, .title, "Emma!")])
    state.fieldStored(nil, of: 8)
    #expect(type(letters("u?"), into: &state) == [.replay(.undo, confirmed: nil)] && state.panel?.kind == .help)
    state.show(BrowserPanel(title: "Emma!", entries: [], kind: .book(emma)))
    #expect(
      state.panel?.kind == .help && state.pages.first?.title == "Emma!", "what is new of it stands below the help")
    #expect(type(letters("?"), into: &state) == [] && state.panel?.title == "Emma!")
    #expect(type(letters("?qq"), into: &state) == [] && state.panel == nil)
  }

  @Test("a field that another person has changed meanwhile is stored only if Enter is pressed again")
  func overtaken() {
    var state = state()
    _ = type(letters("e!") + [.enter], into: &state)
    let now = Book.row(7, "Dune, by Frank Herbert")
    state.fieldStored("title is another by now", of: 7, now: now)
    expectEqual(state.message?.isError, true)
    expectEqual(type([.enter], into: &state), [], "typed before that could be seen")
    state.drawn()
    expectEqual(type([.enter], into: &state), [.setField(now, .title, "Dune!")])
  }
}
