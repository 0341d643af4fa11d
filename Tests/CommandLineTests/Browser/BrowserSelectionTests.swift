import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CommandLineKit
@testable import catalog_cli

@Suite("Selections of books and lists of choices in the browser")
struct BrowserSelectionTests: BrowserTyping {
  private func row(_ id: Book.ID) -> BrowserRow { .book(.row(id, "Book \(id)"), .notAsked) }

  private func item(_ tag: String, isSet: Bool = false) -> BrowserPicker.Item {
    BrowserPicker.Item(text: tag, isSet: isSet, choice: .tag(tag, isSet: isSet))
  }

  @Test("keys change the selected books in the order of their selection, and Esc clears the selection")
  func marking() {
    var state = state()
    let rows = [row(3), row(1)]
    for row in rows { expectEqual(type(letters("v"), into: &state, on: row), []) }
    expectEqual(state.list.selected, 2, "each time one line further")
    let marks = rows.map { BrowserSelection.Item($0.book!) }
    expectEqual(type(letters("5"), into: &state), [.change(.rate(5), .selected(marks))])
    expectEqual(type(letters(" "), into: &state), [.change(.turnRead, .selected(marks))])
    #expect(type(letters("v"), into: &state, on: rows[0]) == [] && state.selectedBooks.items == [marks[1]])
    expectEqual(type(letters("V"), into: &state, on: row(9)), [.markRange(from: 1, to: 9)])
    #expect(type([.escape], into: &state) == [] && state.selectedBooks.isEmpty)
    expectEqual(type(letters("5"), into: &state), [.change(.rate(5), .book(dune.book!))])
  }

  @Test("all matches are one target, with a question, until another search begins")
  func all() {
    var state = state(count: 4_568)
    state.filter = "tag:sf"
    let target = BrowserTarget.all(of: BookQuery("", in: "tag:sf"), expected: 4_568)
    expectEqual(type(letters("*4"), into: &state), [])
    expectEqual(state.message?.text, "Give 4,568 books 4 stars? y: yes, any other key: no")
    expectEqual(type(letters("y"), into: &state), [.change(.rate(4), target)])
    state.found = .atLeast(4_568)
    state.setCount(7)
    expectEqual(type(letters("d"), into: &state), [])
    expectEqual(state.message?.text, "Remove at least 4,568 books? y: yes, any other key: no")
    #expect(type(letters("n"), into: &state) == [] && state.selectedBooks.all != nil)
    _ = type(letters("/x"), into: &state)
    #expect(state.selectedBooks.isEmpty)
    _ = type([.escape] + letters("**"), into: &state)
    #expect(state.selectedBooks.isEmpty, "once more leaves them")
    #expect(state.leaveBooks() == nil)
  }

  @Test("removing and merging always ask, and other changes ask if they affect many books")
  func questions() {
    var state = state()
    expectEqual(type(letters("dy"), into: &state), [.change(.remove, .book(dune.book!))])
    expectEqual(type(letters("M"), into: &state), [])
    expectEqual(state.message?.text, "Select the books to merge with v, starting with the one to keep.")
    state.selectedBooks.add((1...2).map { BrowserSelection.Item(.row($0, "x")) })
    expectEqual(type(letters("My"), into: &state), [.change(.merge, .selected(state.selectedBooks.items))])
    state.selectedBooks.add((3...101).map { BrowserSelection.Item(.row($0, "x")) })
    #expect(type(letters("3"), into: &state) == [] && state.prompt != nil)
    expectEqual(type(letters("y"), into: &state), [.change(.rate(3), .selected(state.selectedBooks.items))])
  }

  @Test("a read-only catalog is reported before anything is typed")
  func readOnly() {
    var state = state()
    state.isReadOnly = true
    for key in "nwmTeEaduU3r " {
      expectEqual(type(letters(String(key)), into: &state), [], "\(key)")
      expectEqual(state.message?.text, "The catalog is open read-only, so it cannot be changed.", "\(key)")
      #expect(state.prompt == nil && state.picker == nil, "\(key)")
    }
    #expect(type(letters("/x"), into: &state) != [])
  }

  @Test("existing tags are offered while typing; tags that the book has are removed, new ones added")
  func tags() {
    var state = state()
    let target = BrowserTarget.book(dune.book!)
    expectEqual(type(letters("T"), into: &state), [.offer(.tags(target), "")])
    #expect(state.picker?.notice == "Loading" && type([.enter], into: &state) == [.endOffers])
    #expect(
      state.picker == nil && state.message?.text == "No tag was changed.",
      "what is there is not taken away by Enter alone")
    expectEqual(type(letters("T"), into: &state), [.offer(.tags(target), "")])
    state.picker?.offer([item("sf", isSet: true), item("space"), item("classic")], rows: 24)
    expectEqual(type(letters("s"), into: &state), [.offer(.tags(target), "s")])
    state.picker?.offer([item("sf", isSet: true), item("space")], rows: 24)
    expectEqual(state.picker?.shown.map(\.text), ["space", "s", "sf"], "Enter takes none away that is not named")
    expectEqual(type([.control("i")], into: &state), [.offer(.tags(target), "")], "the next one can be typed then")
    state.picker?.offer([item("sf", isSet: true), item("classic")], rows: 24)
    expectEqual(state.picker?.shown.map(\.text), ["space", "sf", "classic"], "what is marked stays in sight")
    expectEqual(
      type([.down, .control("i"), .enter], into: &state),
      [
        .endOffers, .change(.tag(give: ["space"], take: ["sf"]), target),
      ])
    _ = type(letters("T-"), into: &state)
    state.picker?.offer([item("sf")], rows: 24)
    expectEqual(type([.enter], into: &state), [.endOffers, .change(.tag(give: [], take: ["sf"]), target)])
    _ = type(letters("Tx"), into: &state)
    #expect(type([.escape], into: &state) == [.endOffers] && state.picker == nil)
  }

  @Test("words typed after a marked tag are added with it once it is known to exist")
  func tagsTyped() {
    var state = state()
    let target = BrowserTarget.book(dune.book!)
    _ = type(letters("Tspa"), into: &state)
    state.picker?.offer([item("space")], rows: 24)
    _ = type([.control("i")] + letters("new"), into: &state)
    expectEqual(type([.enter], into: &state), [], "it may be there already")
    expectEqual(state.offered([]), [.endOffers, .change(.tag(give: ["space", "new"], take: []), target)])
  }

  @Test("a facet is chosen by name and then by value, which narrows the search")
  func facets() {
    var state = state()
    _ = type(letters("/lem") + [.enter], into: &state)
    expectEqual(type(letters("ftag") + [.enter], into: &state), [.offer(.values(.group(.tag)), "")])
    state.picker?.offer([.init(text: "x", detail: "3", choice: .condition("tag:\"x\""))], rows: 24)
    expectEqual(type([.enter], into: &state), [.endOffers, .find("lem tag:\"x\"", .bestMatch)])
  }

  @Test("a search with only conditions keeps the order of the list and offers no best match")
  func conditions() {
    var state = state()
    _ = type(letters("stitle") + [.enter], into: &state)
    expectEqual(type(letters("/is:want") + [.enter], into: &state).dropLast().last, .find("is:want", BookOrder(.title)))
    _ = type(letters("s"), into: &state)
    expectEqual(state.picker?.items.count, BrowserState.orders.count)
    expectEqual(type(letters("author") + [.enter], into: &state), [.find("is:want", BookOrder(.author))])
    expectEqual(type([.escape], into: &state), [.find("", BookOrder(.author))])
  }

  @Test("↑ recalls earlier searches, the latest first, and ↓ returns to later ones")
  func history() {
    var state = state()
    _ = type(letters("/one") + [.enter] + letters("/two") + [.enter, .escape], into: &state)
    expectEqual(
      type(letters("/") + [.up, .up, .up], into: &state), [.find("two", .bestMatch), .find("one", .bestMatch)])
    expectEqual(type([.down, .down], into: &state), [.find("two", .bestMatch), .find("", .newestFirst)])
    #expect(type([.down], into: &state) == [] && state.list.selected == 1, "else arrows move")
    #expect(type([.up, .enter], into: &state) == [] && state.list.selected == 0)
  }

  @Test("Tab searches for the suggested spelling, while typing and afterwards")
  func suggestions() {
    var state = state()
    _ = type(letters("/tolkein"), into: &state)
    expectEqual(type([.control("i")], into: &state), [])
    state.suggestions = .init(query: "tolkein", texts: ["tolkien", "tolken"])
    expectEqual(type([.control("i")], into: &state), [.find("tolkien", .bestMatch)])
    expectEqual(type(letters("s") + [.enter], into: &state), [.find("tolkiens", .bestMatch)])
    state.suggestions = .init(query: "tolkiens", texts: ["tolkien"])
    expectEqual(type([.control("i")], into: &state), [.find("tolkien", .bestMatch)])
  }

  @Test("an exact match is first, followed by values with the typed prefix")
  func exactFirst() {
    let items = [item("science fiction", isSet: true), item("hard science"), item("science"), item("fiction")]
    expectEqual(
      BrowserPicker.matches(of: "Science", in: items).map(\.text), ["science", "science fiction", "hard science"])
    expectEqual(BrowserPicker.matches(of: "fiction sci", in: items).map(\.text), ["science fiction"])
    expectEqual(BrowserPicker.matches(of: "", in: items), items)
    let german = BrowserPicker.Item(text: "German", otherName: "de", choice: .condition("language:de"))
    let danish = BrowserPicker.Item(text: "Danish, old (decorated)", choice: .condition("language:da"))
    expectEqual(
      BrowserPicker.matches(of: "DE", in: [danish, german]), [german, danish], "by what it is called elsewhere")
    expectEqual(BrowserPicker.matches(of: "e", in: [german, danish]).count, 2)
    var state = state()
    state.offerOrders()
    expectEqual(type(letters("rating"), into: &state), [])
    expectEqual(state.picker?.shown.first?.choice, .order(BookOrder(.rating, descending: true)))
  }

  @Test("a language is one value of a facet for all its codes, and its condition finds as many books as stated")
  func languages() throws {
    let catalog = try BookCatalog.temporary(
      holding: ["en", "eng", "en-US", "de", "xx", nil].map { language in
        var book = Book(id: 0, title: "Book")
        book.language = language
        return book
      })
    try catalog.read { snapshot in
      let values = try BookFacet.group(.language).values(of: "", in: snapshot)
      expectEqual(values.map(\.words), ["English", "German", "none", "xx"])
      expectEqual(values.map(\.count), [3, 1, 1, 1])
      for value in values { try expectEqual(snapshot.count(of: BookQuery(value.condition)), value.count) }
    }
  }

  @Test("a saved search is chosen by name with its order, and a new name saves the current list")
  func searches() throws {
    var state = state()
    expectEqual(type(letters("@"), into: &state), [.offer(.searches, "")])
    let search = SavedSearch(name: "sf", query: "tag:sf", order: "title")
    state.picker?.offer([.init(text: "@sf", choice: .search(search))], rows: 24)
    expectEqual(type([.enter], into: &state), [.endOffers, .find("@sf", BookOrder(.title))])
    _ = type(letters("@best"), into: &state)
    state.picker?.offer([], rows: 24)
    expectEqual(type([.enter], into: &state), [.endOffers, .saveSearch(name: "best")])
  }
}
