import CatalogModel
import FoundationEssentials

/// A calibre content server. Books are identified by their calibre ids. A refresh reads only the books that have
/// changed since the last run.
///
/// calibre does not report deletions. All books that one operation changes get the same modification time, and times
/// lose their fractions when the server restarts. A run therefore requests the ids of all books, sorted by their last
/// change. It reads books in this order until it reaches changes that the previous run has already seen, with a small
/// overlap. Then it lists all existing books. If the library has not changed since the previous run, a refresh makes a
/// single request.
///
/// ```swift
/// let calibre = CalibreSource(name: "calibre", address: "http://127.0.0.1:8080/#Library", transport: transport)
/// let reports = try await catalog.syncEngine(sources: [calibre]).refresh()
/// ```
public actor CalibreSource: BookSource {
  /// The maximum number of books per request. A server answers a request for 100 books within tens of milliseconds.
  static let requestBooks = 100
  /// The overlap in seconds: books that were changed shortly before the last run are read again, because of clock
  /// differences and fractions of seconds.
  static let overlap: Int64 = 2

  /// The name that identifies the source in the catalog.
  public nonisolated let name: String
  /// The kind of source: a calibre server.
  public nonisolated let kind = CatalogSource.Kind.calibre
  /// The version of the decoder. Version 2 added identifiers, descriptions, files and covers. Version 3 changed how
  /// dates are read.
  public nonisolated let decoderVersion = 3
  private let server: CalibreServer
  private let isMine: Bool
  /// The list of the library's books on which the current run is based.
  private var held: CalibreServer.Listing?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - address: The absolute URL of the server, without credentials. `#NAME` or `?library_id=NAME` selects a library;
  ///     otherwise, the server's default is used.
  ///   - isMine: True if the stars of the books are the user's own rating (``CatalogSource/isMine``).
  ///   - now: Returns the current time, for interpreting `Retry-After`.
  public init(
    name: String, address: String, transport: any HTTPTransport, isMine: Bool = false,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.name = name
    self.isMine = isMine
    server = CalibreServer(address: address, transport: transport, now: now)
  }

  /// Returns the page of records after the request's cursor (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    var cursor: CalibreCursor?
    if let text = request.cursor {
      cursor = CalibreCursor(text)
      if cursor == nil { throw server.failure(.cursorRefused, "the cursor does not belong to this source") }
    }
    guard var cursor, let run = cursor.run else { return try await begin(after: cursor, request) }
    let listing = try await listing(of: run, in: cursor.library)
    cursor.run?.listing = listing.fingerprint
    let size = max(1, request.size)
    return .page(
      cursor.phase == .names
        ? try names(listing, cursor, size: size) : try await books(listing, cursor, begins: false, size: size))
  }

  /// Parses a record again from its stored payload (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    try CalibreBook(payload[...])?.record(on: server.address, isMine: isMine)
  }

  private func begin(after last: CalibreCursor?, _ request: SourceRequest) async throws -> SourceAnswer {
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

  /// Returns the list of books of the current run. If the list was lost, requests a new list.
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

  /// Throws an error if the server returned a different library, because the same id identifies a different book there.
  private func require(_ known: String, is library: String) throws {
    guard known != library else { return }
    if server.library != nil {
      throw server.failure(.cursorRefused, "its library was '\(known)' before and is '\(library)' now")
    }
    throw server.failure(
      .failed, "its library is '\(library)' but was '\(known)' before",
      hint: "add the library to the address: \(server.address)/#\(known)")
  }

  /// Reads new books, newest first, and then the books changed since the last run.
  private func books(
    _ listing: CalibreServer.Listing, _ given: CalibreCursor, begins: Bool, size: Int
  ) async throws -> SourcePage {
    var cursor = given
    guard var run = cursor.run else {
      throw server.failure(.cursorRefused, "the cursor does not belong to this source")
    }
    let (batch, isRest) = Self.toRead(listing, cursor, run, count: min(size, Self.requestBooks))
    // Read the time of the newest change before any book. The next run reads the changes after this time. Requesting
    // three books makes it likely that at least one still exists, even while books are being deleted.
    let newest = run.since == nil ? Array(listing.byChange.prefix(3)) : []
    let requested = batch + newest.filter { !batch.contains($0) }
    let books = requested.isEmpty ? [:] : try await server.books(requested)
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
    // A run that read all books does not need to list them.
    guard cursor.known > 0 else { return try lastPage(items, cursor, begins: begins) }
    cursor.phase = .names
    cursor.run?.last = nil
    return try page(items, cursor, begins: begins)
  }

  /// Returns the ids of the next books to read, and true if no other books remain to be read.
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
    // If the book read last was changed or deleted in the meantime, all changed books are read again.
    let start = run.last.flatMap(old.firstIndex).map { $0 + 1 } ?? 0
    let rest = old[start...].prefix(count - batch.count)
    return (batch + rest, rest.endIndex == old.endIndex)
  }

  /// Lists the ids of all books in ascending order.
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
