import Bitmaps
import CatalogDatabase

/// Changes to the search index, collected so that they can be written in the order of the index's rows.
struct SearchIndexChanges {
  private var inserted: [Term: [Int64]] = [:]
  private var removed: [Term: [Int64]] = [:]
  private var ranks: [Int64: Int64?] = [:]

  /// Adds a change of a book's search terms.
  ///
  /// - Parameters:
  ///   - old: The old terms, or `nil` if the book was hidden.
  ///   - new: The new terms, or `nil` if the book is now hidden.
  ///   - isIndexed: True if the index contains exactly the old terms. If false, some of them may be missing in the
  ///     index, so all new terms are written.
  mutating func change(_ book: Int64, from old: SearchTerms?, to new: SearchTerms?, isIndexed: Bool = true) {
    append(PostingChange(book, from: old, to: new))
    if !isIndexed, let old, let new {
      for term in new.all.intersection(old.all) { inserted[term, default: []].append(book) }
    }
    if old?.rank != new?.rank || !isIndexed { ranks[book] = .some(new?.rank.value) }
  }

  /// Adds a change of a book's search terms that does not affect the book's rank.
  mutating func append(_ change: PostingChange) {
    for term in change.removed { removed[term, default: []].append(change.book) }
    for term in change.inserted { inserted[term, default: []].append(change.book) }
  }

  /// Writes the collected changes, and clears the collection.
  mutating func write(_ connection: Connection) throws {
    // Stored changes from earlier edits may affect the same books, so they are merged first.
    try PostingChangeTable(connection: connection).merge()
    try writeSets(connection)
    try WordTable(connection: connection).insert(wordsOf: inserted.keys.sorted())
    try RankTable(connection: connection).write(ranks.map { ($0.key, $0.value) })
    self = SearchIndexChanges()
  }

  /// Writes the changed sets of books, in the order of their terms.
  func writeSets(_ connection: Connection) throws {
    let postings = PostingTable(connection: connection)
    for term in Set(inserted.keys).union(removed.keys).sorted() {
      try postings.change(
        term, inserting: NumberSet(inserted[term] ?? []), removing: NumberSet(removed[term] ?? []))
    }
  }

  /// Stores the change of one book in ``PostingChangeTable``, to be merged later. The index must contain exactly the
  /// old terms.
  ///
  /// - Parameters:
  ///   - old: The old terms, or `nil` if the book was hidden.
  ///   - new: The new terms, or `nil` if the book is now hidden.
  static func leave(_ book: Int64, from old: SearchTerms?, to new: SearchTerms?, _ connection: Connection) throws {
    let change = PostingChange(book, from: old, to: new)
    try PostingChangeTable(connection: connection).append(change)
    try WordTable(connection: connection).insert(wordsOf: change.inserted)
    if old?.rank != new?.rank {
      try RankTable(connection: connection).write([(book, new?.rank.value)])
    }
  }
}
