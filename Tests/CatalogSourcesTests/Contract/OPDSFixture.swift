import Catalog
import CatalogSources
import CatalogTestSupport
import Synchronization

/// An OPDS catalog: one Atom feed, or pages of OPDS 2.0 whose contents shift when books are added or removed.
final class OPDSFixture: SourceFixture {
  private struct State {
    var changes = 0
    var books: [Int: (title: String, isRuined: Bool)] = [:]
  }

  private let pageSize: Int?
  private let state = Mutex(State())
  private let transport: ScriptedTransport

  /// - Parameter pageSize: The number of books per page; `nil` for one feed.
  init(pageSize: Int?) {
    self.pageSize = pageSize
    let reference = Reference()
    transport = ScriptedTransport { request in reference.fixture.withLock { $0?.answer(request) } }
    reference.fixture.withLock { $0 = self }
  }

  private final class Reference: Sendable {
    let fixture = Mutex<OPDSFixture?>(nil)
  }

  func source() -> any BookSource {
    OPDSSource(name: "opds", url: "https://books.example/opds", transport: transport)
  }

  func put(_ book: Int, title: String) { change { $0[book] = (title, false) } }

  func delete(_ book: Int) { change { $0[book] = nil } }

  func ruin(_ book: Int) { change { $0[book]?.isRuined = true } }

  private func change(_ body: (inout [Int: (title: String, isRuined: Bool)]) -> Void) {
    state.withLock { state in
      state.changes += 1
      body(&state.books)
    }
  }

  func remoteID(of book: Int) -> String { "tag:books.example,2026:\(book)" }

  func settle() {}

  private func answer(_ request: HTTPRequest) -> ScriptedTransport.Answer {
    state.withLock { state in
      let etag = "\"\(state.changes)\""
      if request.headers["If-None-Match"] == etag { return ScriptedTransport.Answer(status: 304) }
      let books = state.books.sorted { $0.key > $1.key }.map { ($0.key, $0.value.isRuined ? nil : $0.value.title) }
      return if let pageSize {
        pages(books, from: Int(request.parameters["offset"] ?? "") ?? 0, pageSize)
      } else {
        feed(books, etag)
      }
    }
  }

  private func feed(_ books: [(Int, String?)], _ etag: String) -> ScriptedTransport.Answer {
    let entries = books.map { number, title in
      "<entry><id>\(remoteID(of: number))</id>\(title.map { "<title>\($0)</title>" } ?? "")"
        + #"<link rel="http://opds-spec.org/acquisition" type="text/plain" href="/get/\#(number)"/></entry>"#
    }
    return ScriptedTransport.Answer(
      #"<feed xmlns="http://www.w3.org/2005/Atom"><id>all</id><title>All</title>\#(entries.joined())</feed>"#,
      type: "application/atom+xml;profile=opds-catalog;kind=acquisition", headers: ["ETag": etag])
  }

  private func pages(_ books: [(Int, String?)], from start: Int, _ size: Int) -> ScriptedTransport.Answer {
    let publications = books.dropFirst(start).prefix(size).map { number, title in
      #"{"metadata":{"identifier":"\#(remoteID(of: number))"\#(title.map { #","title":"\#($0)""# } ?? "")},"links":[]}"#
    }
    let next =
      start + size < books.count ? #"{"rel":"next","href":"/opds?offset=\#(start + size)"}"# : ""
    return ScriptedTransport.Answer(
      #"{"metadata":{"title":"All"},"links":[\#(next)],"publications":[\#(publications.joined(separator: ","))]}"#,
      type: "application/opds+json")
  }
}
