import CatalogTestSupport
import Dispatch
import Synchronization
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Cancelling an access")
struct CancellationTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Minutes of work for SQLite, when nobody stops it.
  private static let longQuery =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000000) SELECT count(*) FROM n"

  @Test("before it begins keeps it from beginning")
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
    #expect(runs.value == 0)
  }

  /// Cancels a long read once it runs, and expects that it ends by that.
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

  @Test("while it runs ends it, and the next access on the same connection is untouched")
  func during() async throws {
    let database = catalog.database
    for _ in 0..<5 {
      await Self.cancelRead(database)
      // The pool gives the same reader to the next one.
      #expect(try await database.read { $0.hasBusyStatement } == false)
      #expect(try await database.read { try $0.integer("SELECT 1") } == 1)
    }
  }

  @Test("of a write leaves nothing changed")
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
    #expect(try catalog.bookCount() == 0)
    try await catalog.add { $0.title = "Emma" }
    #expect(try catalog.bookCount() == 1)
    #expect(try catalog.findings() == [])
  }

  @Test("that waits for its turn takes it out, and no other")
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
    #expect(try catalog.found("first OR second OR third").count == 2)
    #expect(try catalog.found("second") == [])
  }

  @Test("after its end changes nothing")
  func after() async throws {
    let task = Task { try await catalog.add { $0.title = "Dune" } }
    _ = try await task.value
    task.cancel()
    #expect(try await catalog.book(1)?.title == "Dune")
    #expect(try await catalog.edit(1) { $0.pages = 412 }.step == 2)
  }

  @Test("of one read leaves the others of that moment alone")
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
    #expect(counts.filter { $0 == 20 }.count == 16)
  }
}

private final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increment() { count.add(1, ordering: .relaxed) }
}
