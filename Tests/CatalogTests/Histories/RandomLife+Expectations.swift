import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Comparisons of the catalogs with the expected state.
extension RandomLife {
  func checkEverything() throws {
    try #require(try catalog.findings() == [], "\(story)")
    let books = try catalog.view { try $0.page(size: 1_000).books }
    let program = try temporary.foreign()
    let lost = try program.rows("SELECT book_id FROM source_record JOIN book ON id = book_id WHERE hidden = 5")
    try #require(lost.isEmpty, "records of merged books are shown nowhere; \(story)")
    let layers = try layers()
    var conflicts: [String] = []
    try expectReadings()
    for book in books {
      try expectWords(of: book)
      try expectYear(of: book)
      let provenance = try catalog.view { try $0.provenance(of: book) }
      let isNobodys = provenance.contains { $0.field == .title && $0.origin == .nobody }
      try #require(!isNobodys || book.title.hasPrefix("ISBN "), "nobody calls \(book.id) so; \(story)")
      conflicts += provenance.filter(\.isConflict).map { "\(book.id) \($0.field.rawValue)" }
      if let records = layers[book.id] { try expectSources(of: book, records) }
    }
    try expectOrder(of: books)
    try expectDistinct()
    try expectSearches()
    // Hidden books keep theirs.
    let ids = Set(books.map { String($0.id) })
    let shown = try program.conflicts().filter { ids.contains(String($0.prefix { $0 != " " })) }
    try #require(shown.sorted() == conflicts.sorted(), "\(story)")
    let removals = try program.rows(
      """
      SELECT book_id FROM source_record JOIN book ON id = book_id WHERE hidden = 0
      GROUP BY book_id HAVING count(*) = count(gone_at)
      """
    ).map { "\($0[0] ?? "") removal" }
    try #require(try self.conflicts().map(\.name).sorted() == (shown + removals).sorted(), "\(story)")
  }

  /// Expects that every acknowledged edit is visible.
  func expectWords(of book: Book) throws {
    for field in allFields {
      guard let word = now.words[Place(book: book.id, field: field)] else { continue }
      let shown = book[field]
      switch word {
      case .tags(let added, let removed):
        try #require(
          added.isSubset(of: book.tags) && removed.isDisjoint(with: book.tags), "tags of \(book.id); \(story)")
      case .value(let text):
        if field == .published || field == .firstPublished, let text, case .date(let date)? = shown {
          try #require(date.isCompatible(with: try PartialDate(text)), "\(field) of \(book.id); \(story)")
        } else {
          try #require(shown?.description == text, "\(field) of \(book.id); \(story)")
        }
      }
    }
  }
}
