import CatalogModel

/// A feed whose response is being read. Entries are returned one by one as they arrive, so that a feed of any length
/// needs only the memory of a page.
final class OPDSOpenFeed {
  /// The address that responded.
  let address: OPDSAddress
  private let feed: OPDSFeed
  private let body: HTTPBody?
  private let subject: String
  private var ready: OPDSEntry?
  private var isAtEnd = false

  init(_ response: HTTPResponse, requested: OPDSAddress) {
    address = OPDSAddress(response.url) ?? requested
    feed = OPDSFeed(at: address)
    body = response.body
    subject = response.subject
  }

  /// Creates an empty feed.
  init(emptyAt address: OPDSAddress) {
    self.address = address
    feed = OPDSFeed(at: address)
    (body, subject, isAtEnd) = (nil, "", true)
  }

  var contents: OPDSFeedContents { feed.contents }

  /// Returns the next book, or `nil` at the end of the feed.
  func next(isolation: isolated (any Actor)? = #isolation) async throws -> OPDSEntry? {
    try await hasNext() ? ready.take() : nil
  }

  /// Returns true if the feed has another book. Reads as much of the response as needed to find out.
  func hasNext(isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
    ready = ready ?? feed.nextEntry()
    while ready == nil, !isAtEnd, let body {
      var pieces = body.makeAsyncIterator()
      let piece = try await pieces.next()
      do {
        try feed.read(piece ?? [], isLast: piece == nil)
      } catch OPDSFeedFailure.malformed(let cause) {
        throw SourceFailure(.malformed, subject, cause: cause, hint: "open the address in a browser to see what it is")
      } catch OPDSFeedFailure.tooLarge(let cause) {
        throw SourceFailure(.tooLarge, subject, cause: cause)
      }
      isAtEnd = piece == nil
      ready = feed.nextEntry()
    }
    return ready != nil
  }
}
