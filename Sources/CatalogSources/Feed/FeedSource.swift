import CatalogModel
import FoundationEssentials

/// A feed in the catalog's own protocol (docs/feed-protocol.md): JSON over HTTP, page by page, with a cursor from which it
/// goes on to tell what has changed.
///
/// The cursor given to the catalog is a `FeedCursor`. An answer with more items than were asked for is cut into pages;
/// what is left of it is kept until it is asked for, and asked for again where it was lost.
public actor FeedSource: BookSource {
  /// How large an answer may be.
  static let answerBytes = 16 * 1_048_576

  /// The name under which the catalog knows the source.
  public nonisolated let name: String
  /// Says that it is a feed.
  public nonisolated let kind = CatalogSource.Kind.feed
  /// The second reads all that a book can say, where the first had fewer fields.
  public nonisolated let decoderVersion = 2
  private let address: String
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Date
  /// An answer that was not taken to its end, with what its next part is asked with.
  private var held: (cursor: FeedCursor, answer: FeedAnswer, etag: String?)?

  /// - Parameters:
  ///   - address: of the feed, absolute, without credentials; it may have parameters.
  ///   - now: the time, for answers that say when to ask again.
  public init(
    name: String, address: String, transport: any HTTPTransport, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.name = name
    self.address = address
    self.transport = transport
    self.now = now
  }

  /// The records behind a position (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    var cursor = FeedCursor.beginning
    if let text = request.cursor {
      guard let read = FeedCursor(text) else { throw refusal("the cursor is none of this source") }
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
      // An answer that is not the one that a part was taken of is taken from its beginning.
      if cursor.taken > 0, cursor.answer != answer.fingerprint { cursor.taken = 0 }
    }
    if cursor.feeds != nil, let epoch = request.epoch, answer.epoch != epoch {
      throw refusal("the feed has begun a new numbering")
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
        throw SourceFailure(.nonsense, subject, cause: "it says that there is more, and gives no new cursor")
      }
      // What changes no cursor is asked with the same one again; a list of everything without one is read as a whole.
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

  /// Reads a record again from what was kept of it (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    try FeedBook.record(of: JSONParser().value(of: payload))
  }

  /// What the feed says behind a cursor, with its `ETag`; `nil` where nothing has changed.
  private func answer(to cursor: FeedCursor, _ request: SourceRequest) async throws -> (FeedAnswer, String?)? {
    var asked = AddressBuilder(address)
    asked.add("limit", String(max(1, request.size)))
    if let feeds = cursor.feeds {
      asked.add("cursor", feeds)
      if let epoch = request.epoch { asked.add("epoch", epoch) }
    }
    var headers = ["Accept": "application/json"]
    // Only who was at the end may be told that nothing has changed.
    let etag = cursor.phase == .end ? request.validators?.etag : nil
    if let etag { headers["If-None-Match"] = etag }
    let response = try await transport.send(
      HTTPRequest(.get, asked.text, headers: headers, bodyLimit: Self.answerBytes))
    if response.status == 304, etag != nil { return nil }
    if response.status == 410, cursor.feeds == nil {
      // There was no cursor to refuse.
      throw SourceFailure(.missing, subject, cause: "the feed is not there any more (status 410)")
    }
    try response.requireSuccess(now: now())
    return (try FeedAnswer(await response.body.bytes(), subject: subject), response.header("ETag"))
  }

  private var subject: String { HTTPAddress.shown(address) }

  private func refusal(_ cause: String) -> SourceFailure { SourceFailure(.cursorRefused, subject, cause: cause) }
}
