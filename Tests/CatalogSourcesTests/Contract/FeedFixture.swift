import Catalog
import CatalogSources
import CatalogTestSupport
import Synchronization

/// A feed in memory, as described in docs/feed-protocol.md. Each change has a number, and the cursor is the number of
/// the last delivered change. Alternatively, the feed always sends everything at once.
final class FeedFixture: SourceFixture {
  private struct State {
    var changes = 0
    var books: [Int: (title: String, isRuined: Bool, change: Int)] = [:]
    /// The change numbers of deleted books.
    var deletions: [Int: Int] = [:]
  }

  private let sendsAll: Bool
  private let state = Mutex(State())
  let transport: ScriptedTransport

  init(sendsAll: Bool) {
    self.sendsAll = sendsAll
    let reference = Reference()
    transport = ScriptedTransport { request in reference.fixture.withLock { $0?.answer(request) } }
    reference.fixture.withLock { $0 = self }
  }

  /// A reference through which the transport calls the fixture that owns it.
  private final class Reference: Sendable {
    let fixture = Mutex<FeedFixture?>(nil)
  }

  func source() -> any BookSource {
    FeedSource(name: "feed", address: "https://books.example/feed?list=1", transport: transport)
  }

  func put(_ book: Int, title: String) {
    state.withLock { state in
      state.changes += 1
      state.books[book] = (title, false, state.changes)
      state.deletions[book] = nil
    }
  }

  func delete(_ book: Int) {
    state.withLock { state in
      state.changes += 1
      state.books[book] = nil
      state.deletions[book] = state.changes
    }
  }

  func ruin(_ book: Int) {
    state.withLock { state in
      state.changes += 1
      state.books[book]?.isRuined = true
      state.books[book]?.change = state.changes
    }
  }

  func remoteID(of book: Int) -> String { "b\(book)" }

  func settle() {}

  private func answer(_ request: HTTPRequest) -> ScriptedTransport.Answer {
    let parameters = request.parameters
    return state.withLock { state in
      let etag = "\"\(state.changes)\""
      if request.headers["If-None-Match"] == etag { return ScriptedTransport.Answer(status: 304) }
      let limit = sendsAll ? Int.max : Int(parameters["limit"] ?? "") ?? 10
      let cursor = sendsAll ? 0 : Int(parameters["cursor"] ?? "0") ?? 0
      var entries = state.books.map { (change: $0.value.change, book: Optional($0.value), number: $0.key) }
      // A client that has read nothing does not need the deletions.
      if cursor > 0 { entries += state.deletions.map { (change: $0.value, book: nil, number: $0.key) } }
      entries = entries.filter { $0.change > cursor }.sorted { $0.change < $1.change }
      let page = entries.prefix(limit)
      var books: [String] = []
      var removed: [String] = []
      // A value with the wrong type for its field, or a valid JSON number that `Double` cannot represent.
      let ruined = sendsAll ? "1e400" : #""many""#
      for entry in page {
        if let book = entry.book {
          books.append(
            #"{"id":"b\#(entry.number)","title":"\#(book.title)","pages":\#(book.isRuined ? ruined : "100")}"#)
        } else {
          removed.append("\"b\(entry.number)\"")
        }
      }
      let more = page.count < entries.count
      let next = sendsAll ? "null" : "\"\(more ? page.last?.change ?? cursor : max(cursor, state.changes))\""
      return ScriptedTransport.Answer(
        """
        {"format":"catalog-feed","version":1,"epoch":"1","books":[\(books.joined(separator: ","))],
        "removed":[\(removed.joined(separator: ","))],"cursor":\(next),"more":\(more)}
        """, type: "application/json", headers: ["ETag": etag])
    }
  }
}

extension HTTPRequest {
  /// The query parameters of the address by name. The values are still percent-encoded.
  var parameters: [String: String] {
    let query = url.drop { $0 != "?" }.dropFirst()
    return Dictionary(
      query.split(separator: "&").map { parameter in
        let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
      }, uniquingKeysWith: { $1 })
  }
}
