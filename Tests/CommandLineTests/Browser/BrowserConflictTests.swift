import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CommandLineKit
@testable import catalog_cli

@Suite("Keys on the conflicts page")
struct BrowserConflictTests: BrowserTyping {
  @Test("a conflict is selected, decided once and awaited, and then the next one is selected")
  func conflicts() {
    var state = state()
    func conflict(_ book: Book.ID, _ field: BookField = .title) -> Conflict {
      let kind = Conflict.Kind.field(
        field, base: .text("a"), theirs: .text("b"), mine: .text("c"), at: Date(timeIntervalSince1970: 0))
      return Conflict(book: book, title: "Book \(book)", kind: kind)
    }
    let all = [conflict(1), conflict(1, .publisher), conflict(2), conflict(3)]
    state.show(ConflictPanel(all).page)
    state.drawn()
    #expect(state.context == .conflicts && state.panel?.title == "4 conflicts")
    expectEqual(type(letters("jm"), into: &state), [.decide(all[1], .mine)])
    #expect(state.waits(.character("t"), isListAwaited: false))
    // A result that was read before the decision was stored arrives late.
    state.show(ConflictPanel(all).page)
    state.decided(all[1], isStored: true)
    #expect(state.panel?.conflicts?.conflict == all[2] && !state.waits(.character("t"), isListAwaited: false))
    expectEqual(type(letters("t"), into: &state), [.decide(all[2], .theirs)])
    state.decided(all[2], isStored: false)
    expectEqual(state.panel?.conflicts?.conflict, all[2], "it was refused")
    expectEqual(type([.end] + letters("m"), into: &state), [.decide(all[3], .mine)])
    state.decided(all[3], isStored: true)
    expectEqual(type([.home, .enter], into: &state), [.show(book: 1)])
    state.show(BrowserPanel(title: "Book 1", entries: [], kind: .book(.row(1, "Book 1"))))
    expectEqual(state.context, .book)
    expectEqual(type(letters("j"), into: &state), [.show(book: 2)])
    #expect(type(letters("?qq"), into: &state) == [] && state.panel?.conflicts?.conflict == all[2])
    state.show(ConflictPanel([]).page)
    #expect(type(letters("mtj"), into: &state) == [] && state.panel?.title == "No conflicts")
    #expect(type(letters("q"), into: &state) == [] && state.panel == nil)
  }

  @Test("a decision never affects a conflict that was not on the screen or that replaced another meanwhile")
  func unseen() {
    let kind = Conflict.Kind.removal(source: "home", since: Date(timeIntervalSince1970: 0))
    let conflicts = (1...20).map { Conflict(book: Book.ID(Int64($0)), title: "Book \($0)", kind: kind) }
    var state = state()
    state.show(ConflictPanel(conflicts).page)
    expectEqual(type(letters("m"), into: &state), [], "it was not drawn yet")
    state.drawn()
    var decided = 0
    while case .decide(let conflict, .mine)? = type(letters("m"), into: &state).first {
      state.decided(conflict, isStored: true)
      decided += 1
    }
    // Each conflict takes two of the 22 lines.
    expectEqual(decided, 11)
    expectEqual(state.message?.text, "You pressed the key before this conflict was visible. Nothing was decided.")
    state.drawn()
    state.show(ConflictPanel(Array(conflicts.dropFirst(12))).page)
    state.drawn()
    expectEqual(type(letters("t"), into: &state), [])
    expectEqual(state.message?.text.hasPrefix("This conflict has changed meanwhile."), true)
    expectEqual(type(letters("t"), into: &state), [.decide(conflicts[12], .theirs)])
  }

  @Test("long values are cut to the part in which they differ, so that the user sees what is decided")
  func longValues() throws {
    let start = String(repeating: "It was a dark night. ", count: 200)
    let end = String(repeating: "The end. ", count: 200)
    func page(_ base: String, _ theirs: String, _ mine: String) -> BrowserPanel {
      let kind = Conflict.Kind.field(
        .description, base: .text(base), theirs: .text(theirs), mine: .text(mine), at: Date(timeIntervalSince1970: 0))
      return ConflictPanel([Conflict(book: 1, title: "Book", kind: kind)]).page
    }
    let long = page("short", start + "THEIRS" + end, start + "MINE" + end)
    let text = try #require(long.entries.first?.text)
    #expect(text.contains("night. THEIRS") && text.contains("night. MINE") && text.contains("\nbefore: short"))
    #expect(text.contains("excerpt; Enter shows the book"))
    #expect(long.lines(in: 80).count <= 22)
    // One value is a prefix of the other.
    let cut = try #require(page("", start, start + end).entries.first?.text)
    #expect(cut.contains("theirs: …") && cut.contains("night. The end. ") && cut.contains("before: \n") == false)
    let short = try #require(page("a", "b", "c").entries.first?.text)
    #expect(short.hasSuffix("\nyours: c\ntheirs: b\nbefore: a") && !short.contains("in part"))
  }

  @Test("the selected conflict is visible on screens of every height")
  func conflictInView() {
    let kind = Conflict.Kind.removal(source: "home", since: Date(timeIntervalSince1970: 0))
    let conflicts = (1...40).map { Conflict(book: Book.ID(Int64($0)), title: "Book \($0)", kind: kind) }
    for rows in [3, 7, 24] {
      var state = state()
      state.resize(ScreenSize(rows: rows, columns: 80))
      state.show(ConflictPanel(conflicts).page)
      for _ in 0..<30 { _ = type(letters("j"), into: &state) }
      let top = state.panel?.top ?? 0
      #expect((top..<top + state.height).contains(60), "of \(rows) rows")
      _ = type([.pageUp], into: &state)
      #expect((state.panel?.top ?? 0) <= 60)
    }
  }
}
