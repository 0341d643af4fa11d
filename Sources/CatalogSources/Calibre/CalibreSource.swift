import CatalogModel
import FoundationEssentials

/// A calibre content server: its books, by their numbers, with those that changed since the last run alone.
///
/// calibre tells of no deletion, and its times of change are alike for all books of one operation and lose their fractions
/// when the server is started. So a run asks for the numbers of all books, sorted by their last change, reads from the
/// front until books are older than what the run before knew, a little further even, and then names all that are there.
/// A server that was not changed since is asked one question.
public actor CalibreSource: BookSource {
  /// Books of one request: what a server makes in some tens of milliseconds.
  static let requestBooks = 100
  /// By how many seconds books are read again that were changed before the last run: clocks and fractions of seconds.
  static let overlap: Int64 = 2

  /// The name under which the catalog knows the source.
  public nonisolated let name: String
  /// Says that it is a calibre server.
  public nonisolated let kind = CatalogSource.Kind.calibre
  /// The second reads identifiers, descriptions, files and covers.
  public nonisolated let decoderVersion = 3
  private let server: CalibreServer
  private let isMine: Bool
  /// The list of books of the run under way.
  private var held: CalibreServer.Listing?

  /// - Parameters:
  ///   - address: of the server, absolute, without credentials; a library is named by `#NAME` or `?library_id=NAME`,
  ///     else it is the server's own choice.
  ///   - isMine: whether the stars of its books are the user's own rating (``CatalogSource/isMine``).
  ///   - now: the time, for answers that say when to ask again.
  public init(
    name: String, address: String, transport: any HTTPTransport, isMine: Bool = false,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.name = name
    self.isMine = isMine
    server = CalibreServer(address: address, transport: transport, now: now)
  }

  /// The records behind a position (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    var cursor: CalibreCursor?
    if let text = request.cursor {
      cursor = CalibreCursor(text)
      if cursor == nil { throw server.failure(.cursorRefused, "the cursor is none of this source") }
    }
    guard var cursor, let run = cursor.run else { return try await begin(behind: cursor, request) }
    let listing = try await listing(of: run, in: cursor.library)
    cursor.run?.listing = listing.fingerprint
    let size = max(1, request.size)
    return .page(
      cursor.phase == .names
        ? try names(listing, cursor, size: size) : try await books(listing, cursor, begins: false, size: size))
  }

  /// Reads a record again from what was kept of it (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    try CalibreBook(payload[...])?.record(on: server.address, isMine: isMine)
  }

  private func begin(behind last: CalibreCursor?, _ request: SourceRequest) async throws -> SourceAnswer {
    let age = try await server.age()
    if let age, last != nil, request.validators?.lastModified == age.text { return .unchanged }
    let listing = try await server.listing()
    var cursor = last ?? CalibreCursor(library: listing.library)
    try require(cursor.library, is: listing.library)
    cursor.phase = .books
    cursor.run = CalibreCursor.Run(
      known: max(cursor.known, listing.ascending.last ?? 0), age: age.flatMap { $0.isOver ? $0.text : nil },
      listing: listing.fingerprint)
    held = listing
    return .page(try await books(listing, cursor, begins: true, size: max(1, request.size)))
  }

  /// The list that a run goes by, or a newer one where it was lost.
  private func listing(of run: CalibreCursor.Run, in library: String) async throws -> CalibreServer.Listing {
    if let held, held.fingerprint == run.listing, held.library == library {
      try Task.checkCancellation()
      return held
    }
    let listing = try await server.listing()
    try require(library, is: listing.library)
    held = listing
    return listing
  }

  /// The same number is another book in another library.
  private func require(_ known: String, is library: String) throws {
    guard known != library else { return }
    if server.library != nil {
      throw server.failure(.cursorRefused, "it was library '\(known)' before and is library '\(library)' now")
    }
    throw server.failure(
      .failed, "its library is '\(library)', and was '\(known)' before",
      hint: "name the one that is meant in the address: \(server.address)/#\(known)")
  }

  /// Books that are new, the newest first, and then those that were changed since the last run.
  private func books(
    _ listing: CalibreServer.Listing, _ given: CalibreCursor, begins: Bool, size: Int
  ) async throws -> SourcePage {
    var cursor = given
    guard var run = cursor.run else { throw server.failure(.cursorRefused, "the cursor is none of this source") }
    let (batch, isRest) = Self.toRead(listing, cursor, run, count: min(size, Self.requestBooks))
    // When the newest change was, before any book of this run is read: what changes behind that, the next run reads. One
    // of three is there, even while books are deleted.
    let newest = run.since == nil ? Array(listing.byChange.prefix(3)) : []
    let asked = batch + newest.filter { !batch.contains($0) }
    let books = asked.isEmpty ? [:] : try await server.books(asked)
    if run.since == nil { run.since = newest.lazy.compactMap { books[$0]?.changed }.first ?? 0 }
    var items: [SourceItem] = []
    var isDone = isRest
    for id in batch {
      guard let book = books[id] else { continue }
      if id <= cursor.known, let since = cursor.since, let changed = book.changed, changed < since - Self.overlap {
        isDone = true
        break
      }
      items.append(book.item(id: id, on: server.address, isMine: isMine))
    }
    run.last = batch.last
    cursor.run = run
    guard isDone else { return try page(items, cursor, begins: begins) }
    // A run that read everything has named everything.
    guard cursor.known > 0 else { return try lastPage(items, cursor, begins: begins) }
    cursor.phase = .names
    cursor.run?.last = nil
    return try page(items, cursor, begins: begins)
  }

  /// Some books behind the one that was read last, and whether they are all.
  private static func toRead(
    _ listing: CalibreServer.Listing, _ cursor: CalibreCursor, _ run: CalibreCursor.Run, count: Int
  ) -> ([Int64], Bool) {
    var batch: [Int64] = []
    let last = run.last ?? .max
    if last > cursor.known {
      let new = listing.ids(from: cursor.known + 1, through: min(run.known, last - 1))
      batch = new.suffix(count).reversed()
      if new.count > count || cursor.known == 0 { return (batch, new.count <= count) }
    }
    let old = listing.byChange.filter { $0 <= cursor.known }
    // Where the book was changed or deleted meanwhile, the changed ones are read once more.
    let start = run.last.flatMap(old.firstIndex).map { $0 + 1 } ?? 0
    let rest = old[start...].prefix(count - batch.count)
    return (batch + rest, rest.endIndex == old.endIndex)
  }

  /// The names of all books, the smallest number first.
  private func names(_ listing: CalibreServer.Listing, _ given: CalibreCursor, size: Int) throws -> SourcePage {
    var cursor = given
    let last = cursor.run?.last ?? 0
    let known = cursor.run?.known ?? 0
    let rest = listing.ids(from: last + 1, through: known)
    let batch = rest.prefix(size)
    cursor.run?.last = batch.last
    let items = batch.map { SourceItem.present(remoteID: String($0)) }
    return batch.count == rest.count
      ? try lastPage(items, cursor, begins: false) : try page(items, cursor, begins: false)
  }

  private func page(_ items: [SourceItem], _ cursor: CalibreCursor, begins: Bool) throws -> SourcePage {
    SourcePage(
      items: items, cursor: try cursor.text, isLast: false, coverage: .fullEnumeration(begins: begins, isStable: true))
  }

  private func lastPage(_ items: [SourceItem], _ given: CalibreCursor, begins: Bool) throws -> SourcePage {
    held = nil
    var cursor = given
    (cursor.phase, cursor.run) = (.idle, nil)
    (cursor.since, cursor.known) = (given.run?.since, given.run?.known ?? 0)
    return SourcePage(
      items: items, cursor: try cursor.text, isLast: true, coverage: .fullEnumeration(begins: begins, isStable: true),
      validators: given.run?.age.map { SourceValidators(lastModified: $0) })
  }
}
