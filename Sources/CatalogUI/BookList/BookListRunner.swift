import Catalog

/// Runs the jobs of a list on a reader thread of the catalog, one at a time.
@MainActor final class BookListRunner {
  /// The pause before all matches of a search are counted. The user may still be typing.
  private static let countPause = Duration.milliseconds(150)

  private let catalog: BookCatalog
  private let clock: any Clock<Duration>
  private var running: (number: Int, task: TaskHandle)?

  init(_ catalog: BookCatalog, clock: any Clock<Duration>) { (self.catalog, self.clock) = (catalog, clock) }

  /// Starts a job. A job that is still running is cancelled.
  ///
  /// - Parameter deliver: A closure that receives the result. It is not called if another job has replaced this job.
  func start(_ job: BookListJob, number: Int, deliver: @escaping @MainActor (BookListCore.Event) -> Void) {
    let (catalog, clock) = (catalog, clock)
    let pause: Duration? = job.finishes && job.query.order == .bestMatch ? Self.countPause : nil
    let task = Task { [weak self] in
      let event: BookListCore.Event
      do {
        if let pause { try await clock.sleep(for: pause) }
        event = .finished(try await catalog.run(job), number: number)
      } catch is CancellationError {
        event = .cancelled(number: number)
      } catch {
        event = .failed(error, number: number)
      }
      guard let self, running?.number == number else { return }
      running = nil
      deliver(event)
    }
    running = (number, TaskHandle(task))
  }

  /// Cancels the running job, which ends soon afterwards.
  func cancel() { running?.task.cancel() }

  /// Waits until the running job ends.
  ///
  /// - Returns: True after the running job has ended; false immediately if no job is running.
  func end() async -> Bool {
    guard let running else { return false }
    await running.task.end()
    return true
  }
}
