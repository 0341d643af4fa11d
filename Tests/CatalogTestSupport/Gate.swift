/// A gate that holds requests until a test opens it.
actor Gate {
  private var isOpen = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private(set) var arrivals = 0

  /// Records an arrival.
  func arrive() {
    arrivals += 1
    let come = watchers.filter { $0.count <= arrivals }
    watchers.removeAll { $0.count <= arrivals }
    for watcher in come { watcher.continuation.resume() }
  }

  /// Waits until the gate is opened or the task is cancelled.
  func pass() async throws {
    arrive()
    // A cancelled task wakes all; the others continue to wait.
    while !isOpen, !Task.isCancelled {
      await withTaskCancellationHandler {
        await withCheckedContinuation { held.append($0) }
      } onCancel: {
        Task { await self.releaseAll() }
      }
    }
    try Task.checkCancellation()
  }

  /// Waits for a number of arrivals.
  func waitFor(_ count: Int) async {
    if arrivals >= count { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }

  func open() {
    isOpen = true
    releaseAll()
  }

  private func releaseAll() {
    for continuation in held { continuation.resume() }
    held = []
  }
}
