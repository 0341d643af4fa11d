import Bitmaps

extension PostingReader {
  /// The maximum number of rows to read at a time from an era, which is a range of book ids. It exceeds the number of
  /// rows that a single term can have.
  private static let rowsAtOnce = 256

  /// Calls the body with each term in a range and the books that have it, until the body returns false. The terms are
  /// in ascending or descending order. A set of books may be empty. No SQL statement is running during the call.
  ///
  /// - Parameter others: Terms in the range that are passed to the body even if no book has them.
  func forEachSet(
    from first: Term, before end: Term, descending isDescending: Bool, including others: [Term],
    _ body: (Term, NumberSet) throws -> Bool
  ) throws {
    guard let marks, MarkTerms.isPersonal(first) else {
      return try forEachStoredSet(from: first, before: end, descending: isDescending, including: others, body)
    }
    try forEachStoredSet(
      from: marks.stored(first), before: marks.stored(end), descending: isDescending,
      including: others.map(marks.stored)
    ) { try body(marks.plain($0), $1) }
  }

  private func forEachStoredSet(
    from first: Term, before end: Term, descending isDescending: Bool, including others: [Term],
    _ body: (Term, NumberSet) throws -> Bool
  ) throws {
    var rest = first..<max(first, end)
    let changes = overlay.changes(byTermsOf: rest)
    let added = changes.inserted.merging(others.map { ($0, []) }) { books, _ in books }
    while !rest.isEmpty {
      // Reads a limited number of rows from each era. The sets of books are complete only for terms before the first
      // term at which an era reached this limit.
      var sets: [Term: NumberSet] = [:]
      var known = rest
      for era in eras {
        guard let last = try nextSets(era, rest, descending: isDescending, without: changes.removed, into: &sets) else {
          continue
        }
        known =
          isDescending
          ? max(known.lowerBound, last.next)..<rest.upperBound : rest.lowerBound..<min(known.upperBound, last)
      }
      for (term, books) in added where known.contains(term) {
        sets[term, default: NumberSet()].formUnion(NumberSet(books))
      }
      let terms = sets.keys.filter(known.contains).sorted()
      for term in isDescending ? terms.reversed() : terms {
        if let books = sets[term], try !body(term, books) { return }
      }
      rest = isDescending ? rest.lowerBound..<known.lowerBound : known.upperBound..<rest.upperBound
    }
  }

  /// Reads the next terms of an era, with their books.
  ///
  /// - Returns: The last term read, which may be incomplete, or `nil` if the era was read to its end.
  private func nextSets(
    _ era: Int64, _ terms: Range<Term>, descending isDescending: Bool, without removed: [Term: [Int64]],
    into sets: inout [Term: NumberSet]
  ) throws -> Term? {
    var last: Term?
    var rows = 0
    try connection.statement(
      """
      SELECT term, part, books FROM posting WHERE era = ? AND term >= ? AND term < ?
      ORDER BY term \(isDescending ? "DESC" : "ASC") LIMIT \(Self.rowsAtOnce)
      """
    ).forEachRow([.integer(era), .text(terms.lowerBound.text), .text(terms.upperBound.text)]) { row in
      let term = Term(text: row.text(0))
      var books = try table.books(row, era, part: 1, blob: 2)
      if let gone = removed[term] { books.subtract(NumberSet(gone)) }
      sets[term, default: NumberSet()].formUnion(books)
      last = term
      rows += 1
    }
    return rows < Self.rowsAtOnce ? nil : last
  }
}
