import Bitmaps
import CatalogDatabase

/// A key for looking up books in the search index: a single term, or a range of terms.
enum PostingKey: Hashable, Sendable {
  case term(Term)
  /// All terms from the first term up to, but not including, the second term.
  case range(Term, Term)
}

/// Looks up books in the search index, in one transaction. For personal fields such as the rating, it uses the viewer's
/// values.
struct PostingReader {
  let connection: Connection
  let table: PostingTable
  /// The eras (``PostingTable``) that contain books, in ascending order.
  let eras: [Int64]
  /// Changes that are not in the main table of the search index yet.
  let overlay: PostingOverlay
  /// The viewer's own terms, which are used instead of the owner's, or `nil` if the viewer is the owner.
  private(set) var marks: MarkTerms?

  init(connection: Connection) throws {
    self.connection = connection
    table = PostingTable(connection: connection)
    overlay = try PostingOverlay(connection: connection)
    marks = try connection.marker.map(MarkTerms.init)
    var eras: [Int64] = []
    let statement = try connection.statement("SELECT era FROM posting WHERE era > ? ORDER BY era LIMIT 1")
    while let era = try statement.first([.integer(eras.last ?? -1)], { $0.integer(0) }), era <= PostingTable.lastEra {
      eras.append(era)
    }
    let changed = Set(overlay.books.map(PostingTable.era))
    self.eras = changed.isSubset(of: eras) ? eras : changed.union(eras).sorted()
  }

  /// A copy of this reader that uses the owner's values, regardless of the viewer.
  var ofOwner: PostingReader {
    var reader = self
    reader.marks = nil
    return reader
  }

  /// Returns the books that at least one of the keys finds.
  ///
  /// - Parameter limits: If not `nil`, only books in this set are returned.
  /// - Throws: ``CatalogError/Code/damaged`` if a row of the index is not valid.
  func books(_ keys: [PostingKey], within limits: NumberSet? = nil) throws -> NumberSet {
    var rows = 0
    return try books(keys, within: limits, rows: &rows)
  }

  /// Returns the books that at least one of the keys finds.
  ///
  /// - Parameter rows: Increased by the number of rows read.
  func books(_ keys: [PostingKey], within limits: NumberSet?, rows: inout Int) throws -> NumberSet {
    guard let marks else { return try stored(keys, within: limits, rows: &rows) }
    let personal = keys.filter { MarkTerms.isPersonal($0.first) }
    if personal.isEmpty { return try stored(keys, within: limits, rows: &rows) }
    let shared = keys.filter { !MarkTerms.isPersonal($0.first) }
    return try marked(personal, marks, within: limits, rows: &rows)
      .union(stored(shared, within: limits, rows: &rows))
  }

  /// Returns the shown books that the keys find among a person's own values.
  private func marked(_ keys: [PostingKey], _ marks: MarkTerms, within limits: NumberSet?, rows: inout Int) throws
    -> NumberSet
  {
    let shown = PostingKey.term(PostingKind.shown.term(""))
    let marked = try stored(keys.filter { $0 != MarkTerms.unread }.map(marks.stored), within: limits, rows: &rows)
    guard keys.contains(MarkTerms.unread) else {
      return try limits == nil ? stored([shown], within: marked, rows: &rows) : marked
    }
    let all = try limits ?? stored([shown], within: nil, rows: &rows)
    return try marked.intersection(all).union(all.subtracting(stored([marks.anyState], within: limits, rows: &rows)))
  }

  private func stored(_ keys: [PostingKey], within limits: NumberSet?, rows: inout Int) throws -> NumberSet {
    var union = NumberUnion()
    for era in eras {
      let parts = PostingTable.partsOfEra
      if let limits, !limits.hasPart(from: era * parts, count: parts) { continue }
      for key in keys { rows += try gather(key, era, within: limits, into: &union) }
    }
    return union.finish()
  }

  /// Finds the books of a key in one era, and adds them to a union.
  ///
  /// - Returns: The number of rows read.
  private func gather(
    _ key: PostingKey, _ era: Int64, within limits: NumberSet?, into union: inout NumberUnion
  ) throws -> Int {
    let statement: Statement
    switch key {
    case .term(let term):
      statement = try connection.statement("SELECT part, books, term FROM posting WHERE era = ? AND term = ?")
      try statement.bind(.text(term.text), at: 2)
    case .range(let first, let end):
      statement = try connection.statement(
        "SELECT part, books, term FROM posting WHERE era = ? AND term >= ? AND term < ?")
      try statement.bind(.text(first.text), at: 2)
      try statement.bind(.text(end.text), at: 3)
    }
    defer { statement.reset() }
    try statement.bind(.integer(era), at: 1)
    let changed = overlay.changes(of: key)
    var rows = 0
    while try statement.step() {
      rows += 1
      let part = statement.integer(0)
      guard PostingTable.isPart(part, of: era) else { throw table.damage("part \(part) of era \(era)") }
      let limit = part == PostingTable.smallSetPart ? nil : limits?.bitmap(ofPart: part)
      if part != PostingTable.smallSetPart, limits != nil, limit == nil { continue }
      let removed = changed.removed.isEmpty ? nil : changed.removed[Term(text: statement.text(2))]
      try statement.withBlob(1) { bytes in
        try table.valid { () throws(DamagedBitmap) in
          if let removed {
            var books = try PostingTable.books(bytes, era, part)
            books.subtract(NumberSet(removed))
            if let limits { books.formIntersection(limits) }
            union.insert(books)
          } else if part == PostingTable.smallSetPart {
            union.insert(try StoredNumbers(bytes), from: PostingTable.base(ofEra: era), within: limits)
          } else {
            union.insert(try StoredBitmap(bytes), part: part, within: limit)
          }
        }
      }
    }
    for book in changed.inserted where PostingTable.era(of: book) == era && limits?.contains(book) ?? true {
      union.insert(book)
    }
    return rows
  }

  /// Returns the first term in a range that the index contains, or `nil` if there is none. The term may have no books,
  /// if its last book was removed recently.
  func first(from term: Term, before end: Term) throws -> Term? {
    if let marks, MarkTerms.isPersonal(term) {
      return try storedFirst(from: marks.stored(term), before: marks.stored(end)).map(marks.plain)
    }
    return try storedFirst(from: term, before: end)
  }

  private func storedFirst(from term: Term, before end: Term) throws -> Term? {
    let statement = try connection.statement(
      "SELECT term FROM posting WHERE era = ? AND term >= ? AND term < ? ORDER BY term LIMIT 1")
    return try eras.reduce(overlay.first(from: term, before: end)) { first, era in
      try statement.first([.integer(era), .text(term.text), .text((first ?? end).text)]) { Term(text: $0.text(0)) }
        ?? first
    }
  }
}
