import Bitmaps

/// Counts the books of a selection that have the terms of a kind, by the sets of the search index: a million books take some
/// milliseconds, and none is read.
struct TermCounter {
  let connection: Connection

  /// What stands behind the letter of each term, in order, with how many of the books have it, at least one.
  ///
  /// - Returns: `nil` while a load has not put all its books into the index.
  func counts(of kind: PostingKind, in selection: BookSelection) throws -> [(value: String, count: Int)]? {
    guard try DerivedPending(connection: connection).books().isEmpty else { return nil }
    let postings = try PostingReader(connection: connection)
    let indexes = IndexedBooksReader(postings)
    let books = selection.isEverything ? nil : try indexes.shown(indexes.all(selection.indexed))
    let end = Term(text: String(UnicodeScalar(kind.rawValue + 1)))
    var start = kind.term("")
    var counts: [(value: String, count: Int)] = []
    while let term = try postings.first(from: start, before: end) {
      let count = try postings.books([.term(term)], within: books).count
      if count > 0 { counts.append((String(term.value), count)) }
      start = term.next
    }
    if kind == .readState, postings.marks != nil {
      // Of what a person says nothing of, they have read nothing: no set says so.
      let unread = try postings.books([MarkTerms.unread], within: books).count
      if unread > 0 { counts.append((ReadState.unread.rawValue, unread)) }
    }
    return counts
  }
}
