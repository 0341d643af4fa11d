import Bitmaps
import CatalogDatabase

/// Counts the books of a selection for each search term of a kind, such as each language. The counts come from the
/// search index alone, which takes a few milliseconds with a million books.
struct TermCounter {
  let connection: Connection

  /// Returns the values of a kind of term, in order, with the number of selected books that have each value. Values
  /// that no selected book has are left out.
  ///
  /// - Returns: The counts, or `nil` if some books are not indexed yet.
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
      // A book without a read state set by the person is unread, but the index has no term for this.
      let unread = try postings.books([MarkTerms.unread], within: books).count
      if unread > 0 { counts.append((ReadState.unread.rawValue, unread)) }
    }
    return counts
  }
}
