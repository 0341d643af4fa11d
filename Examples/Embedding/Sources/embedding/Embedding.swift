import Catalog
import CatalogSources

/// Shows the operations of an app on a catalog, in the order in which an app needs them.
@main struct Embedding {
  static func main() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let catalog = try await BookCatalog.open(folder.path + "/catalog.db")
    var changes = try catalog.changes().makeAsyncIterator()

    // Refreshing: what came in is there at once, and observers hear of it.
    for report in try await catalog.syncEngine(sources: [SampleSource()]).refresh() {
      print("refreshed \(report.source): \(report.counts.added) added, \(report.counts.updated) updated")
    }
    show(try await changes.next())
    // From here on, only changes that are made below are reported.
    changes = try catalog.changes().makeAsyncIterator()

    // Paging: a cursor goes on behind the last book, whatever comes in meanwhile.
    let query = BookQuery("language:en", order: .year)
    var page = try await catalog.page(query, size: 3)
    print("\nthe oldest books in English:")
    show(page.books)
    if let next = page.next {
      page = try await catalog.page(query, at: .after(next), size: 3)
      print("and the next ones:")
      show(page.books)
    }

    // Searching: case and accents do not matter, and a word may be the beginning of one.
    print("\nsearch for “walk slee”:")
    let found = try await catalog.page(matching: "walk slee", order: .bestMatch).books
    show(found)
    guard let book = found.first else { return }

    // Editing: what the user says stays, whatever a source says later.
    let outcome = try await catalog.edit(book.id) {
      $0.title = "Sleep"
      $0.tags.insert("borrowed")
    }
    print("\n\(outcome.summary)")
    for difference in outcome.differences {
      print("  \(difference.field): \(text(difference.old)) → \(text(difference.new))")
    }
    show(try await changes.next())

    // A value that a field cannot hold is refused, and nothing is changed.
    do {
      try await catalog.edit(book.id) { $0.isbn = try ISBN("978-0-14-198376-8") }
    } catch let error as InvalidValue {
      print("refused: \(error)")
    }

    // Several reads of one state of the catalog.
    let origins = try await catalog.read { snapshot in
      try snapshot.book(book.id).map { try snapshot.provenance(of: $0) } ?? []
    }
    for entry in origins where entry.field == .title || entry.field == .pages {
      print("\(entry.field) is \(text(entry.value)), said by \(name(of: entry.origin))")
    }

    // Undoing: one step is one thing the user did.
    print("\nundone: \(try await catalog.undo().step.summary)")
    show(try await changes.next())
    show(try await [catalog.book(book.id)].compactMap(\.self))

    try await Models.show(catalog)
  }

  private static func show(_ books: [Book]) {
    for book in books {
      let authors = book.authors.joined(separator: ", ")
      print("  \(book.id): \(book.title) by \(authors) (\(book.published?.description ?? "no date"))")
    }
  }

  private static func show(_ change: CatalogChange?) {
    switch change {
    case .books(let ids): print(ids.count > 9 ? "changed: \(ids.count) books" : "changed: books \(ids)")
    case .many: print("changed: many books")
    case .fileMissing, .fileReplaced, nil: print("the catalog is gone")
    }
  }

  private static func text(_ value: FieldValue?) -> String { value.map { "“\($0)”" } ?? "nothing" }

  private static func name(of origin: FieldProvenance.Origin) -> String {
    switch origin {
    case .user, .personal: "the user"
    case .source(let name): "the source \(name)"
    case .provider(let name, _): "the provider \(name)"
    case .nobody: "nobody"
    }
  }
}
