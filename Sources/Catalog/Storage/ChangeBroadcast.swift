import Synchronization

/// A fact about the catalog, told after it was committed. It says which books changed, not how: who wants to know looks
/// in the catalog.
public enum CatalogChange: Sendable, Equatable {
  /// The ids of the books that changed, at least one.
  case books([Int64])
  /// More books than are worth naming: an import, a refresh, a restored backup.
  case many
}

/// Tells every observer in this process what was committed through it.
final class ChangeBroadcast: Sendable {
  private struct State {
    var observers: [Int: AsyncStream<CatalogChange>.Continuation] = [:]
    var nextID = 0
  }

  /// How many facts wait for an observer that is slow; it then misses the oldest ones, and should look at everything.
  static let bufferSize = 1_000

  private let state = Mutex(State())

  func stream() -> AsyncStream<CatalogChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CatalogChange.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
    let id = state.withLock { state in
      state.nextID += 1
      state.observers[state.nextID] = continuation
      return state.nextID
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.observers.removeValue(forKey: id) }
    }
    return stream
  }

  func send(_ change: CatalogChange) {
    if case .books(let ids) = change, ids.isEmpty { return }
    let observers = state.withLock { Array($0.observers.values) }
    for observer in observers { observer.yield(change) }
  }
}
