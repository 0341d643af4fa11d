import CatalogTestSupport
import Platform
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("One-line summaries of steps") struct ChangeSummaryTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.addBook([.title: "Emma", .authors: "Jane Austen", .publisher: "Murray", .rating: "3"])
  }

  @Test(
    "a summary names the book first, then the change in everyday words",
    arguments: [
      (.rating, "4.5", "Emma: rated 4.5 (was 3)"), (.rating, "", "Emma: rating removed (was 3)"),
      (.readState, "read", "Emma: marked as read"), (.title, "Emma!", "Emma: title changed to “Emma!”"),
      (.publisher, "Ace", "Emma: publisher changed from “Murray” to “Ace”"),
      (.publisher, "", "Emma: publisher removed (was “Murray”)"), (.pages, "1474", "Emma: pages set to 1,474"),
      (.tags, "novel; classic", "Emma: tags set to “classic; novel”"),
      (.seriesNumber, "1.5", "Emma: series number set to 1.5"),
      (.published, "1815-12", "Emma: published set to 1815-12"),
    ] as [(BookField, String, String)])
  func edits(field: BookField, value: String, summary: String) throws {
    try expectEqual(catalog.set(field, of: 1, to: value).summary, summary)
  }

  @Test(
    "a summary shortens a long title so that the change remains visible",
    arguments: [
      ("Alice's Adventures in Wonderland & Through the Looking-Glass", "Alice's Adventures in…: rated 5 (was 3)"),
      (String(repeating: "x", count: 2_000), String(repeating: "x", count: 32) + "…: rated 5 (was 3)"),
      ("One of exactly thirty-two letters", "One of exactly thirty-two…: rated 5 (was 3)"),
      ("One of just thirty-two letters..", "One of just thirty-two letters..: rated 5 (was 3)"),
    ])
  func longTitles(title: String, summary: String) throws {
    try catalog.set(.title, of: 1, to: title)
    try expectEqual(catalog.set(.rating, of: 1, to: "5").summary, summary)
  }

  @Test("summaries and errors use the fields' names for sentences")
  func fields() {
    #expect(BookField.readState.words == "read state" && BookField.isbn.words == "isbn")
    expectEqual(InvalidValue("readState", "x", "no").description, "read state “x”: no")
    expectEqual(InvalidValue("address", "", "none").description, "address: none")
  }

  @Test(
    "numbers have a comma between thousands",
    arguments: [
      (0, "0"), (999, "999"), (1_000, "1,000"), (10_023, "10,023"), (1_000_007, "1,000,007"), (-1_234, "-1,234"),
      (.min, "-9,223,372,036,854,775,808"),
    ])
  func numbers(number: Int, text: String) {
    expectEqual(number.grouped, text)
  }
}
