import Catalog
import CatalogSources
import FoundationEssentials

/// Tries texts as queries in a catalog of some books: any text is one.
enum QueryFuzz {
  static func parser() async -> FuzzTarget.Parser {
    let path =
      FileManager.default.temporaryDirectory.path
      + "/catalog-fuzz-\(ProcessInfo.processInfo.processIdentifier).db"
    let catalog: BookCatalog
    do { catalog = try BookCatalog.open(path) } catch { preconditionFailure("no catalog: \(error)") }
    _ = try? await catalog.syncEngine(sources: [SampleSource()]).refresh()
    return { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        try await catalog.read { snapshot in
          let found = try snapshot.search(text, size: 1_000, isPatient: true).books
          let highlighter = SearchHighlighter(text)
          for book in found {
            for range in highlighter.ranges(in: book.title, of: .title) { _ = book.title[range] }
          }
          let count = try snapshot.count(of: text)
          precondition(count == found.count, "the search finds \(found.count) books, the list has \(count)")
          let page = try snapshot.page(of: text, order: BookOrder(.title), size: 3).books
          precondition(page.count == min(count, 3), "a page of \(count) books has \(page.count)")
          _ = try snapshot.suggestions(for: text)
        }
      } catch {
        preconditionFailure("a query is refused: \(error)")
      }
    }
  }
}
