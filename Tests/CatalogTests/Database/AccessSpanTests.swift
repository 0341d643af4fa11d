import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Escaped snapshots and transactions")
struct AccessSpanTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.addBook([.title: "Dune"])
  }

  private func cause(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return (error as? CatalogError)?.cause }
  }

  @Test("a snapshot or transaction used after its closure throws and changes nothing")
  func escaped() throws {
    let ended = "the closure that received this snapshot or transaction has ended"
    let before = try catalog.shownText()
    var snapshot: CatalogSnapshot?
    try catalog.view { snapshot = $0 }
    var transaction: CatalogTransaction?
    try catalog.write { transaction = $0 }
    var failed: CatalogTransaction?
    #expect(throws: CancellationError.self) {
      try catalog.write {
        failed = $0
        throw CancellationError()
      }
    }
    expectEqual(cause { _ = try snapshot?.page() }, ended)
    expectEqual(cause { _ = try snapshot?.book(1) }, ended)
    expectEqual(cause { _ = try snapshot?.metadataStatus() }, ended)
    expectEqual(cause { try snapshot?.forEachDuplicate { _ in } }, ended)
    for escaped in [transaction, failed] {
      expectEqual(cause { try escaped?.add { $0.title = "Emma" } }, ended)
      expectEqual(cause { try escaped?.edit([1]) { $0.title = "Emma" } }, ended)
      expectEqual(cause { _ = try escaped?.snapshot.count() }, ended)
      // Within another transaction as well.
      try catalog.write { _ in expectEqual(cause { try escaped?.remove([1]) }, ended) }
    }
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.steps().count, 1)
  }

  private static let begun = "an access was started inside the closure of another access"

  @Test("a nested write throws with the reason, and the outer one continues")
  func nested() throws {
    try catalog.write { transaction in
      try transaction.add { $0.title = "Emma" }
      expectEqual(cause { try catalog.addBook([.title: "Ulysses"]) }, Self.begun)
      expectEqual(cause { try catalog.undoStep() }, Self.begun)
      catalog.close()
    }
    try expectEqual(catalog.view { try $0.page(order: BookOrder(.title)).books.map(\.title) }, ["Dune", "Emma"])
  }

  @Test("a nested awaited write throws as well")
  func nestedInTask() async throws {
    let catalog = catalog
    try await catalog.write { transaction in
      do {
        try catalog.addBook([.title: "Ulysses"])
      } catch let error as CatalogError {
        expectEqual(error.cause, Self.begun)
      }
      try transaction.add { $0.title = "Mort" }
    }
    try expectEqual(catalog.bookCount(), 2)
  }
}
