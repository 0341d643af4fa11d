import Catalog
import CatalogModel
import CatalogSources
import FoundationEssentials
import Synchronization

/// Fetches the covers that books name on the web, a few at a time, and stores them in the cache. The limits on requests
/// are those of ``CoverTurns``. Covers are queued for viewers who may edit and after imports by the owner, but never
/// for guests.
///
/// The queue is in memory. A cover that was not fetched before the server stops is queued again when a page shows it.
final class CoverQueue: Sendable {
  private struct State {
    var core = CoverQueueCore(parallel: CoverTurns.parallel)
    var consent: CoverConsent?
    var tasks: [Int: Task<Void, Never>] = [:]
    /// The number of the last task.
    var lastTask = 0
    var timer: Task<Void, Never>?
    var filling: Task<Void, Never>?
    /// The times of the last requests. A cover that a small cache has evicted, or that could not be stored, is not
    /// fetched again each time that a page shows it.
    var requested: [String: Date] = [:]
    /// The number of stored covers that were not announced yet.
    var unannounced = 0
    var isStopped = false
  }

  /// The clock of a queue. Tests substitute their own.
  struct Environment: Sendable {
    var now: @Sendable () -> Date = { Date() }
    var sleep: @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  }

  /// Open pages are reloaded after this number of new covers.
  private static let announced = 10
  /// The maximum length of an address in bytes.
  private static let maxAddress = 2_048
  /// The seconds between two requests for a cover, and the maximum number of covers whose last request is remembered.
  private static let (repetition, maxRequested) = (3_600.0, 20_000)
  /// The seconds to wait after the catalog could not be written.
  private static let pause = 60.0

  private let catalog: BookCatalog
  private let covers: BookCovers
  /// Returns true for the addresses that the queue ignores.
  private let isExcluded: @Sendable (String) -> Bool
  private let turns: CoverTurns
  private let environment: Environment
  /// A closure to call when covers were stored, so that pages can show them.
  private let changed: @Sendable () -> Void
  private let state: Mutex<State>

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - isExcluded: Returns true for the addresses that are not queued.
  ///   - changed: A closure to call when covers were stored.
  init(
    _ catalog: BookCatalog, _ covers: BookCovers, excluding isExcluded: @escaping @Sendable (String) -> Bool,
    changed: @escaping @Sendable () -> Void
  ) {
    (self.catalog, self.covers, self.isExcluded) = (catalog, covers, isExcluded)
    (environment, self.changed) = (covers.environment, changed)
    turns = catalog.coverTurns()
    var state = State()
    if covers.setting == .ask { state.consent = try? catalog.read { try $0.coverConsent() } }
    self.state = Mutex(state)
  }

  /// True if the owner has not decided yet whether covers are fetched.
  var asks: Bool {
    covers.setting == .ask && state.withLock { [nil, .asked].contains($0.consent) }
  }

  /// True if no cover waits or is being fetched, and all stored covers were announced.
  var isIdle: Bool { state.withLock { $0.core.isEmpty && $0.filling == nil && $0.tasks.isEmpty } }

  /// True if covers may be fetched.
  private var isAllowed: Bool {
    switch covers.setting {
    case .on: !catalog.isReadOnly
    case .off: false
    case .ask: !catalog.isReadOnly && state.withLock { $0.consent == .granted }
    }
  }

  /// Takes the owner's answer, which is already stored in the catalog.
  func take(_ consent: CoverConsent) {
    state.withLock { state in
      state.consent = consent
      if consent != .granted { state.core.removeAll() }
    }
    if consent == .granted { fill() }
  }

  /// Queues the cover of a book that somebody looks at, if covers may be fetched and this one has not just failed.
  func want(_ address: String, of book: Book.ID) {
    guard isAllowed, let item = item(address, of: book) else { return }
    state.withLock { if !$0.isStopped { $0.core.add(item, isNext: true) } }
    run()
  }

  private func item(_ address: String, of book: Book.ID) -> CoverQueueCore.Item? {
    guard !isExcluded(address), WebCoverCounter.isOnWeb(address),
      address.utf8.count <= Self.maxAddress, isDue(address),
      let origin = try? HTTPOrigin(of: address)
    else { return nil }
    return CoverQueueCore.Item(address: address, host: origin.host, book: book)
  }

  private func isDue(_ address: String) -> Bool {
    let now = environment.now()
    let last = state.withLock { $0.requested[address] }
    if let last, last <= now, now < last.addingTimeInterval(Self.repetition) { return false }
    return covers.cache.has(address) == nil && covers.cache.failure(at: address)?.isDue(at: now) != false
  }

  /// Returns true if a book still names an address. An import may have been undone while its covers waited.
  private func isNamed(_ item: CoverQueueCore.Item) throws -> Bool {
    try catalog.read { snapshot in
      guard let book = try snapshot.book(item.book) else { return false }
      return try book.cover == item.address
        || snapshot.metadata(of: book).contains { $0.metadata.cover == item.address }
    }
  }

  /// Queues the covers of all books, newest first, as many as the queue can hold.
  func fill() {
    guard isAllowed else { return }
    state.withLock { state in
      guard !state.isStopped else { return }
      state.filling?.cancel()
      state.filling = Task(priority: .background) {
        // Errors are ignored, because pages queue the covers that they show.
        try? await self.addAll()
        if !Task.isCancelled { self.state.withLock { $0.filling = nil } }
      }
    }
  }

  private func addAll() async throws {
    for try await book in catalog.books(BookQuery("has:cover", order: .newestFirst)) {
      guard let item = book.cover.flatMap({ item($0, of: book.id) }) else { continue }
      let isFull = state.withLock { state in
        state.core.add(item)
        return state.core.isFull
      }
      run()
      if isFull { return }
    }
  }

  /// Starts as many requests as possible, and sets the timer for the next ones.
  private func run() {
    let announces = state.withLock { state in
      guard !state.isStopped else { return false }
      while true {
        switch state.core.next(at: environment.now()) {
        case .fetch(let item):
          state.lastTask += 1
          state.tasks[state.lastTask] = Task { [number = state.lastTask] in await self.work(item, number) }
          continue
        case .wait(let until): setTimer(until, &state)
        case .nothing: break
        }
        break
      }
      let announces = state.unannounced >= (state.core.running == 0 ? 1 : Self.announced)
      if announces { state.unannounced = 0 }
      return announces
    }
    if announces { changed() }
  }

  private func setTimer(_ until: Date, _ state: inout State) {
    state.timer?.cancel()
    let seconds = max(until.timeIntervalSince(environment.now()), 0.01)
    state.timer = Task { [environment] in
      guard (try? await environment.sleep(seconds)) != nil else { return }
      self.run()
    }
  }

  private func work(_ item: CoverQueueCore.Item, _ number: Int) async {
    let end = await fetch(item)
    let isLast = state.withLock { state in
      state.core.end(item, end)
      return state.core.isEmpty
    }
    run()
    if isLast { try? await turns.tidy() }
    state.withLock { $0.tasks[number] = nil }
  }

  private func fetch(_ item: CoverQueueCore.Item) async -> CoverQueueCore.End {
    let began = environment.now()
    guard isAllowed, isDue(item.address), !Task.isCancelled else { return .done(hostWaits: began) }
    do {
      guard try isNamed(item) else { return .done(hostWaits: began) }
      // A request that is certain to be refused must not count for the limits.
      if let refusal = PeerPolicy.refusal(of: item.address) {
        try await covers.cache.record(refusal, at: item.address)
        return .done(hostWaits: began)
      }
      switch try await turns.turn(at: item.host) {
      case .hostWaits(let until): return .hostWaits(until: until)
      case .allWait(let until): return .allWait(until: until)
      case .granted(let permit):
        state.withLock { state in
          if state.requested.count >= Self.maxRequested { state.requested = [:] }
          state.requested[item.address] = began
        }
        let result: Result<Void, any Error>
        do { result = .success(try await covers.cache.fetch(item.address)) } catch { result = .failure(error) }
        if case .success = result { state.withLock { $0.unannounced += 1 } }
        var failure: SourceFailure?
        if case .failure(let error) = result { failure = error as? SourceFailure }
        let until = try await turns.end(permit, failure)
        return .done(hostWaits: until ?? began.addingTimeInterval(CoverTurns.interval))
      }
    } catch {
      // The catalog cannot be written for now. The cover stays in the queue.
      return .allWait(until: environment.now().addingTimeInterval(Self.pause))
    }
  }

  /// Cancels all requests. Covers already stored are kept.
  func stop() async {
    let tasks = state.withLock { state in
      state.isStopped = true
      return [state.timer, state.filling].compactMap(\.self) + state.tasks.values
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
