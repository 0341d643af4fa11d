import Catalog
import CatalogTestSupport

@testable import CatalogSources

/// Handwritten feeds and helpers to crawl them.
enum OPDSSupport {
  static let root = "http://books.test/opds"
  static let feedType = "application/atom+xml;profile=opds-catalog;kind=acquisition"
  static let menuType = "application/atom+xml;profile=opds-catalog;kind=navigation"

  static func atom(_ parts: String..., id: String = "urn:test:feed") -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/"><id>\(id)</id><title>Feed</title>
    <updated>2026-01-01T00:00:00Z</updated>\(parts.joined(separator: "\n"))</feed>
    """
  }

  static func book(_ number: Int, title: String? = nil, _ more: String = "") -> String {
    """
    <entry><id>urn:test:\(number)</id><title>\(title ?? "Book \(number)")</title><updated>2026-01-01T00:00:00Z</updated>\
    <link rel="http://opds-spec.org/acquisition" type="application/epub+zip" href="/get/\(number)"/>\(more)</entry>
    """
  }

  static func books(_ numbers: some Sequence<Int>) -> String { numbers.map { book($0) }.joined(separator: "\n") }

  static func menu(_ title: String, _ address: String, relation: String = "subsection") -> String {
    """
    <entry><id>menu:\(title)</id><title>\(title)</title><updated>2026-01-01T00:00:00Z</updated>\
    <link rel="\(relation)" type="\(menuType)" href="\(address)"/></entry>
    """
  }

  static func next(_ address: String) -> String { "<link rel=\"next\" type=\"\(feedType)\" href=\"\(address)\"/>" }

  static func answer(_ text: String, headers: [String: String] = [:]) -> ScriptedTransport.Answer {
    ScriptedTransport.Answer(text, type: text.hasPrefix("{") ? "application/opds+json" : feedType, headers: headers)
  }

  /// Returns a source of feeds, given by the ends of their addresses: `""` is the root, `/new` is
  /// `http://books.test/new`.
  static func source(_ feeds: [String: String]) -> (OPDSSource, ScriptedTransport) {
    let answers = feeds.map { (end, text) in (end.isEmpty ? root : "http://books.test\(end)", answer(text)) }
    return source(ScriptedTransport(Dictionary(uniqueKeysWithValues: answers)))
  }

  static func source(_ transport: ScriptedTransport) -> (OPDSSource, ScriptedTransport) {
    (OPDSSource(name: "shelf", url: root, transport: transport), transport)
  }
}

/// All pages of a crawl in order.
struct OPDSCrawlPages {
  /// A cursor and the notes that are stored with it.
  struct Position {
    var cursor: String?
    var notes: [String] = []
  }

  private(set) var pages: [SourcePage] = []
  /// The position after each page.
  private(set) var positions: [Position] = []

  /// Reads all pages.
  ///
  /// - Parameter another: A closure that creates a new source for each page, as a restarted process would; `nil` to use
  ///   one source.
  init(_ source: OPDSSource, size: Int = 500, from start: Position = Position(), another: (() -> OPDSSource)? = nil)
    async throws
  {
    var position = start
    repeat {
      let source = another?() ?? source
      let request = SourceRequest(cursor: position.cursor, size: size, notes: position.notes)
      guard case .page(let page) = try await source.page(request) else {
        throw ScriptedFailure("the source has nothing new")
      }
      pages.append(page)
      if page.isLast { return }
      guard let next = page.cursor, next != position.cursor else { throw ScriptedFailure("the cursor does not move") }
      position.move(by: page)
      positions.append(position)
      guard pages.count < 10_000 else { throw ScriptedFailure("the crawl has no end") }
    } while true
  }

  var records: [SourceRecord] { pages.flatMap(\.records) }
  var ids: [String] { records.map(\.remoteID) }
  var bad: [BadRecord] {
    pages.flatMap(\.items).compactMap { item in
      guard case .bad(let bad) = item else { return nil }
      return bad
    }
  }
  var last: SourcePage { pages[pages.count - 1] }
}

extension OPDSCrawlPages.Position {
  /// Moves to the position after a page, as the catalog does once the page is stored.
  mutating func move(by page: SourcePage) {
    cursor = page.cursor
    if let change = page.notes { notes = notes.prefix(change.kept) + change.added }
  }
}

extension SourceRecord {
  /// Returns the text of a field, or `nil` if it has no value.
  func text(_ field: BookField) -> String? { values[field].value?.description }
}
