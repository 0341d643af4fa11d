import CatalogModel
import FoundationEssentials

/// A catalog in OPDS 1.2 (Atom) or 2.0 (JSON). It is read by a crawl from its root through menus and pages.
///
/// The cursor contains the state of the crawl. The notes next to the cursor contain the feeds that were found, so that
/// another process can continue the crawl. If a feed is longer than a page of the refresh, the next page continues
/// reading the same response, as long as pages are requested in order. Otherwise the feed is read again from its start.
///
/// ```swift
/// let opds = OPDSSource(name: "library", url: "https://books.example/opds", transport: transport)
/// let reports = try await catalog.syncEngine(sources: [opds]).refresh()
/// ```
public actor OPDSSource: BookSource {
  /// The maximum numbers of items and bytes in a page. A page may contain one additional item, which reports that the
  /// crawl is incomplete.
  private static let pageItems = 499
  private static let pageBytes = 4 * 1_048_576

  /// The name of the source in the catalog.
  public nonisolated let name: String
  /// The kind of source: an OPDS catalog.
  public nonisolated let kind = CatalogSource.Kind.opds
  /// The version of the decoder. Version 2 added files, covers, descriptions, contributors, identifiers and further
  /// series.
  public nonisolated let decoderVersion = 2
  private let url: String
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Date
  /// The state of the crawl after the last returned page, its cursor, and the current feed if it has more entries.
  private var kept: (cursor: String, crawl: OPDSCrawl, feed: OPDSOpenFeed?)?

  /// Creates a source of an OPDS catalog.
  ///
  /// - Parameters:
  ///   - name: The name of the source in the catalog.
  ///   - url: The address of the root, of a menu, or of a single feed.
  ///   - transport: Sends the requests.
  ///   - now: Returns the current time.
  public init(
    name: String, url: String, transport: any HTTPTransport, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.name = name
    self.url = url
    self.transport = transport
    self.now = now
  }

  /// Returns the records after a cursor (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    try Task.checkCancellation()
    var crawl = try crawl(at: request.cursor, notes: request.notes)
    let known = crawl.list.mark.count
    let feed: OPDSOpenFeed
    if let kept, kept.cursor == request.cursor, let open = kept.feed {
      feed = open
      // If the page cannot be completed, the entries read from the feed are lost, but the crawl has not moved.
      self.kept?.feed = nil
    } else {
      guard let opened = try await open(&crawl, request) else { return .unchanged }
      feed = opened
    }
    var items = OPDSPageItems()
    let limit = min(max(1, request.size), Self.pageItems)
    while items.entries < limit, items.bytes < Self.pageBytes, let entry = try await feed.next() { items.add(entry) }
    crawl.entriesTaken += items.entries
    let isOpen = try await feed.hasNext()
    let hasMore = isOpen || crawl.leave(feed.contents, at: feed.address)
    if let problem = crawl.takeProblem() { items.add(problem, at: url) }
    let cursor = hasMore ? crawl.cursor : nil
    kept = cursor.map { ($0, crawl, isOpen ? feed : nil) }
    var page = page(items, cursor: cursor, crawl, begins: request.cursor == nil)
    let isLonger = crawl.list.mark.count > known
    if isLonger || request.cursor == nil { page.notes = SourceNotes(kept: known, added: crawl.list.notes(from: known)) }
    return .page(page)
  }

  /// Creates a page.
  ///
  /// - Parameter cursor: The cursor, or `nil` on the last page, since the next refresh starts a new crawl.
  private func page(_ items: OPDSPageItems, cursor: String?, _ crawl: OPDSCrawl, begins: Bool) -> SourcePage {
    let isLast = cursor == nil
    return SourcePage(
      items: items.items, cursor: cursor, isLast: isLast,
      // A record that the crawl did not reach may still exist.
      coverage: crawl.isWhole ? .fullEnumeration(begins: begins, isStable: isLast && crawl.isStable) : .changes,
      validators: isLast ? crawl.validatorsOfAll : nil)
  }

  private func crawl(at cursor: String?, notes: [String]?) throws(SourceFailure) -> OPDSCrawl {
    if let kept, kept.cursor == cursor { return kept.crawl }
    let subject = HTTPAddress.shown(url)
    _ = try HTTPAddress(url)
    guard let start = OPDSAddress(url) else {
      throw SourceFailure(.failed, subject, cause: "it is not a valid address")
    }
    guard let cursor else { return OPDSCrawl(start: start) }
    guard let crawl = OPDSCrawl(cursor: cursor, start: start, notes: notes ?? []) else {
      throw SourceFailure(.cursorRefused, subject, cause: "the cursor does not belong to this catalog")
    }
    return crawl
  }

  /// Requests the current feed of the crawl, and skips the entries that were already read.
  ///
  /// - Returns: The feed, or `nil` if the validators in the request show that nothing has changed.
  private func open(_ crawl: inout OPDSCrawl, _ request: SourceRequest) async throws -> OPDSOpenFeed? {
    do {
      guard let feed = try await answer(&crawl, request) else { return nil }
      _ = try await feed.hasNext()
      if crawl.feedsRead == 1 { crawl.isCalibre = feed.contents.isOfCalibre }
      if request.cursor == nil, let validators = request.validators, crawl.isUnchanged(since: validators) { return nil }
      for _ in 0..<crawl.entriesTaken { _ = try await feed.next() }
      return feed
    } catch let failure as SourceFailure where failure.code == .malformed && crawl.mayPassOver {
      crawl.note("a menu links to something that is not a feed: \(failure.description)")
      return OPDSOpenFeed(emptyAt: crawl.position.address)
    }
  }

  private func answer(_ crawl: inout OPDSCrawl, _ request: SourceRequest) async throws -> OPDSOpenFeed? {
    let address = crawl.position.address
    var headers = ["Accept": Self.accepted]
    if request.cursor == nil, let validators = request.validators {
      headers["If-None-Match"] = validators.etag
      headers["If-Modified-Since"] = validators.lastModified
    }
    let response = try await transport.send(HTTPRequest(.get, address.text, headers: headers))
    if response.status == 304, headers.count > 1 { return nil }
    if response.status == 404, try await Self.reportsEmpty(response.body) {
      crawl.take(response, from: address)
      return OPDSOpenFeed(emptyAt: address)
    }
    let isMissing = response.status == 404 && !crawl.isAtRoot
    if isMissing || ((response.status == 403 || response.status == 410) && crawl.mayPassOver) {
      crawl.take(response, from: address)
      crawl.note("a feed that it links to is not available (status \(response.status)): \(response.subject)")
      return OPDSOpenFeed(emptyAt: address)
    }
    try response.requireSuccess(now: now())
    let feed = OPDSOpenFeed(response, requested: address)
    crawl.take(response, from: feed.address)
    return feed
  }

  /// Returns true if calibre responds that a category has no books, or that a page is past the last page.
  private static func reportsEmpty(_ body: HTTPBody) async throws -> Bool {
    var start: [UInt8] = []
    for try await piece in body {
      start += piece
      if start.count > 100 { break }
    }
    let text = String(decoding: start.prefix(100), as: UTF8.self)
    return text.hasPrefix("No books found") || text.hasPrefix("Invalid offset")
  }

  private static let accepted =
    "application/opds+json, application/atom+xml;profile=opds-catalog;q=0.9, application/xml;q=0.5, */*;q=0.1"

  /// Decodes a record again from its stored payload (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    let entry: OPDSEntry
    // The address of the record's feed is not stored. Most feeds share the root's origin, and the next crawl delivers
    // the right addresses.
    let base = OPDSAddress(url)
    if payload.first == UInt8(ascii: "<") {
      entry = OPDSAtomEntry(element: try XMLDocument.element(of: payload), base: base).book(isCut: false)
    } else {
      // The notice about an incomplete crawl is not a record.
      let problem = try JSONParser().value(of: payload, .members(named: [OPDSPageItems.problemKey]))
      if problem[OPDSPageItems.problemKey] != nil { return nil }
      entry = OPDSPublication(payload[...], at: base).book()
    }
    switch entry.item {
    case .record(let record, _): return record
    case .bad(let bad): throw InvalidValue("entry", "", bad.reason)
    case .present, .removed: return nil
    }
  }
}
