import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CommandLineKit
@testable import catalog_cli

@Suite("The review of duplicates")
struct ReviewStateTests {
  private static let groups = [
    DuplicateGroup(.sure, .titleAndAuthors, [.punctuation], books: [1, 2]),
    DuplicateGroup(.likely, .alike, [.initials], books: [3, 4, 5]),
    DuplicateGroup(.likely, .alike, [.subtitle], books: [6, 7]),
  ]

  private static let books: [[Book]] = [
    [.row(1, "Dune", by: "Frank Herbert", pages: 412), .row(2, "DUNE", by: "Herbert, Frank", average: 4.2)],
    [
      .row(3, "Emma", by: "J. Austen"), .row(4, "Emma", by: "Jane Austen", pages: 9),
      .row(5, "Emma", by: "J. A. Austen"),
    ],
    [.row(6, "Mort", by: "Terry Pratchett"), .row(7, "Mort: A Novel", by: "Terry Pratchett")],
  ]

  /// Returns a review that shows the group at an index.
  private func review(at index: Int = 0) -> ReviewState {
    var state = ReviewState(Self.groups, own: OwnFields())
    for _ in 0..<index { _ = state.handle(.character("s")) }
    _ = state.loaded(Self.books[index], distinct: false)
    return state
  }

  private func keys(_ keys: Key..., to state: inout ReviewState) -> [ReviewEffect] {
    keys.reduce([]) { $0 + state.handle($1) }
  }

  private func books(_ ids: Book.ID...) -> [Book] {
    ids.compactMap { id in Self.books.joined().first { $0.id == id } }
  }

  private func outcome(_ step: HistoryStep.ID?, _ summary: String = "done") -> ChangeOutcome {
    var outcome = ChangeOutcome()
    (outcome.step, outcome.summary) = (step, summary)
    return outcome
  }

  private func lines(_ state: ReviewState, rows: Int = 12, columns: Int = 60) -> [String] {
    var state = state
    state.size = ScreenSize(rows: rows, columns: columns)
    return ReviewView(state: state, symbols: .unicode).frame.lines.map { line in
      String(line.text.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test("a review shows the books side by side, their differences, and the values chosen for the merged book")
  func view() {
    let added = Date(timeIntervalSince1970: 0).localTime
    expectEqual(
      lines(review()),
      [
        "Duplicates 1 of 3: sure",
        "same title and authors, except for punctuation",
        "                 ›1: 1 kept            2: 2",
        "! title          ›Dune                 DUNE",
        "! authors        ›Frank Herbert        Herbert, Frank",
        "! pages          ›412",
        "! average rating                      ›4.2",
        "  added          ›\(added)     \(added)",
        "", "", "", "m merge  n different  s skip  u undo  ? keys  q quit",
      ])
  }

  @Test("a narrow screen shows the books around the kept one and the number of others")
  func narrow() {
    var state = review(at: 1)
    expectEqual(lines(state, rows: 6, columns: 40)[1], "+1        ›1: 3 kept      2: 4")
    _ = keys(.right, .right, to: &state)
    expectEqual(lines(state, rows: 6, columns: 40)[1], "+1         2: 4          ›3: 5 kept")
    #expect(lines(state, rows: 6, columns: 40).allSatisfy { DisplayWidth.of($0) <= 40 })
    expectEqual(lines(state, rows: 1, columns: 10).count, 1)
  }

  @Test("books are merged into the chosen one with the chosen values")
  func merging() {
    var state = review()
    expectEqual(keys(.character("m"), to: &state), [.merge(books(1, 2), MergePreference())])
    _ = keys(.right, .down, .character(" "), to: &state)
    #expect(state.columns.speakers(of: .authors) == [1] && state.columns.speakers(of: .title) == [2])
    expectEqual(keys(.character("m"), to: &state), [.merge(books(2, 1), MergePreference(fields: [.authors: 1]))])
    // After the last choice, the first one applies again.
    _ = keys(.character(" "), .character(" "), to: &state)
    expectEqual(state.columns.choices, [:])
    _ = keys(.character("1"), .character("9"), to: &state)
    expectEqual(state.columns.choices, [.authors: 1])
  }

  @Test("a book is left out, and the rest of the group is reviewed afterwards")
  func leavingOut() {
    var state = review(at: 1)
    _ = keys(.right, .right, .character("x"), to: &state)
    expectEqual(keys(.character("m"), to: &state), [.merge(books(3, 4), MergePreference())])
    expectEqual(state.done(outcome(7), isMerge: true), [.load])
    expectEqual(state.loaded([Self.books[1][0], Self.books[1][2]], distinct: false), [])
    #expect(keys(.character("x"), to: &state) == [] && state.message?.isError == true)
    expectEqual(keys(.character("n"), to: &state), [.markDistinct(books(3, 5))])
    expectEqual(state.done(outcome(8), isMerge: false), [.load])
    #expect(state.groupIndex == 2 && state.merged == 1 && state.distinct == 1)
  }

  @Test("the review continues after a decision, skips decided groups, and goes back")
  func moving() {
    var state = review()
    expectEqual(state.done(outcome(7, "Dune: merged with 2"), isMerge: true), [.load])
    expectEqual(state.loaded([Self.books[0][0]], distinct: false), [.load], "one is left")
    #expect(state.groupIndex == 1 && state.message?.text == "Dune: merged with 2  (u undoes)")
    expectEqual(state.loaded(Self.books[1], distinct: true), [.load], "they are distinct")
    expectEqual(state.groupIndex, 2)
    _ = state.loaded(Self.books[2], distinct: false)
    #expect(keys(.character("b"), to: &state) == [.load] && state.groupIndex == 1)
    #expect(state.loaded(Self.books[1], distinct: true) == [.load] && state.groupIndex == 0)
    #expect(
      state.loaded([Self.books[0][0]], distinct: false) == [.load] && state.groupIndex == 1, "there is none before")
    #expect(keys(.character("s"), .character("s"), to: &state) == [.load] && state.isAtEnd)
    expectEqual(lines(state)[2], " All done: 1 merge, 0 marked as different.")
    expectEqual(keys(.character("m"), .character("n"), .down, .character("s"), to: &state), [])
    #expect(keys(.pageUp, to: &state) == [.load] && state.groupIndex == 2)
  }

  @Test("undo reverts the decisions of this review, the last first, and shows each group again")
  func undoing() {
    var state = review()
    #expect(keys(.character("u"), to: &state) == [] && state.message?.text == "Nothing to undo here.")
    _ = state.done(outcome(7), isMerge: true)
    _ = state.loaded([], distinct: false)
    _ = state.loaded(Self.books[1], distinct: false)
    _ = state.done(outcome(8), isMerge: false)
    expectEqual(keys(.character("u"), to: &state), [.undo(8, groupIndex: 1)])
    #expect(state.undone("x", groupIndex: 1) == [.load] && state.groupIndex == 1 && state.distinct == 0)
    expectEqual(keys(.character("u"), to: &state), [.undo(7, groupIndex: 0)])
    #expect(state.undone("x", groupIndex: 0) == [.load] && state.groupIndex == 0 && state.merged == 0)
    // A failure is reported, and the books are read again.
    #expect(state.failed("no book 2") == [.load] && state.message?.isError == true)
  }

  @Test("the review shows help and whole values, which any key except a moving one closes")
  func panels() {
    var state = review()
    _ = keys(.character("?"), to: &state)
    expectEqual(lines(state)[0], "Keys")
    _ = keys(.down, to: &state)
    #expect(state.panel != nil)
    #expect(keys(.character("q"), to: &state) == [] && state.panel == nil, "it closes the help alone")
    _ = keys(.down, .enter, to: &state)
    expectEqual(lines(state).prefix(3), ["authors", "1  Frank Herbert", "2  Herbert, Frank"])
    expectEqual(keys(.escape, .character("q"), to: &state), [.leave])
  }

  @Test("text of books cannot control the terminal")
  func hazards() {
    var state = ReviewState(Self.groups, own: OwnFields())
    _ = state.loaded([.row(1, "Evil\u{1B}[31m\u{202E}"), .row(2, "Evil\n2")], distinct: false)
    let text = lines(state).joined(separator: "\n")
    #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
    #expect(text.contains("Evil 2"))
  }
}
