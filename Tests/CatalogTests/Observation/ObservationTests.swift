import CatalogTestSupport
import FoundationEssentials
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Observing a catalog", .endsAtLast)
struct ObservationTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    for title in ["Dune", "Emma", "Ulysses"] { try catalog.addBook([.title: title]) }
  }

  /// Opens the file as another process would, sharing only the file.
  private func other() throws -> Database {
    try Database.ofCatalog(path: temporary.path, mayCreate: false, readOnly: false, patience: 3_000, clock: { .now })
  }

  private func rate(_ books: [Book.ID], by database: Database) throws {
    _ = try database.write { connection in
      try BookEditor(connection: connection, now: .now)
        .edit(books, [.set(.rating, .decimal(Double.random(in: 0.1...5)))])
    }
  }

  @Test("a commit of this process is reported once, and earlier ones are not")
  func own() async throws {
    var iterator = try catalog.changes().makeAsyncIterator()
    try catalog.set(.rating, of: 2, to: "4")
    try await expectEqual(iterator.next(), .books([2]))
    try catalog.set(.rating, of: 1, to: "4")
    try catalog.set(.rating, of: 3, to: "4")
    try await expectEqual(iterator.next(), .books([1, 3]), "what was not asked for is told together")
    try await temporary.importRecords([try SourceRecord("1", [.title: "New"])])
    try await expectEqual(iterator.next(), .many)
  }

  @Test("a commit of another process is reported to each observer")
  func others() async throws {
    let (one, two) = (try catalog.changes(), try catalog.changes())
    #expect(one.seesOtherProcesses)
    let other = try other()
    for round in 0..<5 {
      // Only the folder watch wakes the waiting tasks.
      async let first = one.first { _ in true }
      async let second = two.first { _ in true }
      try rate([Book.ID(round % 3 + 1)], by: other)
      _ = try await (first, second)
    }
    try rate([1, 2], by: other)
    try catalog.set(.rating, of: 3, to: "4.5")
    var rest = try catalog.changes().makeAsyncIterator()
    try rate([2], by: other)
    try await expectEqual(rest.next(), .books([2]))
  }

  @Test("an observation ends when its task is cancelled and leaves nothing running")
  func cancelled() async throws {
    let changes = try catalog.changes()
    let task = Task { try await changes.reduce(into: []) { $0.append($1) } }
    try catalog.set(.rating, of: 2, to: "4")
    task.cancel()
    _ = try? await task.value
    weak var folder: FolderWatch?
    do {
      let watched = catalog.watch.folder(of: catalog.database)
      folder = watched
      expectEqual(folder?.isWatching, true)
    }
    _ = consume changes
    // The task's own reference to it may outlive the task for a moment.
    await waitUntil { folder == nil }
  }

  @Test("an observation reports that the file was removed or replaced")
  func replaced() async throws {
    var iterator = try catalog.changes().makeAsyncIterator()
    try temporary.folder.move("catalog.db", to: "away.db")
    try await expectEqual(iterator.next(), .fileMissing)
    try expectEqual(catalog.bookCount(), 3, "what is open stays open")
    try temporary.folder.write("catalog.db", "something else")
    try await expectEqual(iterator.next(), .fileReplaced)
    try temporary.folder.move("catalog.db", to: "other.db")
    try await expectEqual(iterator.next(), .fileMissing)
    try temporary.folder.move("away.db", to: "catalog.db")
    try catalog.set(.rating, of: 2, to: "4")
    try await expectEqual(iterator.next(), .books([2]))
  }

  @Test("each observer has a sequence of its own, from its creation on")
  func several() async throws {
    let changes = try catalog.changes()
    try catalog.set(.rating, of: 2, to: "4")
    async let first = changes.first { _ in true }
    async let second = changes.first { _ in true }
    try await expectEqual(first, .books([2]))
    try await expectEqual(second, .books([2]))
  }

  @Test("a value is read again after each commit, and equal ones are delivered once")
  func equalValues() async throws {
    let reads = Mutex(0)
    let values = catalog.values { snapshot in
      reads.withLock { $0 += 1 }
      return try snapshot.count(of: "rating:>3")
    }
    let task = Task {
      var counts: [Int] = []
      for try await count in values {
        counts.append(count)
        if count == 1 { break }
      }
      return counts
    }
    await waitUntil { reads.withLock { $0 } >= 1 }
    try catalog.set(.pages, of: 1, to: "100")
    await waitUntil { reads.withLock { $0 } >= 2 }
    try catalog.set(.rating, of: 2, to: "4")
    try await expectEqual(task.value, [0, 1])
  }

  @Test("a value follows commits of other processes, for each observer")
  func values() async throws {
    let values = catalog.values { try $0.count(of: "rating:>3") }
    var iterator = values.makeAsyncIterator()
    var others = values.makeAsyncIterator()
    try await expectEqual(iterator.next(), 0)
    try await expectEqual(others.next(), 0)
    try catalog.set(.rating, of: 2, to: "4")
    try await expectEqual(iterator.next(), 1)
    let other = try other()
    defer { other.close() }
    _ = try await other.write { connection in
      try BookEditor(connection: connection, now: .now).edit([1, 3], [.set(.rating, .decimal(5))])
    }
    try await expectEqual(iterator.next(), 3)
    try await expectEqual(others.next(), 3, "who asks late is told the value as it is")
    try temporary.folder.move("catalog.db", to: "away.db")
    try temporary.folder.move("away.db", to: "catalog.db")
    try catalog.set(.rating, of: 1, to: "1")
    try await expectEqual(iterator.next(), 2)
  }

  @Test("a value's observation ends with its task, and throws the read's errors")
  func endOfValues() async throws {
    let task = Task { [catalog] in
      var count = 0
      for try await _ in catalog.values({ try $0.count() }) { count += 1 }
      return count
    }
    task.cancel()
    _ = await task.result
    await #expect(throws: ScriptedFailure.self) {
      for try await _ in catalog.values({ _ -> Int in throw ScriptedFailure("no value") }) {}
    }
  }

  @Test("an observation resolves links in the path and finds the log next to the file itself")
  func linked() async throws {
    let link = TemporaryFolder()
    let path = link.file("link.db")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: temporary.path)
    let folder = FolderWatchCounter(path)
    try rate([1], by: other())
    await folder.woken()
  }
}

/// A task that waits for a folder watch.
private final class FolderWatchCounter: Sendable {
  private let watch: FolderWatch
  private let stream: AsyncStream<Void>

  init(_ path: String) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.stream = stream
    watch = FolderWatch(path) { continuation.yield() }
  }

  func woken() async { for await _ in stream { return } }
}
