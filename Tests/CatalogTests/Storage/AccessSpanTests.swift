import CatalogTestSupport
import FoundationEssentials
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
    #expect(cause { _ = try snapshot?.page() } == ended)
    #expect(cause { _ = try snapshot?.book(1) } == ended)
    #expect(cause { _ = try snapshot?.metadataStatus() } == ended)
    #expect(cause { try snapshot?.forEachDuplicate { _ in } } == ended)
    for escaped in [transaction, failed] {
      #expect(cause { try escaped?.add { $0.title = "Emma" } } == ended)
      #expect(cause { try escaped?.edit([1]) { $0.title = "Emma" } } == ended)
      #expect(cause { _ = try escaped?.snapshot.count() } == ended)
      // Within another transaction as well.
      try catalog.write { _ in #expect(cause { try escaped?.remove([1]) } == ended) }
    }
    #expect(try catalog.shownText() == before)
    #expect(try catalog.steps().count == 1)
  }

  private static let begun = "an access was started inside the closure of another access"

  @Test("a nested write throws with the reason, and the outer one continues")
  func nested() throws {
    try catalog.write { transaction in
      try transaction.add { $0.title = "Emma" }
      #expect(cause { try catalog.addBook([.title: "Ulysses"]) } == Self.begun)
      #expect(cause { try catalog.undoStep() } == Self.begun)
      catalog.close()
    }
    #expect(try catalog.view { try $0.page(order: BookOrder(.title)).books.map(\.title) } == ["Dune", "Emma"])
  }

  @Test("a nested awaited write throws as well")
  func nestedInTask() async throws {
    let catalog = catalog
    try await catalog.write { transaction in
      do {
        try catalog.addBook([.title: "Ulysses"])
      } catch let error as CatalogError {
        #expect(error.cause == Self.begun)
      }
      try transaction.add { $0.title = "Mort" }
    }
    #expect(try catalog.bookCount() == 2)
  }
}
