import Bitmaps

/// Changes of the search index, gathered until they are written in the order of its rows.
struct SearchIndexChanges {
  private var inserted: [Term: [Int64]] = [:]
  private var removed: [Term: [Int64]] = [:]
  private var ranks: [Int64: Int64?] = [:]

  /// Brings a book from what it was to what it is.
  ///
  /// - Parameters:
  ///   - old: `nil` where it was not shown.
  ///   - new: `nil` where it is not shown any more.
  ///   - isIndexed: whether the index holds exactly what it was. Else some of that may be missing, and all that is new is
  ///     written.
  mutating func change(_ book: Int64, from old: SearchTerms?, to new: SearchTerms?, isIndexed: Bool = true) {
    append(PostingChange(book, from: old, to: new))
    if !isIndexed, let old, let new {
      for term in new.all.intersection(old.all) { inserted[term, default: []].append(book) }
    }
    if old?.rank != new?.rank || !isIndexed { ranks[book] = .some(new?.rank.value) }
  }

  /// Takes in what changes in the sets alone.
  mutating func append(_ change: PostingChange) {
    for term in change.removed { removed[term, default: []].append(change.book) }
    for term in change.inserted { inserted[term, default: []].append(change.book) }
  }

  /// Writes them, and forgets them.
  mutating func write(_ connection: Connection) throws {
    // What was changed before and is not in the sets yet is about the same books, perhaps.
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

  /// Writes what changed of one book, which the index holds exactly as it was, beside the sets.
  ///
  /// - Parameters:
  ///   - old: `nil` where it was not shown.
  ///   - new: `nil` where it is not shown any more.
  static func leave(_ book: Int64, from old: SearchTerms?, to new: SearchTerms?, _ connection: Connection) throws {
    let change = PostingChange(book, from: old, to: new)
    try PostingChangeTable(connection: connection).append(change)
    try WordTable(connection: connection).insert(wordsOf: change.inserted)
    if old?.rank != new?.rank {
      try RankTable(connection: connection).write([(book, new?.rank.value)])
    }
  }
}
