import Catalog

/// Tries texts as queries in a catalog of some books: any text is one.
enum QueryFuzz {
  static func parser() async -> FuzzTarget.Parser {
    do {
      let catalog = try await SampleCatalog.make("query")
      return { bytes in ask(String(decoding: bytes, as: UTF8.self), in: catalog) }
    } catch { preconditionFailure("no catalog: \(error)") }
  }

  /// Checks that the search finds the books that the list has.
  private static func ask(_ text: String, in catalog: BookCatalog) {
    do {
      try catalog.read { snapshot in
        let query = BookQuery(text, order: .bestMatch)
        let found = try snapshot.page(query, size: 1_000).books
        let highlighter = SearchHighlighter(query)
        for book in found {
          for range in highlighter.ranges(in: book.title, of: .title) { _ = book.title[range] }
        }
        let count = try snapshot.count(of: query)
        precondition(count == found.count, "the search finds \(found.count) books, the list has \(count)")
        let page = try snapshot.page(matching: text, order: BookOrder(.title), size: 3).books
        precondition(page.count == min(count, 3), "a page of \(count) books has \(page.count)")
        if found.isEmpty { _ = try snapshot.suggestions(for: text) }
      }
    } catch {
      preconditionFailure("a query is refused: \(error)")
    }
  }
}
