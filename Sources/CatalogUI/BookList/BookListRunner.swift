import Catalog

/// Runs the jobs of a list on a reader's thread of the catalog, one at a time.
@MainActor final class BookListRunner {
  /// How long a search is left alone before all its matches are counted: who types goes on typing.
  private static let countPause = Duration.milliseconds(150)

  private let catalog: BookCatalog
  private let clock: any Clock<Duration>
  private var running: (number: Int, task: TaskHandle)?

  init(_ catalog: BookCatalog, clock: any Clock<Duration>) { (self.catalog, self.clock) = (catalog, clock) }

  /// Starts a job; what was started before is let go.
  ///
  /// - Parameter deliver: is told how it ended, unless it was let go.
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

  /// Cancels the job under way, which then ends soon.
  func cancel() { running?.task.cancel() }

  /// Waits for the end of the job under way.
  ///
  /// - Returns: `false` at once where there is none.
  func end() async -> Bool {
    guard let running else { return false }
    await running.task.end()
    return true
  }
}
