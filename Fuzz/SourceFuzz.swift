import Catalog
import CatalogSources

/// Tries a source whose server answers everything with the same bytes.
enum SourceFuzz {
  static let address = "http://fuzz.test/root"
  private static let pages = 4

  /// The parser for a source that asks a transport.
  static func parser(_ source: @escaping @Sendable (any HTTPTransport) -> any BookSource) -> FuzzTarget.Parser {
    { bytes in await run(source(SameAnswer(body: bytes)), size: Int(bytes.first ?? 0) % 7 + 1) }
  }

  private static func run(_ source: any BookSource, size: Int) async {
    var request = SourceRequest(size: size)
    for _ in 0..<pages {
      guard case .page(let page)? = try? await source.page(request) else { return }
      precondition(page.items.count <= 500, "a page has \(page.items.count) items")
      for item in page.items { check(item, source) }
      if page.isLast { return }
      precondition(page.cursor != nil && page.cursor != request.cursor, "there is more, and no way to it")
      request.cursor = page.cursor
    }
  }

  /// Checks that the stored form of a record gives the same record again, and that of an unusable one an error.
  private static func check(_ item: SourceItem, _ source: any BookSource) {
    switch item {
    case .record(let record, let raw):
      guard !raw.isEmpty, raw.count < 65_536 else { return }
      do {
        let again = try source.record(from: raw)
        precondition(again == nil || again == record, "a record is another one when it is read again")
      } catch {
        preconditionFailure("a good record cannot be read again: \(error)")
      }
    case .bad(let bad):
      precondition(!bad.reason.isEmpty, "a record is bad without a reason")
      _ = try? source.record(from: bad.payload)
    case .present, .removed: break
    }
  }
}
