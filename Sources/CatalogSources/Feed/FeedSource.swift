import CatalogModel
import FoundationEssentials

/// A feed in the catalog's own protocol (docs/feed-protocol.md): JSON over HTTP in pages, with a cursor for requesting
/// later changes.
///
/// The cursor passed to the catalog is a `FeedCursor`. A response with more items than requested is split into pages.
/// Its remaining items are held in memory, and requested again if they were lost.
///
/// ```swift
/// let feed = FeedSource(name: "home", address: "https://books.example/feed", transport: transport)
/// let reports = try await catalog.syncEngine(sources: [feed]).refresh()
/// ```
public actor FeedSource: BookSource {
  /// The maximum size of a response in bytes.
  static let answerBytes = 16 * 1_048_576

  /// The name that identifies the source in the catalog.
  public nonisolated let name: String
  /// The kind of source: a feed.
  public nonisolated let kind = CatalogSource.Kind.feed
  /// The version of the decoder. Version 2 reads all fields of a book. Version 1 read fewer fields.
  public nonisolated let decoderVersion = 2
  private let address: String
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Date
  /// A response that was read only in part, its `ETag`, and the cursor of the part to read next.
  private var held: (cursor: FeedCursor, answer: FeedAnswer, etag: String?)?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - address: The absolute URL of the feed, without credentials. It may have a query.
  ///   - now: Returns the current time, for interpreting `Retry-After`.
  public init(
    name: String, address: String, transport: any HTTPTransport, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.name = name
    self.address = address
    self.transport = transport
    self.now = now
  }

  /// Returns the page of records after the request's cursor (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    var cursor = FeedCursor.beginning
    if let text = request.cursor {
      guard let read = FeedCursor(text) else { throw refusal("the cursor does not belong to this source") }
      cursor = read
    }
    var answer: FeedAnswer
    var etag: String?
    if let held, held.cursor == cursor {
      try Task.checkCancellation()
      (answer, etag) = (held.answer, held.etag)
    } else {
      guard let given = try await self.answer(to: cursor, request) else { return .unchanged }
      (answer, etag) = given
      // If the response has changed since items were taken from it, start from its beginning.
      if cursor.taken > 0, cursor.answer != answer.fingerprint { cursor.taken = 0 }
    }
    if cursor.feeds != nil, let epoch = request.epoch, answer.epoch != epoch {
      throw refusal("the feed has restarted its numbering")
    }
    let end = min(answer.count, cursor.taken + max(1, min(request.size, answer.pageItems)))
    var page = SourcePage(
      items: try answer.items(min(cursor.taken, end)..<end), cursor: nil, isLast: false,
      coverage: cursor.isEnumeration
        ? .fullEnumeration(begins: cursor.feeds == nil && cursor.taken == 0, isStable: true) : .changes,
      epoch: answer.epoch)
    var next = FeedCursor(phase: cursor.isEnumeration ? .enumeration : .changes, feeds: cursor.feeds)
    if end < answer.count {
      (next.taken, next.answer) = (end, cursor.taken > 0 ? cursor.answer : answer.fingerprint)
      held = (next, answer, etag)
    } else {
      held = nil
      guard !answer.hasMore || answer.cursor.map({ $0 != cursor.feeds }) == true else {
        throw SourceFailure(.malformed, subject, cause: "it has more books but gives no new cursor")
      }
      // If the response contains no new cursor, the next request for changes repeats the previous cursor. After a full
      // list without a cursor, the next request is for a full list again.
      next.feeds = answer.cursor ?? (cursor.isEnumeration ? nil : cursor.feeds)
      if !answer.hasMore {
        next.phase = .end
        page.isLast = true
        page.validators = etag.map { SourceValidators(etag: $0) }
      }
    }
    page.cursor = next.text
    return .page(page)
  }

  /// Parses a record again from its stored payload (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    try FeedBook.record(of: JSONParser().value(of: payload))
  }

  /// Returns the feed's response to a cursor and its `ETag`, or `nil` if nothing has changed.
  private func answer(to cursor: FeedCursor, _ request: SourceRequest) async throws -> (FeedAnswer, String?)? {
    var builder = AddressBuilder(address)
    builder.add("limit", String(max(1, request.size)))
    if let feeds = cursor.feeds {
      builder.add("cursor", feeds)
      if let epoch = request.epoch { builder.add("epoch", epoch) }
    }
    var headers = ["Accept": "application/json"]
    // Make the request conditional only if the last refresh reached the end.
    let etag = cursor.phase == .end ? request.validators?.etag : nil
    if let etag { headers["If-None-Match"] = etag }
    let response = try await transport.send(
      HTTPRequest(.get, builder.text, headers: headers, bodyLimit: Self.answerBytes))
    if response.status == 304, etag != nil { return nil }
    if response.status == 410, cursor.feeds == nil {
      // The request had no cursor that the feed could refuse.
      throw SourceFailure(.missing, subject, cause: "the feed no longer exists (status 410)")
    }
    try response.requireSuccess(now: now())
    return (try FeedAnswer(await response.body.bytes(), subject: subject), response.header("ETag"))
  }

  private var subject: String { HTTPAddress.shown(address) }

  private func refusal(_ cause: String) -> SourceFailure { SourceFailure(.cursorRefused, subject, cause: cause) }
}
