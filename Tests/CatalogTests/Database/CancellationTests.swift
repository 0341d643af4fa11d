import CatalogTestSupport
import Dispatch
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Cancelling an access")
struct CancellationTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// A query that keeps SQLite busy for minutes unless it is stopped.
  private static let longQuery =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000000) SELECT count(*) FROM n"

  @Test("an access cancelled before it begins does not begin")
  func before() async {
    let runs = Counter()
    let database = catalog.database
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask {
        await #expect(throws: CancellationError.self) {
          try await database.read { _ in runs.increment() }
        }
        await #expect(throws: CancellationError.self) {
          try await database.write { _ in runs.increment() }
        }
      }
    }
    expectEqual(runs.value, 0)
  }

  /// Cancels a long read once it runs, and expects the cancellation to end it.
  private static func cancelRead(_ database: Database) async {
    let begun = Signal()
    let task = Task {
      try await database.read { connection in
        begun.send()
        return try connection.integer(longQuery)
      }
    }
    await begun.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("cancelling a running read ends it and leaves the next access on its connection unaffected")
  func during() async throws {
    let database = catalog.database
    for _ in 0..<5 {
      await Self.cancelRead(database)
      // The pool hands the same reader to the next access.
      try await expectEqual(database.read { $0.hasBusyStatement }, false)
      try await expectEqual(database.read { try $0.integer("SELECT 1") }, 1)
    }
  }

  @Test("cancelling a write leaves nothing changed")
  func write() async throws {
    let begun = Signal()
    let task = Task {
      try await catalog.write { transaction in
        try transaction.add { $0.title = "Dune" }
        begun.send()
        _ = try transaction.snapshot.connection.integer(Self.longQuery)
      }
    }
    await begun.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try expectEqual(catalog.bookCount(), 0)
    try await catalog.add { $0.title = "Emma" }
    try expectEqual(catalog.bookCount(), 1)
    try expectEqual(catalog.findings(), [])
  }

  @Test("cancelling a queued access removes only that one")
  func waiting() async throws {
    let (begun, release) = (Signal(), DispatchSemaphore(value: 0))
    let first = Task {
      try await catalog.write { transaction in
        begun.send()
        release.wait()
        try transaction.add { $0.title = "first" }
      }
    }
    await begun.wait()
    let waiting = Task { try await catalog.add { $0.title = "second" } }
    let third = Task { try await catalog.add { $0.title = "third" } }
    waiting.cancel()
    release.signal()
    _ = try await first.value
    _ = try await third.value
    await #expect(throws: CancellationError.self) { try await waiting.value }
    try expectEqual(catalog.found("first OR second OR third").count, 2)
    try expectEqual(catalog.found("second"), [])
  }

  @Test("cancelling a finished access changes nothing")
  func after() async throws {
    let task = Task { try await catalog.add { $0.title = "Dune" } }
    _ = try await task.value
    task.cancel()
    try await expectEqual(catalog.book(1)?.title, "Dune")
    try await expectEqual(catalog.edit(1) { $0.pages = 412 }.step, 2)
  }

  @Test("cancelling one read leaves concurrent ones alone")
  func others() async throws {
    for number in 1...20 { try catalog.addBook([.title: "Book \(number)"]) }
    let database = catalog.database
    let counts = await withTaskGroup(of: Int64?.self) { group in
      for number in 0..<24 {
        group.addTask {
          if number % 3 == 0 {
            await Self.cancelRead(database)
            return nil
          }
          return try? await database.read { try $0.integer("SELECT count(*) FROM book") }
        }
      }
      return await group.reduce(into: [Int64?]()) { $0.append($1) }
    }
    expectEqual(counts.filter { $0 == 20 }.count, 16)
  }
}

private final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increment() { count.add(1, ordering: .relaxed) }
}
