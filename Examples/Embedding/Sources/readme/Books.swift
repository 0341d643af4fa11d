import Catalog
import CatalogSources

@main struct Books {
  static func main() async throws {
    let catalog = try await BookCatalog.open("books.db")
    _ = try await catalog.syncEngine(sources: [SampleSource()]).refresh()
    for book in try await catalog.page(matching: "dune herbert", order: .bestMatch).books {
      print(book.id, book.title, book.authors.joined(separator: ", "))
      try await catalog.edit(book.id) {
        $0.rating = 5
        $0.tags.insert("favourite")
      }
    }
    try await catalog.undo()
  }
}
