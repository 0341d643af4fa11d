import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

/// What the sources of a random life say together, by rules written down here once more: the first that has a value is shown.
extension RandomLife {
  /// What a record said last of each field.
  struct RecordLayer {
    let delivered: [BookField: String?]
    /// When the source had it no more.
    let tombstone: Int64?
  }

  /// The records of each book, the one asked first in front, where the model knows all of them: not of books that were merged,
  /// whose records go by the order of the books, nor of those that were added by hand.
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

  /// What the sources of an edited book say of its tags.
  func sourceTags(of book: Book) throws -> [String] {
    if let records = try layers()[book.id] {
      return Self.said(.tags, records).map { $0.split(separator: "; ").map(String.init) } ?? []
    }
    // Of merged books it is not known here who is asked first: this is what the catalog itself says.
    return try catalog.view { try $0.provenance(of: book) }.first { $0.field == .tags }?.sourceValue.items ?? []
  }

  /// Sets all tags of books: each of them is the user's word, and that there is no other.
  func setTags(of books: [Book], _ words: inout [Place: Word]) throws -> FieldChange {
    let wanted = Self.tags.filter { _ in dice.happens(40) }.sorted()
    for book in books {
      let place = Place(book: book.id, field: .tags)
      var removed = Set(try sourceTags(of: book))
      if case .tags(_, let before)? = words[place] { removed.formUnion(before) }
      removed.subtract(wanted)
      words[place] = wanted.isEmpty && removed.isEmpty ? nil : .tags(added: Set(wanted), removed: removed)
    }
    return .set(.tags, wanted.isEmpty ? nil : .list(wanted))
  }

  /// A book shows what its sources say, where the user says nothing.
  func expectSources(of book: Book, _ records: [RecordLayer]) throws {
    for field in BookField.bibliographic where now.words[Place(book: book.id, field: field)] == nil {
      let expected = Self.said(field, records)
      // A record that an import brought back without a title keeps the one that was undone.
      if field == .title, records.contains(where: { ($0.delivered[.title] ?? nil) == nil }) { continue }
      let tellers = records.count { $0.delivered[field]?.map { _ in true } ?? false }
      // Dates of which one says more, and what adds up, have rules of their own.
      let addsUp = [.published, .firstPublished, .identifiers, .files].contains(field)
      if tellers > 1, addsUp { continue }
      try #require(book[field]?.description == expected, "\(field) of \(book.id); \(story)")
    }
  }

  private static func said(_ field: BookField, _ records: [RecordLayer]) -> String? {
    let live = records.filter { $0.tombstone == nil }
    // Of several that are gone, those that went last are asked first.
    let gone = records.filter { $0.tombstone != nil }.sorted { ($0.tombstone ?? 0) > ($1.tombstone ?? 0) }
    // What a book is called counts on where nobody else says it.
    let isName = field == .title || field == .authors
    let asked = live.isEmpty || isName ? live + gone : live
    return asked.lazy.compactMap { $0.delivered[field] ?? nil }.first
  }
}
