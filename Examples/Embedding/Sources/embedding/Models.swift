import CatalogUI

/// The models with which a UI shows a catalog. Here the UI is `print`; the article on SwiftUI has the views.
@MainActor enum Models {
  static func show(_ catalog: BookCatalog) async throws {
    try await list(catalog)
    try await rows(catalog)
    try await binding(catalog)
    try await tree(catalog)
    outline()
    try await observation(catalog)
  }

  /// A list that loads as it is scrolled, is searched while the user types, and changes with the catalog.
  private static func list(_ catalog: BookCatalog) async throws {
    print("\na list:")
    let list = BookList(catalog, order: BookOrder(.title), pageSize: 5) {
      _ = try await catalog.add { $0.title = "Aardvarks" }
    }
    render(list.state)
    await list.settled()
    render(list.state)
    await list.jump(to: 100)
    list.rowAppeared(at: 100)
    await list.settled()
    let titles = [100, 0].map { list.rows[$0].book?.title ?? "a placeholder" }
    print("  row 100 of \(list.rows.count): \(titles[0]); row 0 is \(titles[1])")
    list.searchText = "walk"
    list.searchText = "walker"
    await list.settled()
    render(list.state)
    list.searchText = "no such book"
    await list.settled()
    render(list.state)
    list.searchText = ""
    await list.settled()
    list.onUpdate = { update in
      guard case .changed(let difference) = update else { return }
      let inserted = difference.inserted.map { "“\($0.item.title)” at \($0.offset)" }
      print("  inserted \(inserted), removed \(difference.removed)")
    }
    try await list.refresh()
    if let book = list[0] { try await list.undo(try await list.delete(book.id)) }
    try await catalog.undo()
    await list.update()
  }

  private static func render(_ state: ListState<ListWindow<Book>>) {
    let text = state.render(
      loading: { "loading" }, empty: { "nothing found" }, failed: { "failed: \($0)" },
      loaded: { "\($0.count.known) rows, first \($0.rows[0].title)" })
    print("  \(text)")
  }

  /// Rows of several kinds, with metadata that comes when a row does.
  private static func rows(_ catalog: BookCatalog) async throws {
    print("\nrows of several kinds:")
    let books = try await catalog.page(matching: "author:walker OR author:austen", order: BookOrder(.author), size: 4)
      .books
    let fetcher = catalog.metadataFetcher(provider: FiveStars())
    let metadata = RowMetadata(catalog, fetcher)
    let list = ItemList(ListRow<NoOwnRow>.sections(books) { $0.authors.first ?? "" })
    list.append([.notice(ListNotice(id: "end", text: "that is all"))])
    metadata.rowsAppeared(books.map(\.id))
    for book in books { _ = try await fetcher.metadata(of: book.id) }
    await metadata.update()
    for row in list.items {
      switch row {
      case .header(let header): print("  \(header.title) (\(header.count ?? 0))")
      case .notice(let notice): print("  * \(notice.text)")
      case .own: break
      case .book(let book):
        let isFirst = book.id == books.first?.id
        let content = RowContent(
          book, .collapsible(isOpen: isFirst), metadata: isFirst ? metadata.state(of: book.id) : .notAsked)
        print("    \(content.title) \(content.byline ?? "")\(content.isFetched ? ", its metadata is there" : "")")
        for fact in content.facts where fact.field == .pages || fact.field == .published {
          print("      \(fact.field): \(fact.text)")
        }
      }
    }
    await fetcher.stop()
  }

  /// One field of one book: shown at once, stored, refused, undone.
  private static func binding(_ catalog: BookCatalog) async throws {
    print("\na binding:")
    guard let book = try await catalog.page(matching: "walk slee", order: .bestMatch, size: 1).books.first else {
      return
    }
    let title = catalog.binding(to: book, \.title)
    let pages = catalog.binding(to: book, text: .pages)
    try await title.set("Sleep")
    print("  \(title.value), \(pages.value) pages")
    pages.value = "none"
    print("  \(pages.value) pages, since \(pages.error.map { "\($0)" } ?? "all is well")")
    try await title.undo()
    print("  \(title.value)")
  }

  /// Groups in groups, of which what is open is read.
  private static func tree(_ catalog: BookCatalog) async throws {
    print("\na tree:")
    let tree = BookTree(catalog, by: [.author, .series], of: "tolkien")
    await tree.outline.settled()
    if let author = tree.outline.lines.first { tree.outline.open(author.id) }
    await tree.outline.settled()
    for line in tree.outline.lines {
      let indent = String(repeating: "  ", count: line.depth + 1)
      switch line.item.content {
      case .group(_, let label, let count):
        print("\(indent)\(line.isOpen ? "▾" : "▸") \(label ?? "unknown") (\(count))")
      case .book(let book): print("\(indent)\(book.title)")
      }
    }
  }

  private struct Shelf: Identifiable, Equatable, Sendable {
    let id: String
    var shelves: [Shelf]?
  }

  /// Any hierarchy of the app's own.
  private static func outline() {
    print("\nan outline:")
    let rooms = [
      Shelf(id: "kitchen", shelves: [Shelf(id: "cookbooks")]), Shelf(id: "attic", shelves: [Shelf(id: "school")]),
    ]
    let outline = OutlineList(rooms, children: \.shelves, expandsAll: true)
    outline.onUpdate = { update in
      if case .removed(let lines) = update { print("  lines \(lines) went") }
    }
    outline.toggle("kitchen")
    print("  " + outline.lines.map(\.id).joined(separator: ", "))
  }

  /// Observes changes by any process.
  private static func observation(_ catalog: BookCatalog) async throws {
    print("\nan observation:")
    var changes = try catalog.changes().makeAsyncIterator()
    try await catalog.edit(3) { $0.rating = 5 }
    if case .books(let ids)? = try await changes.next() { print("  books \(ids)") }
    for try await count in catalog.values({ try $0.count(of: "rating:5") }) {
      print("  \(count) with five stars")
      break
    }
    try await catalog.undo()
  }
}

/// A provider that likes every book. `OpenLibrary` asks a service.
private struct FiveStars: MetadataProvider {
  let name = "stars"
  let host = "stars.example"
  let limits = MetadataLimits(batch: 10, parallel: 1)

  func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer] {
    queries.map { _ in
      var metadata = ProviderMetadata()
      metadata.averageRating = 5
      return .found(metadata)
    }
  }
}
