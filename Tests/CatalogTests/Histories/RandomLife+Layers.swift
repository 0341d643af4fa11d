import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

/// The combined values of the sources of a random life, by rules restated here: the first value found is shown.
extension RandomLife {
  /// The last values that a record delivered.
  struct RecordLayer {
    let delivered: [BookField: String?]
    /// The time at which the source lost it.
    let tombstone: Int64?
  }

  /// Returns the records of each book in order of precedence, if the model knows all of them. Merged books, whose
  /// records follow the order of the books, and books added by hand are left out.
  func layers() throws -> [Book.ID: [RecordLayer]] {
    var layers: [Book.ID: [RecordLayer]] = [:]
    var unknown: Set<Book.ID> = []
    for row in try temporary.foreign().rows(
      """
      SELECT book_id, name || ' ' || remote_id, gone_at, rank FROM source_record JOIN source ON source.id = source_id
      ORDER BY precedence, source_id, remote_id
      """)
    {
      let book = Book.ID(row[0] ?? "") ?? 0
      if let delivered = now.records[row[1] ?? ""], row[3] == "0" {
        layers[book, default: []].append(RecordLayer(delivered: delivered, tombstone: row[2].flatMap { Int64($0) }))
      } else {
        unknown.insert(book)
      }
    }
    return layers.filter { !unknown.contains($0.key) }
  }

  /// Returns the tags that the sources of an edited book state.
  func sourceTags(of book: Book) throws -> [String] {
    if let records = try layers()[book.id] {
      return Self.stated(.tags, records).map { $0.split(separator: "; ").map(String.init) } ?? []
    }
    // The model does not know the precedence in merged books, so this relies on the catalog.
    return try catalog.view { try $0.provenance(of: book) }.first { $0.field == .tags }?.sourceValue.items ?? []
  }

  /// Sets all tags of books: each of them is the user's statement, and so is the absence of others.
  func setTags(of books: [Book], _ words: inout [Place: Word]) throws -> FieldChange {
    let newTags = Self.tags.filter { _ in dice.happens(40) }.sorted()
    for book in books {
      let slot = Place(book: book.id, field: .tags)
      var removed = Set(try sourceTags(of: book))
      if case .tags(_, let before)? = words[slot] { removed.formUnion(before) }
      removed.subtract(newTags)
      words[slot] = newTags.isEmpty && removed.isEmpty ? nil : .tags(added: Set(newTags), removed: removed)
    }
    return .set(.tags, newTags.isEmpty ? nil : .list(newTags))
  }

  /// Expects that a book shows the year of its first publication, or else of its edition. No provider is asked here.
  func expectYear(of book: Book) throws {
    let date = book[.firstPublished]?.description ?? book[.published]?.description
    try #require(book.workDate?.description == date, "year of \(book.id); \(story)")
  }

  /// Expects that a book shows its sources' values where the user states nothing.
  func expectSources(of book: Book, _ records: [RecordLayer]) throws {
    for field in BookField.bibliographic where now.words[Place(book: book.id, field: field)] == nil {
      let expected = Self.stated(field, records)
      // A record without a title that an import restored keeps the title that was undone.
      if field == .title, records.contains(where: { ($0.delivered[.title] ?? nil) == nil }) { continue }
      let deliveringCount = records.count { $0.delivered[field]?.map { _ in true } ?? false }
      // Values that add up, and dates of different precision, have rules of their own.
      let addsUp = [.published, .firstPublished, .identifiers, .files].contains(field)
      if deliveringCount > 1, addsUp { continue }
      try #require(book[field]?.description == expected, "\(field) of \(book.id); \(story)")
    }
  }

  private static func stated(_ field: BookField, _ records: [RecordLayer]) -> String? {
    let live = records.filter { $0.tombstone == nil }
    // The most recently removed record takes precedence over other removed ones.
    let gone = records.filter { $0.tombstone != nil }.sorted { ($0.tombstone ?? 0) > ($1.tombstone ?? 0) }
    // A removed record's title and authors still count if no other record has any.
    let isName = field == .title || field == .authors
    let candidates = live.isEmpty || isName ? live + gone : live
    return candidates.lazy.compactMap { $0.delivered[field] ?? nil }.first
  }
}
