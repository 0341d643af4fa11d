import CatalogTestSupport
import Dispatch
import FoundationEssentials
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Writing while another process writes")
struct BusyTests {
  private let folder = TemporaryFolder()

  private func open(patience: Double, now: @escaping @Sendable () -> Date = { Date() }) throws -> BookCatalog {
    var options = BookCatalog.Options()
    options.patience = .seconds(patience)
    options.now = now
    return try BookCatalog.open(folder.file("catalog.db"), options: options)
  }

  @Test("a write waits for its patience, fails as busy, and can be retried")
  func patience() throws {
    let catalog = try open(patience: 0.02)
    let other = try ForeignConnection(catalog.path)
    try other.run("BEGIN IMMEDIATE")
    let error = #expect(throws: CatalogError.self) { try catalog.addBook([.title: "Dune"]) }
    expectEqual(error?.code, .busy)
    expectEqual(error?.isRetryable, true)
    try expectEqual(catalog.bookCount(), 0, "reading never waits")
    try other.run("COMMIT")
    try catalog.addBook([.title: "Dune"])
    try expectEqual(catalog.bookCount(), 1)
  }

  @Test("a write succeeds when the other one ends")
  func released() throws {
    let begun = DispatchSemaphore(value: 0)
    // The clock is read when a write begins.
    let catalog = try open(patience: 3_000) {
      begun.signal()
      return Date(timeIntervalSince1970: 0)
    }
    let path = catalog.path
    let locked = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let failure = Failure()
    while begun.wait(timeout: .now()) == .success {}
    Thread.run {
      do {
        let other = try ForeignConnection(path)
        try other.run("BEGIN IMMEDIATE")
        locked.signal()
        begun.wait()
        try other.run("INSERT INTO book (title) VALUES ('theirs'); COMMIT")
      } catch {
        failure.set(error)
        locked.signal()
      }
      ended.signal()
    }
    locked.wait()
    try catalog.addBook([.title: "Dune"])
    ended.wait()
    #expect(failure.error == nil)
    try expectEqual(catalog.view { try $0.status().foreign }, 1)
    try expectEqual(catalog.bookCount(), 1)
  }

  @Test("cancelling a waiting write ends the wait")
  func cancelled() async throws {
    let begun = Signal()
    let catalog = try open(patience: 3_000) {
      begun.send()
      return Date(timeIntervalSince1970: 0)
    }
    let other = try ForeignConnection(catalog.path)
    try other.run("BEGIN IMMEDIATE")
    let task = Task { try await catalog.add { $0.title = "Dune" } }
    await begun.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try other.run("COMMIT")
    try expectEqual(catalog.bookCount(), 0)
    try catalog.addBook([.title: "Emma"])
    try expectEqual(catalog.bookCount(), 1)
  }

  @Test("the second of two writers in one process waits for the first")
  func twoWriters() async throws {
    let catalog = try open(patience: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { try await catalog.add { $0.title = "Book \(number)" } }
      }
      try await group.waitForAll()
    }
    try expectEqual(catalog.bookCount(), 20)
    try expectEqual(catalog.findings(), [])
  }
}

private enum Thread {
  /// Runs the body on a thread of its own, so that it may block.
  static func run(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "test.other-process").async(execute: body)
  }
}

private final class Failure: Sendable {
  private let stored = Mutex<(any Error)?>(nil)

  var error: (any Error)? { stored.withLock { $0 } }

  func set(_ error: any Error) { stored.withLock { $0 = error } }
}
