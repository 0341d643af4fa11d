/// A set of tasks, each shared by all callers that use the same key. These callers wait for the task and receive the
/// same result. A caller that is cancelled stops waiting without affecting the other callers. If all callers are
/// cancelled, the task is cancelled, too.
///
/// ```swift
/// private let covers = SharedTasks<String, Cover>(lastCaller: .leaves)
/// func cover(at address: String) async throws -> Cover {
///   try await covers.value(of: address) { try await load(address) }
/// }
/// ```
package actor SharedTasks<Key: Equatable & Sendable, Value: Sendable> {
  /// The behaviour of a task's only remaining caller when that caller is cancelled.
  package enum LastCaller: Sendable {
    /// The caller returns at once. A new caller with the same key starts another task, while the cancelled task may
    /// still be running.
    case leaves
    /// The caller waits until the cancelled task has ended, so that no work continues after the caller returns. A new
    /// caller with the same key also waits until then, and starts another task.
    case waits
  }

  /// A running task and the callers that wait for it.
  private struct Flight {
    let key: Key
    let task: Task<Void, Never>
    var callers: [Int: CheckedContinuation<Value, any Error>] = [:]
    /// True if the task was cancelled. New callers then cannot use its result.
    var isEnding = false
  }

  private let lastCaller: LastCaller
  /// The running tasks by number. A linear search by key is fast enough, because few tasks run at a time.
  private var flights: [Int: Flight] = [:]
  private var lastNumber = 0
  private var isStopped = false

  package init(lastCaller: LastCaller) { self.lastCaller = lastCaller }

  /// The keys of the running tasks.
  package var keys: [Key] { flights.values.map(\.key) }

  /// Waits for the result of the task with the given key, and starts the task if it is not running.
  ///
  /// - Parameters:
  ///   - key: The key of the task.
  ///   - excludes: A closure that returns true for the keys of tasks that must end before this task starts.
  ///   - operation: The work of the task.
  /// - Returns: The result of the operation.
  /// - Throws: The operation's error; `CancellationError` if the caller was cancelled, or after ``stop()``.
  package func value(
    of key: Key, excluding excludes: @Sendable (Key) -> Bool = { _ in false },
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // During the wait, another task may have started, so the condition is checked again.
    while let other = flights.values.first(where: { $0.key == key ? $0.isEnding : excludes($0.key) }) {
      await other.task.value
    }
    try Task.checkCancellation()
    guard !isStopped else { throw CancellationError() }
    let number = flights.first { $0.value.key == key }?.key ?? begin(key, operation)
    lastNumber += 1
    let caller = lastNumber
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { flights[number]?.callers[caller] = $0 }
    } onCancel: {
      Task { await self.leave(number, caller) }
    }
  }

  /// Cancels all tasks and waits until they have ended. No further tasks are started.
  package func stop() async {
    isStopped = true
    let tasks = flights.values.map(\.task)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  /// Starts a task.
  ///
  /// - Returns: The number of the task.
  private func begin(_ key: Key, _ operation: @escaping @Sendable () async throws -> Value) -> Int {
    lastNumber += 1
    let number = lastNumber
    let task = Task {
      let result: Result<Value, any Error>
      do { result = .success(try await operation()) } catch { result = .failure(error) }
      // If the task has no callers left, it was already removed.
      let callers = flights.removeValue(forKey: number)?.callers ?? [:]
      for caller in callers.values { caller.resume(with: result) }
    }
    flights[number] = Flight(key: key, task: task)
    return number
  }

  private func leave(_ number: Int, _ caller: Int) {
    guard let flight = flights[number], let continuation = flight.callers[caller] else { return }
    let isLast = flight.callers.count == 1
    if isLast { flight.task.cancel() }
    if isLast, lastCaller == .waits {
      flights[number]?.isEnding = true
      return
    }
    if isLast { flights[number] = nil } else { flights[number]?.callers[caller] = nil }
    continuation.resume(throwing: CancellationError())
  }
}
