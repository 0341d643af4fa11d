import Dispatch
import Synchronization

/// Runs a task on the thread that waits for it: handing it to another one and back takes longer than most parsers do.
final class WaitingThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  /// Runs the body to its end. Must not be called from inside a task.
  func run(_ body: @escaping @Sendable () async -> Void) {
    let isDone = Flag()
    Task.detached(executorPreference: self) {
      await body()
      isDone.set()
    }
    while !isDone.isSet {
      count.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
