/// Shares tasks between callers who ask for the same: all of them wait for one task and are given its result. A caller who is
/// cancelled leaves and takes nothing from the others; when the last one leaves, the task is cancelled.
///
/// ```swift
/// private let covers = SharedTasks<String, Cover>(lastCaller: .leaves)
/// func cover(at address: String) async throws -> Cover { try await covers.value(of: address) { try await load(address) } }
/// ```
package actor SharedTasks<Key: Equatable & Sendable, Value: Sendable> {
  /// The choice of the last caller who is cancelled.
  package enum LastCaller: Sendable {
    /// It leaves at once. Who asks for the same then begins another task, while the cancelled one may still be ending.
    case leaves
    /// It waits until the cancelled task has ended, so that nothing goes on behind its back. Who asks for the same meanwhile
    /// waits for that, too, and then begins another task.
    case waits
  }

  /// A task under way, and who waits for it.
  private struct Flight {
    let key: Key
    let task: Task<Void, Never>
    var callers: [Int: CheckedContinuation<Value, any Error>] = [:]
    /// Whether it was cancelled, so that its result is nothing for those who come now.
    var isEnding = false
  }

  private let lastCaller: LastCaller
  /// By their numbers: there are few.
  private var flights: [Int: Flight] = [:]
  private var lastNumber = 0
  private var isStopped = false

  package init(lastCaller: LastCaller) { self.lastCaller = lastCaller }

  /// The keys of the tasks under way.
  package var keys: [Key] { flights.values.map(\.key) }

  /// Waits for the result of the task of a key; begins it where there is none.
  ///
  /// - Parameters:
  ///   - key: equal keys share a task.
  ///   - excludes: whether another key's task must have ended before.
  ///   - operation: the task.
  /// - Throws: the operation's error; `CancellationError` when the caller was cancelled, or after ``stop()``.
  package func value(
    of key: Key, excluding excludes: @Sendable (Key) -> Bool = { _ in false },
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // Whether another one has begun meanwhile is looked at again.
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

  /// Cancels every task, waits until they have ended, and begins no more.
  package func stop() async {
    isStopped = true
    let tasks = flights.values.map(\.task)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  /// Begins a task.
  ///
  /// - Returns: its number.
  private func begin(_ key: Key, _ operation: @escaping @Sendable () async throws -> Value) -> Int {
    lastNumber += 1
    let number = lastNumber
    let task = Task {
      let result: Result<Value, any Error>
      do { result = .success(try await operation()) } catch { result = .failure(error) }
      // One that nobody waits for any more is forgotten.
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
