import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Tasks with numbers that a test holds and releases. Each counts its starts.
@Suite("Tasks that callers share")
struct SharedTasksTests {
  private let gate = Gate()

  /// Starts a caller that waits for the task of a key.
  private func call(
    _ tasks: SharedTasks<Int, String>, _ key: Int,
    excluding excludes: @escaping @Sendable (Int) -> Bool = { _ in false }
  ) -> Task<String, any Error> {
    Task.immediate { [gate] in
      try await tasks.value(of: key, excluding: excludes) {
        try await gate.pass()
        return "value \(key)"
      }
    }
  }

  /// Lets the tasks process the earlier calls.
  private func settle(_ tasks: SharedTasks<Int, String>) async {
    for _ in 0..<20 {
      await Task.yield()
      _ = await tasks.keys
    }
  }

  @Test("callers with the same key share one task, and others have their own")
  func shares() async throws {
    let tasks = SharedTasks<Int, String>(lastCaller: .leaves)
    let calls = [call(tasks, 1), call(tasks, 1), call(tasks, 2)]
    await gate.waitFor(2)
    await settle(tasks)
    await gate.open()
    var values: [String] = []
    for call in calls { values.append(try await call.value) }
    expectEqual(values, ["value 1", "value 1", "value 2"])
    await expectEqual(gate.arrivals, 2)
    #expect(await tasks.keys.isEmpty)
  }

  @Test("an error reaches every caller, and the next call starts anew")
  func fails() async throws {
    struct Failure: Error {}
    let tasks = SharedTasks<Int, String>(lastCaller: .leaves)
    await #expect(throws: Failure.self) { try await tasks.value(of: 1) { throw Failure() } }
    try await expectEqual(tasks.value(of: 1) { "again" }, "again")
  }

  @Test(
    "a cancelled caller does not affect the others", arguments: [SharedTasks<Int, String>.LastCaller.leaves, .waits])
  func leaves(lastCaller: SharedTasks<Int, String>.LastCaller) async throws {
    let tasks = SharedTasks<Int, String>(lastCaller: lastCaller)
    let first = call(tasks, 1)
    await gate.waitFor(1)
    let second = call(tasks, 1)
    await settle(tasks)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await gate.open()
    try await expectEqual(second.value, "value 1")
    await expectEqual(gate.arrivals, 1)
  }

  @Test("the last caller to cancel cancels the task")
  func lastLeaves() async throws {
    let tasks = SharedTasks<Int, String>(lastCaller: .leaves)
    let calls = [call(tasks, 1), call(tasks, 1)]
    await gate.waitFor(1)
    await settle(tasks)
    for call in calls { call.cancel() }
    for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
    #expect(await tasks.keys.isEmpty)
  }

  /// Starts a task that ignores its cancellation until it is released.
  private func deaf(_ tasks: SharedTasks<Int, String>, _ hold: AsyncStream<Void>) -> Task<String, any Error> {
    Task.immediate { [gate] in
      try await tasks.value(of: 1) {
        await gate.arrive()
        await Task { for await _ in hold {} }.value
        return "late"
      }
    }
  }

  @Test("the last caller leaves at once if configured so, and a new caller starts another task")
  func leavesAtOnce() async throws {
    let (hold, release) = AsyncStream.makeStream(of: Void.self)
    let tasks = SharedTasks<Int, String>(lastCaller: .leaves)
    let first = deaf(tasks, hold)
    await gate.waitFor(1)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let second = call(tasks, 1)
    await gate.waitFor(2)
    release.finish()
    await gate.open()
    try await expectEqual(second.value, "value 1")
  }

  @Test("the last caller waits for the end if configured so, and so does a new caller")
  func waitsForTheEnd() async throws {
    let (hold, release) = AsyncStream.makeStream(of: Void.self)
    let tasks = SharedTasks<Int, String>(lastCaller: .waits)
    let first = deaf(tasks, hold)
    await gate.waitFor(1)
    first.cancel()
    await settle(tasks)
    let second = call(tasks, 1)
    await settle(tasks)
    await expectEqual(gate.arrivals, 1)
    release.finish()
    try await expectEqual(first.value, "late")
    await gate.open()
    try await expectEqual(second.value, "value 1")
    await expectEqual(gate.arrivals, 2)
  }

  @Test("a task waits for those that it excludes")
  func excludes() async throws {
    let tasks = SharedTasks<Int, String>(lastCaller: .leaves)
    let first = call(tasks, 1)
    await gate.waitFor(1)
    let second = call(tasks, 2, excluding: { $0 == 1 })
    await settle(tasks)
    await expectEqual(gate.arrivals, 1)
    await gate.open()
    try await expectEqual(first.value, "value 1")
    try await expectEqual(second.value, "value 2")
  }

  @Test("stopping cancels every task and starts no more")
  func stops() async throws {
    let tasks = SharedTasks<Int, String>(lastCaller: .leaves)
    let calls = [call(tasks, 1), call(tasks, 2)]
    await gate.waitFor(2)
    await tasks.stop()
    for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
    await #expect(throws: CancellationError.self) { try await tasks.value(of: 3) { "more" } }
  }
}
