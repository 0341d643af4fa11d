import Catalog
import CatalogModel
import CatalogSources
import CatalogUI

// More examples of the documentation's articles. They are compiled, but not run; ``DocumentedNamesTests`` compares them
// with the articles.

private func queries(_ catalog: BookCatalog) async throws {
  let typed = "herbert year:1960..1969"
  let query = BookQuery(typed, in: "language:en -is:read", order: .year)
  let matches = try await catalog.page(query, size: 50)
  let number = try await catalog.count(of: "tag:sf OR tag:fantasy")
  let ranked = try await catalog.page(matching: "dune", order: .bestMatch, size: 10)
  let longest = try await catalog.page(matching: "is:unread", order: .pages.descending, size: 10)
  let doubtful: BookQuery = "titel:dune is:unread"
  for problem in try await catalog.problems(of: doubtful) {
    print(problem, problem.suggestion ?? "")
  }
  let help = try await catalog.suggestions(for: "hebrert")
  for spelling in help.spellings { print("Did you mean \(spelling)?") }
  let fields = try await catalog.fields()
  print(BookQuery.filters(with: fields), BookQuery.words(of: "is", with: fields))
  let highlighter = SearchHighlighter(BookQuery(typed))
  for book in matches.books {
    for range in highlighter.ranges(in: book.title, of: .title) { print(book.title[range]) }
  }
  let ids = try await catalog.ids(of: "tag:borrowed")
  let authors = try await catalog.groups(by: .author, of: "is:unread")
  let statistics = try await catalog.statistics(of: "language:en", year: 2024)
  let index = try await catalog.position(of: 1, in: BookQuery("is:unread", order: .title))
  print(matches.books.count, number, ranked.books.count, longest.books.count, ids, authors, statistics, index ?? 0)
}

@MainActor private func people(_ catalog: BookCatalog) async throws {
  let anna = try catalog.seen(by: "Anna")
  try await anna.edit(1) {
    $0.readState = .read
    $0.rating = 5
  }
  let hers = try await anna.page(matching: "is:read", order: .rating.descending).books
  let owners = try await catalog.book(1)
  print(hers.count, owners?.rating ?? 0)
  let visitors = try catalog.seen(by: Audience(fields: .publicOnly, books: .found(by: "-tag:private")))
  let visible = try await visitors.page(matching: "dune").books
  print(visible.allSatisfy { $0.notes == nil && $0.copies.isEmpty })
  do {
    print(try await visitors.history(of: 1))
  } catch CatalogError.privateData {
    print("Only the owner may see this.")
  }
  for step in try await catalog.steps(limit: 20) {
    print(step.person?.name ?? "the owner", step.summary)
  }
  for person in try await catalog.persons() { print(person.name) }
  let ben = try catalog.acting(as: "Ben")
  try await ben.edit(2) { $0.publisher = "Penguin" }
  try await catalog.edit(1) { $0.pages = 412 }
  try await ben.undo()
  let tagged = try await ben.edit(2) { $0.tags.insert("classic") }
  if let step = tagged.step { try await catalog.undo(step: step) }
  let shown = BookList(anna, filter: "is:unread", order: .title)
  await shown.settled()
  try await anna.edit(1) { $0.review = "Better than the film." }
  try await anna.showReviews(true)
  for review in try await catalog.shownReviews(of: 1) {
    print(review.person ?? "the owner", review.text)
  }
  try await catalog.setRole(.editor, of: "Anna")
  let changed = try await catalog.write { try $0.setPasswordHash(nil, of: "Anna") }
  print(changed.hasPassword)
  try await catalog.removeAccount("Anna")
}

func addAccount(withPasswordHash hash: String, to catalog: BookCatalog) async throws {
  try await catalog.addAccount("Anna", role: .reader, passwordHash: hash)
  let (token, secret) = try await catalog.addDeviceToken("e-reader", of: "Anna")
  print(token.name, secret)
}

func importFile(_ path: String, into catalog: BookCatalog) async throws -> [UInt8] {
  let input = try ImportInput(path: path)
  var rejects = input.rejects.beginning
  _ = try await catalog.importRecords(
    from: input.reader, source: "books",
    notice: { notice in
      switch notice {
      case .rejected(let row): rejects += input.rejects.line(for: row)
      case .leftOut(let number, let reason), .apart(let number, let reason), .doubtful(let number, let reason):
        print("row \(number): \(reason)")
      }
    })
  return rejects + input.rejects.end
}

private func importing(_ catalog: BookCatalog) async throws {
  let input = try ImportInput(path: "goodreads_library_export.csv")
  let report = try await catalog.importRecords(from: input.reader, source: "goodreads")
  print(report.counts.added, report.counts.updated, report.counts.rejected)
  let path = "Downloads/books.csv"
  let source = try await catalog.importName("books", location: path)
  let books = try ImportInput(path: path)
  let first = try await catalog.importRecords(from: books.reader, source: source, location: path)
  print(first.source, first.counts.total)
  let preview = try await catalog.importRecords(
    from: try ImportInput(path: path).reader, source: source, isDryRun: true)
  print("\(preview.counts.added) books would be added, \(preview.counts.updated) updated")
  var options = ImportInput.Options()
  try options.take(.title, from: "original_title")
  try options.take(.authors, from: "First author")
  try options.take(.authors, from: "Second author")
  try options.takeOwn("own.price:number", from: "Paid")
  let table = try ImportInput(path: path, options: options)
  if let step = report.step { try await catalog.undo(step: step) }
  actor NotebookReader: RecordReader {
    private var titles = ["Dune", "Emma"]

    func nextBatch() async throws -> ImportBatch? {
      let rows = titles.enumerated().map { index, title in
        ImportRow(
          number: index + 1, content: .record(SourceRecord("note-\(index + 1)") { $0.title = title }), raw: [])
      }
      titles = []
      return rows.isEmpty ? nil : ImportBatch(rows: rows, bytesRead: 0)
    }
  }
  let notebook = try await catalog.importRecords(from: NotebookReader(), source: "notebook")
  print(table.reader, notebook.counts.added)
}
