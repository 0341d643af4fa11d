import Bitmaps
import CatalogDatabase

/// The main table of the search index, which stores the set of books for each term. Book ids are divided into eras of
/// 1,048,576 ids, and eras into parts of 65,536 ids. A bulk load therefore does not rewrite data about much older
/// books.
///
/// If a term has few books in an era, they are stored in a single row (``Bitmaps/StoredNumbers``), with the part number
/// -1. Otherwise, each part has its own row (``Bitmaps/StoredBitmap``). The row of a part that becomes empty is
/// deleted; books added to that part later are stored in the row with the number -1.
struct PostingTable {
  let connection: Connection

  private static let eraBits: Int64 = 20
  static let partsOfEra: Int64 = 1 << 4
  /// The part number of the row for a term with few books.
  static let smallSetPart: Int64 = -1

  static func era(of book: Int64) -> Int64 { book >> eraBits }

  private static func parts(ofEra era: Int64) -> Range<Int64> { (era * partsOfEra)..<((era + 1) * partsOfEra) }

  static func base(ofEra era: Int64) -> Int64 { era << eraBits }

  /// The last era that a valid book id can be in. Another program may have written rows of later eras.
  static let lastEra = BookTable.ids.upperBound >> eraBits

  /// Runs a closure that decodes a row, and returns its result.
  ///
  /// - Throws: ``CatalogError/Code/damaged`` if the bytes are not a valid set.
  func valid<Result>(_ body: () throws(DamagedBitmap) -> Result) throws -> Result {
    do throws(DamagedBitmap) { return try body() } catch { throw damage(String(describing: error)) }
  }

  func damage(_ cause: String) -> CatalogError {
    CatalogError(
      .damaged, "search", connection.path, cause: "a row of the search index is damaged: \(cause)",
      remedy: .repair)
  }

  // MARK: Writing

  /// Adds books to a term and removes others from it. Adding a book that the term already has, or removing one that it
  /// lacks, has no effect.
  func change(_ term: Term, inserting: NumberSet, removing: NumberSet = NumberSet()) throws {
    let eras = removing.isEmpty ? Self.eras(of: inserting) : Self.eras(of: inserting.union(removing))
    for era in eras { try change(term, era, inserting, removing) }
  }

  /// A series of insertions in one transaction, made in ascending order of terms.
  struct Insertion {
    private let table: PostingTable
    /// For each era, the first stored term at or after the term that was last looked up, or `nil` if there is none.
    private var next: [Int64: Term?] = [:]

    fileprivate init(_ table: PostingTable) { self.table = table }

    mutating func insert(_ books: NumberSet, under term: Term) throws {
      for era in PostingTable.eras(of: books) {
        if next[era].map({ $0.map { $0 < term } ?? false }) ?? true {
          next[era] = .some(try table.first(from: term, era: era))
        }
        if let first = next[era] ?? nil, first == term {
          try table.change(term, era, books, NumberSet())
        } else {
          try table.insertNew(books, under: term, era)
        }
      }
    }
  }

  func insertion() -> Insertion { Insertion(self) }

  private func first(from term: Term, era: Int64) throws -> Term? {
    try connection.statement("SELECT term FROM posting WHERE era = ? AND term >= ? ORDER BY term LIMIT 1")
      .first([.integer(era), .text(term.text)]) { Term(text: $0.text(0)) }
  }

  /// Inserts books of one era for a term that has no rows in that era yet.
  private func insertNew(_ books: NumberSet, under term: Term, _ era: Int64) throws {
    let own = books.parts(Self.parts(ofEra: era))
    guard own.count > StoredNumbers.maxCount else { return try write(own, term, era, isThere: false) }
    for part in own.partIndexes {
      if let bitmap = own.bitmap(ofPart: part) { try write(bitmap, term, era, part, isThere: false) }
    }
  }

  /// Returns the eras that contain the given books, in ascending order.
  private static func eras(of books: NumberSet) -> [Int64] {
    var eras: [Int64] = []
    for part in books.partIndexes where eras.last != part / partsOfEra { eras.append(part / partsOfEra) }
    return eras
  }

  private func change(_ term: Term, _ era: Int64, _ inserting: NumberSet, _ removing: NumberSet) throws {
    let stored = try smallSet(term, era)
    var small = stored ?? NumberSet()
    for part in Self.parts(ofEra: era) {
      let (added, removed) = (inserting.bitmap(ofPart: part), removing.bitmap(ofPart: part))
      guard added != nil || removed != nil else { continue }
      if let books = try bitmap(term, era, part) {
        var changed = books
        if let removed { changed.subtract(removed) }
        if let added { changed.formUnion(added) }
        if changed != books { try write(changed, term, era, part, isThere: true) }
      } else {
        if let removed { small.subtract(NumberSet(part: part, removed)) }
        if let added { small.formUnion(NumberSet(part: part, added)) }
      }
    }
    if small.count > StoredNumbers.maxCount {
      for part in small.partIndexes {
        guard let bitmap = small.bitmap(ofPart: part) else { continue }
        var books = try self.bitmap(term, era, part)
        let isThere = books != nil
        books?.formUnion(bitmap)
        try write(books ?? bitmap, term, era, part, isThere: isThere)
      }
      small = NumberSet()
    }
    if small != stored ?? NumberSet() { try write(small, term, era, isThere: stored != nil) }
  }

  private func smallSet(_ term: Term, _ era: Int64) throws -> NumberSet? {
    try row(term, era, Self.smallSetPart) { bytes throws(DamagedBitmap) in
      NumberSet(try StoredNumbers(bytes), from: Self.base(ofEra: era))
    }
  }

  private func bitmap(_ term: Term, _ era: Int64, _ part: Int64) throws -> Bitmap? {
    try row(term, era, part) { bytes throws(DamagedBitmap) in Bitmap(try StoredBitmap(bytes)) }
  }

  private func row<Result>(
    _ term: Term, _ era: Int64, _ part: Int64, _ body: (UnsafeRawBufferPointer) throws(DamagedBitmap) -> Result
  ) throws -> Result? {
    try connection.statement("SELECT books FROM posting WHERE era = ? AND term = ? AND part = ?")
      .first([.integer(era), .text(term.text), .integer(part)]) { row in
        try row.withBlob(0) { bytes in try valid { () throws(DamagedBitmap) in try body(bytes) } }
      }
  }

  private func write(_ books: Bitmap, _ term: Term, _ era: Int64, _ part: Int64, isThere: Bool) throws {
    try write(books.isEmpty ? nil : StoredBitmap.bytes(of: books), term, era, part, isThere: isThere)
  }

  private func write(_ small: NumberSet, _ term: Term, _ era: Int64, isThere: Bool) throws {
    let bytes = small.isEmpty ? nil : StoredNumbers.bytes(of: small, from: Self.base(ofEra: era))
    try write(bytes, term, era, Self.smallSetPart, isThere: isThere)
  }

  /// Inserts, updates or deletes a row. An existing row is changed by UPDATE, not REPLACE, so that SQLite writes only
  /// the changed pages if the length stays the same.
  private func write(_ bytes: [UInt8]?, _ term: Term, _ era: Int64, _ part: Int64, isThere: Bool) throws {
    let key: [SQLValue] = [.integer(era), .text(term.text), .integer(part)]
    switch (bytes, isThere) {
    case (let bytes?, true):
      try connection.run(
        "UPDATE posting SET books = ?4 WHERE era = ?1 AND term = ?2 AND part = ?3", key + [.blob(bytes)])
    case (let bytes?, false):
      try connection.run("INSERT INTO posting (era, term, part, books) VALUES (?, ?, ?, ?)", key + [.blob(bytes)])
    case (nil, true): try connection.run("DELETE FROM posting WHERE era = ? AND term = ? AND part = ?", key)
    case (nil, false): break
    }
  }

  func deleteAll() throws { try connection.run("DELETE FROM posting") }

  // MARK: Checking

  /// The contents of a row, as a check sees them.
  enum Row {
    case books(NumberSet)
    /// A description of the damage, to be appended to the name of the row.
    case damaged(String)
  }

  /// Calls the body with each row, ordered by era, term and part.
  func forEachRow(_ body: (_ term: Term, _ part: Int64, Row) throws -> Void) throws {
    try connection.statement("SELECT era, term, part, books FROM posting ORDER BY era, term, part").forEachRow { row in
      let (era, part) = (row.integer(0), row.integer(2))
      let books = row.withBlob(3) { bytes -> Row in
        guard Self.isPart(part, of: era) else { return .damaged("it does not belong to any part of era \(era)") }
        do throws(DamagedBitmap) {
          if part != Self.smallSetPart { try StoredBitmap(bytes).requireSmallestForm() }
          return .books(try Self.books(bytes, era, part))
        } catch {
          return .damaged(String(describing: error))
        }
      }
      try body(Term(text: row.text(1)), part, books)
    }
  }

  /// Returns the books stored in a row.
  ///
  /// - Parameters:
  ///   - part: The index of the column with the part number.
  ///   - blob: The index of the column with the set of books.
  /// - Throws: ``CatalogError/Code/damaged`` if the set is not valid, or if the part does not belong to the era.
  func books(_ row: Statement, _ era: Int64, part: Int32, blob: Int32) throws -> NumberSet {
    let part = row.integer(part)
    guard Self.isPart(part, of: era) else { throw damage("part \(part) of era \(era)") }
    return try row.withBlob(blob) { bytes in
      try valid { () throws(DamagedBitmap) in try Self.books(bytes, era, part) }
    }
  }

  /// Decodes the books stored in a row.
  static func books(
    _ bytes: UnsafeRawBufferPointer, _ era: Int64, _ part: Int64
  ) throws(DamagedBitmap) -> NumberSet {
    if part == smallSetPart { return NumberSet(try StoredNumbers(bytes), from: base(ofEra: era)) }
    return NumberSet(part: part, Bitmap(try StoredBitmap(bytes)))
  }

  /// Returns true if an era can have rows with the given part number.
  static func isPart(_ part: Int64, of era: Int64) -> Bool {
    (0...lastEra).contains(era) && (part == smallSetPart || parts(ofEra: era).contains(part))
  }
}
