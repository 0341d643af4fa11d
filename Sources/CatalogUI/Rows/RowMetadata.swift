import Catalog
import Observation

/// The metadata states of the rows in view. Several lists and views can share one object. The metadata of a row is
/// fetched when the row comes into view. A list that goes away does not affect the rows of other lists.
///
/// ```swift
/// let metadata = RowMetadata(catalog, fetcher)
/// list.onVisible = { metadata.rowsAppeared($0, ahead: $1, viewer: "list") }
/// let content = RowContent(book, metadata: metadata.state(of: book.id))
/// ```
///
/// Rows that left the view are still fetched, unless the policy is ``FetchPolicy/visibleOnly``.
///
/// The object keeps the states of the rows that each viewer reported last. It also keeps the states of 500 rows that
/// left the view, for users who scroll back, but no longer updates these states. A result from another fetcher, in any
/// process, appears immediately if it changes a book. Other results appear when the row is reported again.
@MainActor @Observable public final class RowMetadata {
  /// The rule that decides which rows to fetch.
  public enum FetchPolicy: Sendable {
    /// All rows that came into view or were about to come into view. Visible rows are fetched first. The rows stay in
    /// the catalog's queue until a process has fetched them.
    case everythingSeen
    /// Only the rows in view. When a row leaves the view, its request is dropped. The request is kept if another caller
    /// also requested the row, or if the provider's host does not respond.
    case visibleOnly
  }

  /// The known states of the rows.
  private var states: [Book.ID: MetadataState] = [:]
  /// The error of the last attempt to read the states; `nil` if the attempt succeeded. After an error, the shown states
  /// are out of date.
  public private(set) var error: (any Error)?

  @ObservationIgnored private let catalog: BookCatalog
  @ObservationIgnored private let fetcher: MetadataFetcher
  /// The rule that decides which rows to fetch.
  public let policy: FetchPolicy
  @ObservationIgnored private let requests: RowRequests
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private var sights: [String: (visible: [Book.ID], ahead: [Book.ID])] = [:]
  @ObservationIgnored private var throttles: [String: Throttle] = [:]
  /// The rows that are no longer in any view, most recent last.
  @ObservationIgnored private var left: [Book.ID] = []
  /// The number of the latest event for each row. The result of a read that started before this event is ignored for
  /// the row.
  @ObservationIgnored private var lastEvents: [Book.ID: Int] = [:]
  @ObservationIgnored private var events = 0
  @ObservationIgnored private var listener: CommitListener?
  @ObservationIgnored private var following: TaskHandle?
  @ObservationIgnored private var reading: TaskHandle?
  @ObservationIgnored private var isReadPending = false
  /// The number of reads that were started. The result of a read is ignored if a later read has already delivered its
  /// result.
  @ObservationIgnored private var reads = 0
  @ObservationIgnored private var taken = 0

  /// The maximum number of rows whose states are kept after the rows left the view.
  static let remembered = 500

  /// Creates the metadata states of a catalog's rows.
  ///
  /// - Parameters:
  ///   - catalog: The catalog that contains the rows.
  ///   - fetcher: The fetcher that loads the metadata.
  ///   - policy: The rule that decides which rows to fetch.
  ///   - clock: The clock for the pauses between calls of the fetcher.
  public init(
    _ catalog: BookCatalog, _ fetcher: MetadataFetcher, policy: FetchPolicy = .everythingSeen,
    clock: any Clock<Duration> = .continuous
  ) {
    (self.catalog, self.fetcher, self.policy, self.clock) = (catalog, fetcher, policy, clock)
    requests = RowRequests(fetcher)
    listener = CommitListener(catalog) { [weak self] in await self?.update() }
    let events = fetcher.events
    following = TaskHandle(Task { [weak self] in for await event in events { self?.take(event) } })
  }

  /// Returns the metadata state of a row; ``MetadataState/notAsked`` if the row is not in view and has not left the
  /// view recently.
  ///
  /// - Parameter book: The id of the row's book.
  public func state(of book: Book.ID) -> MetadataState { states[book] ?? .notAsked }

  /// Returns true if the metadata lookup of a row has ended, whatever its result.
  ///
  /// - Parameter book: The id of the row's book.
  public func isFetched(_ book: Book.ID) -> Bool { state(of: book).isSettled }

  /// Sets the rows that a viewer sees. Their known states are read immediately. The fetcher is called at most every 100
  /// milliseconds, so that rows that scroll past quickly are not requested.
  ///
  /// ```swift
  /// metadata.rowsAppeared(books.map(\.id), viewer: "search")
  /// ```
  ///
  /// - Parameters:
  ///   - visible: The ids of the books in view, most important first.
  ///   - ahead: The ids of the books that are about to come into view.
  ///   - viewer: The name of the list or view that shows the books. Each list needs a different name.
  public func rowsAppeared(_ visible: [Book.ID], ahead: [Book.ID] = [], viewer: String = "") {
    let before = held
    sights[viewer] = (visible, ahead)
    remember(before)
    requests.keep(Set(sights.values.flatMap(\.visible)))
    if held.contains(where: { states[$0] == nil }) { read() }
    let throttle = throttles[viewer] ?? Throttle(RowsInView.pause, clock: clock)
    throttles[viewer] = throttle
    throttle.call { [weak self] in await self?.show(viewer) }
  }

  /// Reports that a viewer no longer shows any rows.
  ///
  /// - Parameter viewer: The name of the list or view.
  public func viewerLeft(_ viewer: String) { rowsAppeared([], viewer: viewer) }

  private func show(_ viewer: String) async {
    guard let sight = sights[viewer] else { return }
    if sight.visible.isEmpty, sight.ahead.isEmpty { sights[viewer] = nil }
    switch policy {
    case .everythingSeen: await fetcher.show(sight.visible, ahead: sight.ahead, viewer: viewer)
    case .visibleOnly:
      let missing = sight.visible.filter { !isFetched($0) }
      requests.ask(for: missing) { [weak self] in self?.error = $0 }
    }
    await update()
  }

  private var held: Set<Book.ID> { sights.values.reduce(into: []) { $0.formUnion($1.visible + $1.ahead) } }

  /// Keeps the states of rows that just left the view. If there are too many of them, the oldest states are dropped.
  private func remember(_ before: Set<Book.ID>) {
    let held = held
    let unheld = before.subtracting(held)
    if unheld.isEmpty && left.isEmpty { return }
    left = left.filter { !held.contains($0) && !unheld.contains($0) } + unheld.sorted()
    for book in left.prefix(max(0, left.count - Self.remembered)) { (states[book], lastEvents[book]) = (nil, nil) }
    left = left.suffix(Self.remembered)
  }

  /// Requests a read of the states. If a read is in progress, another read follows.
  private func read() {
    isReadPending = true
    guard reading == nil else { return }
    reading = TaskHandle(
      Task { [weak self] in
        // Several rows usually come into view together, so wait and read the states of all of them at once.
        await Task.yield()
        while !Task.isCancelled, self?.isReadPending == true {
          self?.isReadPending = false
          await self?.update()
        }
        self?.reading = nil
      })
  }

  /// Reads the states of the rows in view. This happens automatically after each commit.
  public func update() async {
    let (held, begun, provider, now) = (held.sorted(), events, fetcher.provider, catalog.now())
    guard !held.isEmpty else { return }
    reads += 1
    let number = reads
    do {
      let read = try await catalog.read { snapshot in
        let books = try held.compactMap { try snapshot.book($0) }
        return zip(books.map(\.id), try snapshot.metadataStates(of: books, from: provider, now: now)).map { ($0, $1) }
      }
      guard number > taken else { return }
      taken = number
      let held = self.held
      var new = states
      for (book, state) in read where held.contains(book) && (lastEvents[book] ?? 0) <= begun { new[book] = state }
      if new != states { states = new }
      if error != nil { error = nil }
    } catch {
      self.error = error
    }
  }

  private func take(_ event: MetadataEvent) {
    guard case .row(let book, let state) = event, held.contains(book) || states[book] != nil else { return }
    events += 1
    lastEvents[book] = events
    if states[book] != state { states[book] = state }
  }
}
