import Catalog
import Observation

/// The state of the metadata of the rows in view. Lists and views share one; rows are fetched as they come into view, and
/// one list's leaving takes nothing from another.
///
/// ```swift
/// let metadata = RowMetadata(catalog, fetcher)
/// list.onVisible = { metadata.rowsAppeared($0, ahead: $1, viewer: "list") }
/// let content = RowContent(book, metadata: metadata.state(of: book.id))
/// ```
///
/// Rows that left the view are fetched all the same unless its policy is ``FetchPolicy/visibleOnly``.
///
/// It holds the states of the rows that each viewer named last, and of some hundred that left since, as they were then, for
/// who scrolls back. What another fetcher, of this process or another, stores is known at once where it changes a book, and
/// else when the row is named again.
@MainActor @Observable public final class RowMetadata {
  /// Which rows are fetched.
  public enum FetchPolicy: Sendable {
    /// All rows that were in view, or about to come there: those in view first. They stay in the catalog's queue until they
    /// are fetched, by whichever process.
    case everythingSeen
    /// The rows in view alone. One that leaves is asked for no more, unless somebody else asked for it, or its host does not
    /// answer at the time.
    case visibleOnly
  }

  /// The states of the rows, as far as they are known.
  private var states: [Book.ID: MetadataState] = [:]
  /// The error because of which the states could not be read; those that are shown are older.
  public private(set) var error: (any Error)?

  @ObservationIgnored private let catalog: BookCatalog
  @ObservationIgnored private let fetcher: MetadataFetcher
  /// Which rows are fetched.
  public let policy: FetchPolicy
  @ObservationIgnored private let requests: RowRequests
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private var sights: [String: (visible: [Book.ID], ahead: [Book.ID])] = [:]
  @ObservationIgnored private var throttles: [String: Throttle] = [:]
  /// The rows that are in nobody's view any more, those that left last behind the others.
  @ObservationIgnored private var left: [Book.ID] = []
  /// Counts the events, so that what was read before one is known.
  @ObservationIgnored private var told: [Book.ID: Int] = [:]
  @ObservationIgnored private var events = 0
  @ObservationIgnored private var listener: CommitListener?
  @ObservationIgnored private var following: TaskHandle?
  @ObservationIgnored private var reading: TaskHandle?
  @ObservationIgnored private var isReadWanted = false
  /// Counts the readings, so that one that comes late is known.
  @ObservationIgnored private var reads = 0
  @ObservationIgnored private var taken = 0

  /// How many rows are held that left the view.
  static let remembered = 500

  /// The states of a catalog's rows with a fetcher.
  ///
  /// - Parameters:
  ///   - catalog: whose rows they are.
  ///   - fetcher: who fetches them.
  ///   - policy: which rows are fetched.
  ///   - clock: by what the pauses between two calls of the fetcher are measured.
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

  /// Tells how far a row is; ``MetadataState/notAsked`` of one that is in nobody's view, unless it left not long ago.
  ///
  /// - Parameter book: the row's id.
  public func state(of book: Book.ID) -> MetadataState { states[book] ?? .notAsked }

  /// Tells whether there is an answer about a row.
  ///
  /// - Parameter book: the row's id.
  public func isFetched(_ book: Book.ID) -> Bool { state(of: book).isSettled }

  /// Says which rows a viewer sees. What is known of them is read at once. The fetcher is told at most every 100
  /// milliseconds: who scrolls fast past a row does not want it.
  ///
  /// - Parameters:
  ///   - visible: the ids of the books in view, the most important one first.
  ///   - ahead: those that are about to come into view.
  ///   - viewer: who sees them; each list has a name of its own.
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

  /// Says that a viewer sees nothing any more.
  ///
  /// - Parameter viewer: who saw something before.
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

  /// Holds the rows that left, and forgets those that left long before them.
  private func remember(_ before: Set<Book.ID>) {
    let held = held
    let unheld = before.subtracting(held)
    if unheld.isEmpty && left.isEmpty { return }
    left = left.filter { !held.contains($0) && !unheld.contains($0) } + unheld.sorted()
    for book in left.prefix(max(0, left.count - Self.remembered)) { (states[book], told[book]) = (nil, nil) }
    left = left.suffix(Self.remembered)
  }

  /// Has the states read, now or when the reading under way is over.
  private func read() {
    isReadWanted = true
    guard reading == nil else { return }
    reading = TaskHandle(
      Task { [weak self] in
        // Rows come into view together: all of them are read in one.
        await Task.yield()
        while !Task.isCancelled, self?.isReadWanted == true {
          self?.isReadWanted = false
          await self?.update()
        }
        self?.reading = nil
      })
  }

  /// Reads the states of the rows in view. What is committed has it done by itself.
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
      for (book, state) in read where held.contains(book) && (told[book] ?? 0) <= begun { new[book] = state }
      if new != states { states = new }
      if error != nil { error = nil }
    } catch {
      self.error = error
    }
  }

  private func take(_ event: MetadataEvent) {
    guard case .row(let book, let state) = event, held.contains(book) || states[book] != nil else { return }
    events += 1
    told[book] = events
    if states[book] != state { states[book] = state }
  }
}
