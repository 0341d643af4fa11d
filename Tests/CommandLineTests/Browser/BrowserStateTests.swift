import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CommandLineKit
@testable import catalog_cli

@Suite("Keys in the browser")
struct BrowserStateTests: BrowserTyping {
  @Test("a search runs while it is typed, Enter keeps it, and Esc restores the previous one")
  func search() {
    var state = state()
    expectEqual(type(letters("/wa"), into: &state), [.find("w", .bestMatch), .find("wa", .bestMatch)])
    expectEqual(type([.enter], into: &state), [])
    #expect(state.prompt == nil && state.query == "wa")
    expectEqual(type(letters("/x") + [.escape], into: &state), [.find("x", .bestMatch), .find("wa", .bestMatch)])
    expectEqual(type(letters("/") + [.end] + letters("x") + [.escape], into: &state).first, .find("wax", .bestMatch))
    expectEqual(type([.escape], into: &state), [.find("", .newestFirst)])
    expectEqual(type([.escape], into: &state), [])
  }

  @Test("letters are text and arrows move while a search is typed")
  func typingMoves() {
    var state = state()
    expectEqual(type(letters("/q") + [.down, .down], into: &state), [.find("q", .bestMatch)])
    expectEqual(state.list.selected, 2)
    expectEqual(type([.left, .home], into: &state), [])
    expectEqual(state.query, "q")
  }

  @Test("a search selects its first match")
  func searchFromTop() {
    var state = state()
    _ = type([.end] + letters("/x"), into: &state)
    expectEqual(state.list, ListScroll())
  }

  @Test("a title is edited in place and stored by Enter, and Esc discards the edit")
  func title() {
    var state = state()
    expectEqual(type(letters("e!") + [.enter], into: &state), [.setField(dune.book!, .title, "Dune!")])
    expectEqual(type(letters("x") + [.enter], into: &state), [])
    state.fieldStored(nil, of: 7)
    #expect(state.prompt == nil)
    expectEqual(type(letters("e?") + [.escape], into: &state), [])
    #expect(state.prompt == nil)
  }

  @Test("a rejected title can still be edited, and the reason is shown")
  func refusedTitle() {
    var state = state()
    _ = type([.character("e"), .control("u"), .enter], into: &state)
    state.fieldStored("a title is not empty", of: 7)
    expectEqual(
      type(letters("j4") + [.enter], into: &state), [], "keys that were meant for the list are none of the title")
    expectEqual(state.message, BrowserState.Message(text: "a title is not empty", isError: true))
    state.drawn()
    expectEqual(type(letters("D") + [.enter], into: &state), [.setField(dune.book!, .title, "D")])
    #expect(state.message == nil)
  }

  @Test("an edit that is left while it is being stored stays closed")
  func leftTitle() {
    var state = state()
    _ = type([.character("e"), .enter, .escape], into: &state)
    state.fieldStored("too late", of: 7)
    #expect(state.prompt == nil && state.message == nil)
  }

  @Test("the result of one edit affects neither another title being edited nor a new edit of the same title")
  func otherTitle() {
    var state = state()
    _ = type([.character("e"), .enter, .escape] + letters("e!"), into: &state)
    let typed = state
    state.fieldStored(nil, of: 7)
    state.fieldStored("too long", of: 7)
    expectEqual(state, typed, "it is not being stored")
    _ = type([.enter], into: &state)
    let stored = state
    state.fieldStored("too long", of: 8)
    expectEqual(state, stored)
    #expect(state.leaveBooks() == "Dune!" && state.prompt == nil)
    #expect(state.leaveBooks() == nil)
  }

  @Test("a key without a command is answered with the location of the keys")
  func unknownKeys() {
    var state = state()
    expectEqual(type(letters("x"), into: &state), [])
    expectEqual(state.message?.text, "“x” does nothing here. Press ? for help.")
    #expect(type([.down], into: &state) == [] && state.message == nil)
    #expect(type([.control("x"), .right], into: &state) == [] && state.message == nil)
  }

  @Test("space marks a book as read, and a read one as unread")
  func readState() {
    var state = state()
    let read = BrowserRow.book(.row(8, "Emma", state: .read), .notAsked)
    expectEqual(type([.character(" ")], into: &state), [.change(.turnRead, .book(dune.book!))])
    expectEqual(type([.character(" ")], into: &state, on: read), [.change(.turnRead, .book(read.book!))])
  }

  @Test("an order is chosen from a menu by arrows or by typing; the current order is first")
  func orders() {
    var state = state()
    expectEqual(type(letters("s") + [.down, .enter], into: &state), [.find("", BrowserState.orders[1])])
    #expect(state.picker == nil && state.order == BookOrder(.title))
    expectEqual(type(letters("sser") + [.enter], into: &state), [.find("", BookOrder(.series))])
    _ = type(letters("s"), into: &state)
    expectEqual(state.picker?.selected?.choice, .order(BookOrder(.series)))
    expectEqual(type([.enter], into: &state), [], "it is shown already")
    #expect(type(letters("stitle") + [.escape, .down], into: &state) == [] && state.list.selected == 1)
    #expect(type(letters("snonsense") + [.enter], into: &state) == [] && state.picker != nil, "nothing is so called")
  }

  @Test("the best match is first among the orders of a search, and the list's own order returns afterwards")
  func ordersOfMatches() {
    var state = state()
    _ = type(letters("s") + [.down, .enter], into: &state)
    expectEqual(type(letters("/x") + [.enter], into: &state), [.find("x", .bestMatch)])
    expectEqual(type(letters("s") + [.down, .enter], into: &state), [.find("x", .newestFirst)])
    expectEqual(type(letters("sbest match") + [.enter], into: &state), [.find("x", .bestMatch)])
    expectEqual(type([.escape], into: &state), [.find("", BrowserState.orders[1])])
    expectEqual(
      type(letters("/y") + [.enter], into: &state), [.find("y", .bestMatch)], "and the next search begins anew")
  }

  @Test("the tree has one order")
  func orderOfTree() {
    var state = state()
    _ = type(letters("t"), into: &state)
    expectEqual(type(letters("s"), into: &state), [])
    expectEqual(state.message?.text, "The tree is sorted by author. Press t for the list.")
  }

  @Test("keys refresh, reset, undo, show conflicts and quit")
  func commands() {
    var state = state()
    expectEqual(type(letters("r"), into: &state), [.refresh(isConfirmed: false)])
    state.refreshing = "refreshing"
    expectEqual(type(letters("r"), into: &state), [])
    expectEqual(
      type(letters("RuU") + [.control("r")] + letters("cq"), into: &state),
      [
        .reset, .replay(.undo, confirmed: nil), .replay(.redo, confirmed: nil), .replay(.redo, confirmed: nil),
        .showConflicts, .quit(atOnce: false),
      ])
    expectEqual(type([.control("l")], into: &state), [.redraw])
    expectEqual(type([.other, .character("x")], into: &state), [])
  }

  private let step = HistoryStep(
    id: 4, at: .now, kind: .import, summary: "imported 2 books from x", state: .done, isByItself: false, person: nil,
    command: nil)

  @Test("a step from elsewhere is undone only by y, and by no key once the question has gone")
  func asking() {
    var state = state()
    state.ask(.replay(.undo, step, isUnexpected: false))
    expectEqual(state.message?.text, "Undo “imported 2 books from x”? y: yes, any other key: no")
    #expect(type(letters("y"), into: &state) == [.replay(.undo, confirmed: step)] && state.message == nil)
    for key in letters("uq ") + [.enter, .escape, .control("l"), .control("c")] {
      state.ask(.replay(.undo, step, isUnexpected: false))
      #expect(type([key], into: &state) == [] && state.message == nil && state.prompt == nil)
    }
    state.ask(.replay(.undo, step, isUnexpected: false))
    state.say("2 added")
    expectEqual(type(letters("y"), into: &state), [], "something else stands there")
    state.ask(.replay(.undo, step, isUnexpected: false))
    #expect(state.leaveBooks() == nil && type(letters("y"), into: &state) == [], "of another file")
    state.ask(.replay(.redo, step, isUnexpected: false))
    expectEqual(state.message?.text, "Redo “imported 2 books from x”? y: yes, any other key: no")
    expectEqual(type(letters("y"), into: &state), [.replay(.redo, confirmed: step)])
    _ = type(letters("/"), into: &state)
    state.ask(.replay(.undo, step, isUnexpected: false))
    expectEqual(type(letters("y"), into: &state), [.find("y", .bestMatch)], "what is typed meanwhile goes on")
  }

  @Test("an unexpected question takes only keys typed after it was shown and blocks nothing")
  func unexpected() {
    var state = state()
    state.ask(.replay(.undo, step, isUnexpected: true))
    #expect(type(letters("yy"), into: &state) == [] && state.message?.text.hasPrefix("Undo “") == true)
    state.drawn()
    expectEqual(type(letters("y"), into: &state), [.replay(.undo, confirmed: step)])
    for key in letters("n") + [.escape] {
      state.ask(.replay(.undo, step, isUnexpected: true))
      #expect(type([key], into: &state) == [] && state.prompt == nil && state.message == nil)
    }
    state.ask(.replay(.undo, step, isUnexpected: true))
    state.drawn()
    expectEqual(
      type(letters("4"), into: &state), [.change(.rate(4), .book(dune.book!))], "a key does what it else does")
    state.ask(.replay(.undo, step, isUnexpected: true))
    expectEqual(type(letters("Tdystopia"), into: &state).contains(.change(.remove, .book(dune.book!))), false)
    expectEqual(state.picker?.filter.text, "dystopia")
  }

  @Test("the question about sample books is answered by y and by Enter")
  func samples() {
    var state = state()
    for key in [Key.enter, .character("y")] {
      state.ask(.samples)
      expectEqual(type([key], into: &state), [.refresh(isConfirmed: true)])
    }
    state.ask(.samples)
    #expect(type(letters("r"), into: &state) == [] && state.prompt == nil)
  }

  @Test("the tree opens and closes")
  func tree() {
    var state = state()
    let closed = BrowserRow.group(label: "Austen", count: 2, isOpen: false)
    let open = BrowserRow.group(label: "Austen", count: 2, isOpen: true)
    expectEqual(type(letters("t"), into: &state), [.mode(.tree)])
    expectEqual(type([.right], into: &state, on: closed), [.open(line: 0)])
    expectEqual(type([.right], into: &state, on: open), [])
    expectEqual(type([.left], into: &state, on: open), [.close(line: 0)])
    expectEqual(type([.enter], into: &state, on: closed), [.open(line: 0)])
    expectEqual(type([.enter], into: &state, on: open), [.close(line: 0)])
    expectEqual(type([.down, .left], into: &state), [.close(line: 1)])
    expectEqual(type([.character("e")], into: &state, on: open), [])
    expectEqual(state.message?.text, "No book is selected.")
    expectEqual(type(letters("t"), into: &state), [.mode(.list)])
  }

  @Test("list and tree keep their own positions")
  func places() {
    var state = state()
    _ = type([.down, .down] + letters("t") + [.down], into: &state)
    #expect(state.tree.selected == 1 && state.list.selected == 2)
  }

  @Test("a panel scrolls, and q closes it without quitting")
  func panels() {
    var state = state()
    expectEqual(type([.enter], into: &state), [.show(book: 7)])
    let entries = (1...50).map { BrowserPanel.Entry(label: "", text: "line \($0)") }
    state.panel = BrowserPanel(title: "x", entries: entries)
    expectEqual(type([.end], into: &state), [])
    expectEqual(state.panel?.top, 28)
    expectEqual(type([.up, .pageUp, .home], into: &state), [])
    expectEqual(state.panel?.top, 0)
    expectEqual(type([.character("q")], into: &state), [])
    #expect(state.panel == nil)
    #expect(type(letters("?"), into: &state) == [] && state.panel?.title == "Keys")
    #expect(type(letters("?"), into: &state) == [] && state.panel == nil)
    let book = BrowserPanel(title: "Keys", entries: entries)
    state.panel = book
    for leaving in letters("?q") + [.enter, .escape] {
      #expect(type(letters("?") + [.end], into: &state) == [] && state.panel?.kind == .help, "of a book's page, too")
      #expect(type([leaving], into: &state) == [] && state.panel == book)
    }
  }

  @Test("an empty list is reported")
  func empty() {
    var state = state(count: 0)
    for key in letters("e ") + [Key.enter] {
      let effects = state.handle(key, on: nil)
      expectEqual(effects, [])
      expectEqual(state.message?.text, "There are no books here.")
    }
  }

  @Test("new books above move the position along with its book and are shown if there is room")
  func shift() {
    var state = state()
    state.shift(.list, by: 3, count: state.count + 3)
    #expect(state.list.selected == 3 && state.list.top == 0)
    _ = type([.down], into: &state)
    state.shift(.list, by: 1_000, count: state.count + 1_000)
    #expect(state.list.selected == 1_004 && state.list.top == 1_000)
    state.say("something")
    expectEqual(state.list.selected, 1_004, "what is said goes by the new count")
    _ = type([.home], into: &state)
    state.shift(.list, by: 1, count: state.count + 1)
    expectEqual(state.list.selected, 1, "at the beginning, too, a key is about the book that was seen")
  }

  @Test("keys wait for the results of earlier keys until something else is requested")
  func waiting() {
    var state = state()
    #expect(state.waits(.character("4"), isListAwaited: true) && !state.waits(.character("4"), isListAwaited: false))
    #expect(!state.waits(.character("/"), isListAwaited: true) && state.isHasty(.character("/"), after: []))
    _ = type(letters("e") + [.enter], into: &state)
    for key in [Key.character("j"), .enter, .escape] { #expect(state.waits(key, isListAwaited: false)) }
    #expect(!state.waits(.control("c"), isListAwaited: false))
    #expect(!state.isHasty(.escape, after: letters("j")) && state.isHasty(.control("c"), after: letters("j")))
    state.fieldStored(nil, of: dune.book!.id)
    _ = type(letters("Tsf") + [.enter], into: &state)
    #expect(state.waits(.escape, isListAwaited: false) && !state.isHasty(.escape, after: letters("4")))
    _ = state.offered([])
    #expect(!state.waits(.character("j"), isListAwaited: false))
  }

  @Test(
    "typed keys leave pending keys only if they move, so no rating is lost and no title becomes a command")
  func typedBehind() {
    var state = state()
    #expect(!state.isHasty(.escape, after: letters("j")) && !state.isHasty(.other, after: letters("j")))
    _ = state.setQuery("dune")
    for hasty in letters("/q") + [.escape] {
      #expect(state.isHasty(hasty, after: letters("jkG") + [.wheelDown, .pageUp]))
      for waiting in ["4", "j5", "e", "T", "f", "d"] { #expect(!state.isHasty(hasty, after: letters(waiting))) }
    }
    #expect(state.isHasty(.control("c"), after: letters("e")))
  }

  @Test("a message takes at most three lines from the list and disappears with the next key")
  func message() {
    var state = state()
    _ = type([.end], into: &state)
    state.say(String(repeating: "long ", count: 100))
    #expect(state.messageLines.count == 3 && state.height == 19)
    #expect(state.list.selected == 99 && state.list.top == 81)
    _ = type([.other], into: &state)
    #expect(state.height == 22 && state.list.top == 78)
    state.resize(ScreenSize(rows: 1, columns: 1))
    state.say("x")
    #expect(state.messageLines == [] && state.height == 1)
  }
}
