import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogUI
@testable import CommandLineKit
@testable import catalog_cli

@Suite("The drawing of the browser")
struct BrowserViewTests {
  private static let books: [BrowserRow?] = [
    .book(
      .row(1, "The Hitchhiker's Guide to the Galaxy", by: "Douglas Adams", pages: 216, average: 4.2, state: .read),
      .notAsked),
    .book(.row(2, "銀河鉄道の夜", by: "宮沢賢治", pages: 1_234, state: .reading), .waiting),
    .book(.row(3, "Evil\u{1B}[31m\u{202E}", by: "Noe\u{308}l", "B"), .loading),
    .book(.row(4, "Nobody's book", average: 5), .notFound(until: Date())),
    nil,
  ]

  private func state(_ rows: Int, _ columns: Int, count: Int = 5) -> BrowserState {
    var state = BrowserState()
    state.resize(ScreenSize(rows: rows, columns: columns))
    state.setCount(count)
    return state
  }

  private func view(
    _ state: BrowserState, _ rows: [BrowserRow?] = books, symbols: TerminalSymbols = .unicode, steps: Int = 5
  ) -> BrowserView {
    var growth = BarGrowth()
    growth.show([1, 2, 3, 4])
    for _ in 0..<steps { growth.step() }
    let lines = BrowserLines(count: .exactly(state.count), rows: rows)
    return BrowserView(state: state, lines: .loaded(lines), growth: growth, symbols: symbols)
  }

  private func text(_ view: BrowserView) -> String {
    view.frame.lines.map { line in
      var text = line.text[...]
      while text.last == " " { text.removeLast() }
      return String(text)
    }.joined(separator: "\n")
  }

  @Test("rows are drawn at 80 columns")
  func wide() {
    expectEqual(
      text(view(state(8, 80))),
      """
      Books, newest first
      › ✓ The Hitchhiker's Guide to the Gal… by Douglas Adams         216 p. ████░ 4.2
        ~ 銀河鉄道の夜                       by 宮沢賢治            1,234 p. Loading…
          Evil␛[31m<U+202E>                  by Noël, B                      Loading…
          Nobody's book                                                      █████ 5.0
          Loading…

      1–5 of 5  / search  f filter  0-5 rate  m state  T tags  e title  ? help  q quit
      """)
  }

  @Test("a page count of a thousand does not touch the author")
  func gaps() {
    let rows: [BrowserRow?] = [
      .book(.row(1, "Infinite Jest", by: "David Foster Wallace", pages: 1_088, average: 4.3), .notAsked)
    ]
    #expect(
      text(view(state(3, 80, count: 1), rows)).contains(
        "›   Infinite Jest                      by David Foster Walla… 1,088 p. ████░ 4.3"))
  }

  @Test("rows at 40 columns use only ASCII, except for the text of books")
  func narrow() {
    expectEqual(
      text(view(state(7, 40), symbols: .ascii)),
      """
      Books, newest first
      > x The Hitchhiker... by Dougla... ####-
        ~ 銀河鉄道の夜      by 宮沢賢治  Lo...
          Evil␛[31m<U+202E> by Noël, B   Lo...
          Nobody's book                  #####
          Loading...
      1-5 of 5        / search  ? help  q quit
      """)
  }

  @Test("no line is wider than the screen, and there are as many lines as the screen has", arguments: 1...81)
  func anySize(columns: Int) {
    for rows in 1...9 {
      var states = [state(rows, columns)]
      for change: (inout BrowserState) -> Void in [
        { $0.panel = $0.keys.help(of: .list) }, { $0.picker = .orders(BrowserState.orders, now: .newestFirst) },
        { $0.picker = .states(of: .book(.row(1, "銀")), now: .want) },
        { $0.prompt = .search(LineEditor("銀河鉄道"), before: "") },
        { $0.prompt = .field(.init(BrowserField(.title, of: .row(1, "銀河鉄道")))) },
        { $0.prompt = .field(.init(BrowserField(.publisher, of: .row(1, "銀河鉄道")))) },
        { $0.prompt = .addition(BrowserAddition(editor: LineEditor("978"))) },
        { $0.say("cannot refresh home: https://books.example/a: connection refused (try again)", isError: true) },
        { ($0.refreshing, $0.query) = ("refreshing", "銀河") }, { $0.setCount(0) },
      ] {
        var other = states[0]
        change(&other)
        states.append(other)
      }
      for state in states {
        let frame = view(state).frame
        expectEqual(frame.lines.count, rows, "\(rows) × \(columns): \(text(view(state)))")
        for line in frame.lines { #expect(line.width <= columns, "\(rows) × \(columns): “\(line.text)”") }
        if let cursor = frame.cursor { #expect(cursor.row < rows && cursor.column < columns) }
      }
    }
  }

  @Test("a title is edited in its row, with the cursor after the typed text")
  func editor() {
    var state = state(5, 30)
    state.prompt = .field(.init(BrowserField(.title, of: .row(1, "Guide 銀"))))
    let frame = view(state).frame
    #expect(frame.lines[1].text.hasPrefix("›   Guide 銀"))
    expectEqual(frame.cursor, ScreenFrame.Position(row: 1, column: 12))
    #expect(!frame.lines[1].isReversed)
  }

  @Test("an edited title stays visible if its book leaves the list or no book is left")
  func editorWithoutRow() {
    var state = state(5, 30)
    state.prompt = .field(.init(BrowserField(.title, of: .row(9, "Guide"))))
    expectEqual(view(state).frame.cursor, ScreenFrame.Position(row: 3, column: 9))
    (state.query, state.filter) = ("guide", "")
    state.setCount(0)
    let empty = BrowserView(
      state: state, lines: .loaded(BrowserLines(count: .exactly(0), rows: [])), growth: BarGrowth(), symbols: .unicode)
    #expect(text(empty).contains("No books match"))
    #expect(empty.frame.lines[3].text == "›   Guide" && empty.frame.cursor == ScreenFrame.Position(row: 3, column: 9))
    expectEqual(empty.frame.lines.count, 5)
  }

  @Test("a search is typed in the last line")
  func search() {
    var state = state(5, 30)
    (state.prompt, state.query) = (.search(LineEditor("walk"), before: ""), "walk")
    let frame = view(state).frame
    expectEqual(frame.lines[4].text, "/walk")
    expectEqual(frame.cursor, ScreenFrame.Position(row: 4, column: 5))
    #expect(frame.lines[0].text.hasPrefix("Books, best match first: “walk”".prefix(29)))
  }

  @Test("the selected row is marked, and its colors are inverted up to the edge")
  func selection() {
    var state = state(8, 50)
    state.list.select(1, count: 5, height: 6)
    let lines = view(state).frame.lines
    expectEqual(lines.map(\.isReversed), [true, false, true, false, false, false, false, false])
    #expect(lines[2].width == 50 && lines[2].text.hasPrefix("›"))
  }

  @Test("bars grow from nothing to their rating")
  func growth() {
    func bar(_ steps: Int) -> Substring { text(view(state(3, 80), steps: steps)).split(separator: "\n")[1].suffix(9) }
    expectEqual((0...5).map(bar), ["░░░░░ 4.2", "█░░░░ 4.2", "██░░░ 4.2", "███░░ 4.2", "███░░ 4.2", "████░ 4.2"])
  }

  @Test("a bar grows again when its row comes back into view, and no other bar does")
  func regrowth() {
    var growth = BarGrowth()
    growth.show([1, 2])
    for _ in 0..<5 { growth.step() }
    #expect(!growth.isGrowing)
    growth.show([2, 3])
    #expect(growth.isGrowing && growth.part(of: 2) == 1 && growth.part(of: 3) == 0)
    for _ in 0..<5 { growth.step() }
    growth.show([1, 2])
    expectEqual(growth.part(of: 1), 0)
  }

  @Test("metadata takes precedence over ratings from sources")
  func metadata() {
    var metadata = ProviderMetadata()
    metadata.averageRating = 2.5
    let loaded = MetadataState.loaded(BookMetadata(metadata, provider: "x", fetched: Date()))
    let book = Book.row(1, "x", average: 5)
    expectEqual(BrowserRow.book(book, loaded).score, 0.5)
    expectEqual(BrowserRow.book(book, .failed("x", next: Date())).score, 1)
    #expect(BrowserRow.book(book, .loading).score == nil)
  }

  @Test("the user's rating is drawn as stars and an average as a bar, so they never look alike")
  func ratings() {
    var book = Book.row(1, "Dune", by: "Frank Herbert", average: 4.2)
    book.rating = 4.5
    let others = BrowserRow.book(.row(2, "Emma", by: "Jane Austen", average: 4.5), .notAsked)
    func lines(_ columns: Int, _ symbols: TerminalSymbols = .unicode) -> [Substring] {
      let rows = [BrowserRow.book(book, .notAsked), others]
      return text(view(state(4, columns, count: 2), rows, symbols: symbols)).split(separator: "\n")[1...2].map { $0 }
    }
    expectEqual(lines(80).map { $0.suffix(10) }, [" ★★★★½ 4.5", " █████ 4.5"])
    expectEqual(lines(40).map { $0.suffix(6) }, [" ★★★★½", " █████"])
    expectEqual(lines(40, .ascii).map { $0.suffix(6) }, [" ****'", " #####"])
    expectEqual(lines(100).map { $0.suffix(20) }, [" ████░ 4.2 ★★★★½ 4.5", "           █████ 4.5"])
    let stars = [0, 0.2, 0.25, 3, 4.3, 5, .nan, 7].map { RatingStars(symbols: .unicode).text($0, in: 5) }
    expectEqual(stars, ["☆☆☆☆☆", "☆☆☆☆☆", "½☆☆☆☆", "★★★☆☆", "★★★★½", "★★★★★", "☆☆☆☆☆", "★★★★★"])
  }

  @Test("a list of choices is below the books, with the typed text in the last line")
  func picker() {
    var state = state(10, 40)
    state.picker = .orders(BrowserState.orders, now: .newestFirst)
    expectEqual(
      text(view(state, Self.books)),
      """
      Books, newest first
      › ✓ The Hitchhiker's… by Douglas … ████░
        ~ 銀河鉄道の夜      by 宮沢賢治  Load…
          Evil␛[31m<U+202E> by Noël, B   Load…
          Nobody's book                  █████
      Sort by …
      › ✓ newest first
          by title
          by author
      filter:       Enter: select  Esc: cancel
      """)
    expectEqual(state.height, 4)
  }

  @Test(
    "a wide screen has the selected book's page beside the list, and only the list's part of the row is highlighted")
  func preview() {
    var state = state(6, 120)
    state.preview = BrowserPanel(
      title: "x", entries: [.init(label: "title", text: "Dune 銀河"), .init(label: "notes", text: "so\nlong")])
    let frame = view(state).frame
    let row = "› ✓ The Hitchhiker's Guide… by Douglas Adams      216 p. ████░ 4.2"
    #expect(frame.lines[1].text.hasSuffix(" │ title  Dune 銀河") && frame.lines[2].text.hasSuffix(" │ notes  so"))
    #expect(frame.lines[3].text.hasSuffix(" │        long") && frame.lines[4].text.hasSuffix(" │ "))
    #expect(frame.lines[1].text.hasPrefix(row.prefix(12)))
    #expect(!frame.lines[1].isReversed && frame.lines[1].pieces.first?.isReversed == true)
    expectEqual(frame.lines[1].pieces.last?.isReversed, false)
    for line in frame.lines { #expect(line.width <= 120) }
    state.resize(ScreenSize(rows: 6, columns: 119))
    #expect(!view(state).frame.lines[1].text.contains("│"))
  }

  @Test("the cover of the selected book is below its page and never takes all of the room")
  func cover() throws {
    var state = state(9, 120)
    state.preview = BrowserPanel(title: "x", entries: (1...9).map { .init(label: "", text: "line \($0)") })
    let bytes = [UInt8](repeating: 255, count: 4 * 3) + [UInt8](repeating: 0, count: 4 * 3)
    state.cover = CellPicture(width: 2, height: 4, bytes: bytes, columns: 20, rows: 2)
    let lines = view(state).frame.lines.dropFirst().dropLast()
    expectEqual(
      lines.map { $0.text.split(separator: "│").last.map(String.init) },
      [
        " line 1", " line 2", " line 3", " line 4", " ", " ▀▀", " ▀▀",
      ])
    expectEqual(lines.last?.pieces.last?.colors, CellColors(foreground: 16, background: 16))
    state.resize(ScreenSize(rows: 4, columns: 120))
    #expect(!text(view(state)).contains("▀") && text(view(state)).contains("line 2"))
  }

  @Test("loading, empty and failed lists are reported")
  func states() {
    let state = state(6, 60, count: 0)
    func notice(_ lines: ListState<BrowserLines>, _ state: BrowserState) -> String {
      text(BrowserView(state: state, lines: lines, growth: BarGrowth(), symbols: .unicode))
    }
    let empty = ListState.loaded(BrowserLines(count: .exactly(0), rows: []))
    #expect(notice(.loading, state).contains("\n Loading…\n"))
    #expect(notice(empty, state).contains("No books yet.\n r adds books from the sources"))
    let failure = CatalogError(.damaged, "read", "books.db", cause: "it is damaged")
    #expect(notice(.failed(failure), state).contains("cannot read books.db: it is damaged\n R: try again"))
    var searching = state
    searching.query = "tolkein"
    #expect(notice(empty, searching).contains("No books match “tolkein”."))
  }

  @Test("groups of the tree are drawn with their books below them")
  func tree() {
    var state = state(6, 40, count: 3)
    state.mode = .tree
    let rows: [BrowserRow?] = [
      .group(label: "Jane Austen", count: 6, isOpen: true),
      .book(.row(8, "Emma", by: "Jane Austen", state: .read), .notAsked, depth: 1),
      .group(label: nil, count: 1_200, isOpen: false),
    ]
    expectEqual(
      text(view(state, rows)),
      """
      Authors
      › ▾ Jane Austen (6)
        ✓   Emma
        ▸ (no author) (1,200)

      1–3 of 3        / search  ? help  q quit
      """)
  }

  @Test("an approximate position is marked as such")
  func position() {
    let state = state(3, 60, count: 40)
    let lines = ListState.loaded(BrowserLines(count: .atLeast(1_040), rows: []))
    let view = BrowserView(state: state, lines: lines, growth: BarGrowth(), symbols: .unicode)
    #expect(view.frame.lines[2].text.hasPrefix("1–1 of at least 1,040"))
  }

  @Test("panels have labels, break lines at words, and are stacked on a narrow screen")
  func panels() {
    let panel = BrowserPanel(
      title: "Dune",
      entries: [
        .init(label: "title", text: "Dune, the whole long way"), .init(label: "notes", text: "a\nb 銀河鉄道の夜銀河鉄道"),
      ])
    expectEqual(
      panel.lines(in: 29).map(\.text),
      [
        "title  Dune, the whole long", "       way", "notes  a", "       b 銀河鉄道の夜銀河鉄道",
      ])
    expectEqual(
      panel.lines(in: 10).map(\.text),
      [
        "title", "Dune, the", "whole long", "way", "notes", "a", "b", "銀河鉄道の", "夜銀河鉄道",
      ])
  }
}
