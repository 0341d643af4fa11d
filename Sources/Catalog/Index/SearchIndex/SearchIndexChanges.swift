import Bitmaps

/// Changes to the search index, collected so that they can be written in the order of its rows.
struct SearchIndexChanges {
  private var inserted: [Term: [Int64]] = [:]
  private var removed: [Term: [Int64]] = [:]
  private var ranks: [Int64: Int64?] = [:]

  /// Adds the change of a book from its old terms to its new terms.
  ///
  /// - Parameters:
  ///   - old: The old terms; `nil` if the book was hidden.
  ///   - new: The new terms; `nil` if the book is now hidden.
  ///   - isIndexed: True if the index contains exactly the old terms. If false, the index may lack some of them, so all
  ///     new terms are written.
  mutating func change(_ book: Int64, from old: SearchTerms?, to new: SearchTerms?, isIndexed: Bool = true) {
    append(PostingChange(book, from: old, to: new))
    if !isIndexed, let old, let new {
      for term in new.all.intersection(old.all) { inserted[term, default: []].append(book) }
    }
    if old?.rank != new?.rank || !isIndexed { ranks[book] = .some(new?.rank.value) }
  }

  /// Adds a change that affects only the sets, not the ranks.
  mutating func append(_ change: PostingChange) {
    for term in change.removed { removed[term, default: []].append(change.book) }
    for term in change.inserted { inserted[term, default: []].append(change.book) }
  }

  /// Writes the changes, and clears them.
  mutating func write(_ connection: Connection) throws {
    // Earlier changes that are not in the sets yet may be about the same books.
    try PostingChangeTable(connection: connection).merge()
    try writeSets(connection)
    try WordTable(connection: connection).insert(wordsOf: inserted.keys.sorted())
    try RankTable(connection: connection).write(ranks.map { ($0.key, $0.value) })
    self = SearchIndexChanges()
  }

  /// Writes the sets, in the order of their terms.
  func writeSets(_ connection: Connection) throws {
    let postings = PostingTable(connection: connection)
    for term in Set(inserted.keys).union(removed.keys).sorted() {
      try postings.change(
        term, inserting: NumberSet(inserted[term] ?? []), removing: NumberSet(removed[term] ?? []))
    }
  }

  /// Stores the change of one book separately from the sets. The index must contain exactly the old terms.
  ///
  /// - Parameters:
  ///   - old: The old terms; `nil` if the book was hidden.
  ///   - new: The new terms; `nil` if the book is now hidden.
  static func leave(_ book: Int64, from old: SearchTerms?, to new: SearchTerms?, _ connection: Connection) throws {
    let change = PostingChange(book, from: old, to: new)
    try PostingChangeTable(connection: connection).append(change)
    try WordTable(connection: connection).insert(wordsOf: change.inserted)
    if old?.rank != new?.rank {
      try RankTable(connection: connection).write([(book, new?.rank.value)])
    }
  }
}
