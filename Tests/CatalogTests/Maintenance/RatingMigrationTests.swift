import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// A catalog of a released program that stored the user's ratings as the average of others: 119 books with and without
/// both. Some were rated, cleared, corrected and removed by hand, and not all of that is in the sets yet.
@Suite("Ratings of a catalog of a released program")
struct RatingMigrationTests {
  private let folder = TemporaryFolder()
  private let path: String

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Released/schema-7.catalog")
    path = try folder.write("catalog.db", try Data(contentsOf: file))
  }

  @Test func `ratings and averages are distinguished in queries, orders and the page index`() throws {
    let catalog = try BookCatalog.open(path)
    defer { catalog.close() }
    let file = try ForeignConnection(path)
    for (query, condition) in [
      ("rating:0..5", "rating IS NOT NULL"), ("rating:>4", "rating > 4"), ("rating:4.5", "rating = 4.5"),
      ("rating:..2.5", "rating <= 2.5"), ("average:0..5", "average_rating IS NOT NULL"),
      ("average:2.5", "average_rating = 2.5"), ("average:>=4.25", "average_rating >= 4.25"),
      ("rating:4.. average:..4", "rating >= 4 AND average_rating <= 4"),
    ] {
      let expected = try file.rows("SELECT id FROM book WHERE hidden = 0 AND \(condition) ORDER BY id").map { $0[0] }
      #expect(!expected.isEmpty)
      let found = try catalog.read { try $0.ids(of: BookQuery(query)) }
      expectEqual(found.map(\.description).sorted(), expected.compactMap(\.self).sorted(), "\(query)")
    }
    for (order, column) in [
      (BookOrder.rating, "rating"), (.average, "average_rating"), (.year, "published"), (.edition, "published"),
    ] {
      let expected = try file.rows(
        "SELECT id FROM book WHERE hidden = 0 ORDER BY \(column) IS NULL, \(column), id")
      let page = try catalog.read { try $0.page(BookQuery(order: order), size: 1_000) }
      expectEqual(page.books.map(\.id.description), expected.compactMap { $0[0] }, "\(order.name)")
    }
    try expectEqual(catalog.findings(), [])
  }

  @Test func `ratings are restored as each step is undone`() throws {
    let catalog = try BookCatalog.open(path)
    defer { catalog.close() }
    while try catalog.view({ try !$0.stepsToUndo().isEmpty }) { try catalog.undoStep() }
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
  }
}
