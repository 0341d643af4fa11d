import Bitmaps

/// The sets of books that the search index keeps, each under a term. Books are taken together in eras of 1,048,576 ids and
/// these in parts of 65,536, so that a load writes no set of books that were there long before.
///
/// A set of an era is one row as long as it is of few books (``Bitmaps/StoredNumbers``), under part -1; else a row a part
/// (``Bitmaps/StoredBitmap``). A part that became empty has no row, and takes its next books in the row of few.
struct PostingTable {
  let connection: Connection

  private static let eraBits: Int64 = 20
  static let partsOfEra: Int64 = 1 << 4
  /// The part of the row of few.
  static let few: Int64 = -1

  static func era(of book: Int64) -> Int64 { book >> eraBits }

  private static func parts(ofEra era: Int64) -> Range<Int64> { (era * partsOfEra)..<((era + 1) * partsOfEra) }

  static func base(ofEra era: Int64) -> Int64 { era << eraBits }

  /// The last era in which a book may be: another program may have written any.
  static let lastEra = BookTable.ids.upperBound >> eraBits

  /// What the body makes of the bytes of a row.
  ///
  /// - Throws: ``CatalogError/Code/damaged`` where they are of no set.
  func valid<Result>(_ body: () throws(DamagedBitmap) -> Result) throws -> Result {
    do throws(DamagedBitmap) { return try body() } catch { throw damage(String(describing: error)) }
  }

  func damage(_ cause: String) -> CatalogError {
    CatalogError(
      .damaged, "search", connection.path, cause: "a row of the search index is damaged: \(cause)",
      remedy: .repair)
  }

  // MARK: Writing

  /// Takes books out of the set of a term, and others in. That they are there, or not there, is no error.
  func change(_ term: Term, inserting: NumberSet, removing: NumberSet = NumberSet()) throws {
    let eras = removing.isEmpty ? Self.eras(of: inserting) : Self.eras(of: inserting.union(removing))
    for era in eras { try change(term, era, inserting, removing) }
  }

  /// Puts books into sets, one after the other in the order of their terms, within one transaction.
  struct Insertion {
    private let table: PostingTable
    /// The first term of an era that is not before the last one that was looked for; `nil` where there is none.
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

  /// Writes the books of an era under a term that has none there.
  private func insertNew(_ books: NumberSet, under term: Term, _ era: Int64) throws {
    let own = books.parts(Self.parts(ofEra: era))
    guard own.count > StoredNumbers.most else { return try write(own, term, era, isThere: false) }
    for part in own.partIndexes {
      if let bitmap = own.bitmap(ofPart: part) { try write(bitmap, term, era, part, isThere: false) }
    }
  }

  /// The eras of some books, in order.
  private static func eras(of books: NumberSet) -> [Int64] {
    var eras: [Int64] = []
    for part in books.partIndexes where eras.last != part / partsOfEra { eras.append(part / partsOfEra) }
    return eras
  }

  private func change(_ term: Term, _ era: Int64, _ inserting: NumberSet, _ removing: NumberSet) throws {
    let stored = try few(term, era)
    var few = stored ?? NumberSet()
    for part in Self.parts(ofEra: era) {
      let (added, removed) = (inserting.bitmap(ofPart: part), removing.bitmap(ofPart: part))
      guard added != nil || removed != nil else { continue }
      if let books = try bitmap(term, era, part) {
        var changed = books
        if let removed { changed.subtract(removed) }
        if let added { changed.formUnion(added) }
        if changed != books { try write(changed, term, era, part, isThere: true) }
      } else {
        if let removed { few.subtract(NumberSet(part: part, removed)) }
        if let added { few.formUnion(NumberSet(part: part, added)) }
      }
    }
    if few.count > StoredNumbers.most {
      for part in few.partIndexes {
        guard let bitmap = few.bitmap(ofPart: part) else { continue }
        var books = try self.bitmap(term, era, part)
        let isThere = books != nil
        books?.formUnion(bitmap)
        try write(books ?? bitmap, term, era, part, isThere: isThere)
      }
      few = NumberSet()
    }
    if few != stored ?? NumberSet() { try write(few, term, era, isThere: stored != nil) }
  }

  private func few(_ term: Term, _ era: Int64) throws -> NumberSet? {
    try row(term, era, Self.few) { bytes throws(DamagedBitmap) in
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

  private func write(_ few: NumberSet, _ term: Term, _ era: Int64, isThere: Bool) throws {
    let bytes = few.isEmpty ? nil : StoredNumbers.bytes(of: few, from: Self.base(ofEra: era))
    try write(bytes, term, era, Self.few, isThere: isThere)
  }

  /// A row is updated, never replaced: of one whose length stays, SQLite writes only the pages that change.
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

  /// What a row holds.
  enum Row {
    case books(NumberSet)
    /// What is wrong with it, in words that follow its name.
    case damaged(String)
  }

  /// Calls the body for each row, in the order of eras, terms and parts.
  func forEachRow(_ body: (_ term: Term, _ part: Int64, Row) throws -> Void) throws {
    try connection.statement("SELECT era, term, part, books FROM posting ORDER BY era, term, part").forEachRow { row in
      let (era, part) = (row.integer(0), row.integer(2))
      let books = row.withBlob(3) { bytes -> Row in
        guard Self.isPart(part, of: era) else { return .damaged("it is of no part of era \(era)") }
        do throws(DamagedBitmap) {
          if part != Self.few { try StoredBitmap(bytes).requireSmallestForm() }
          return .books(try Self.books(bytes, era, part))
        } catch {
          return .damaged(String(describing: error))
        }
      }
      try body(Term(text: row.text(1)), part, books)
    }
  }

  /// The books of a row of an era, of which a statement gives the part and the set.
  ///
  /// - Throws: ``CatalogError/Code/damaged`` where it holds no set, or is of no part.
  func books(_ row: Statement, _ era: Int64, part: Int32, blob: Int32) throws -> NumberSet {
    let part = row.integer(part)
    guard Self.isPart(part, of: era) else { throw damage("part \(part) of era \(era)") }
    return try row.withBlob(blob) { bytes in
      try valid { () throws(DamagedBitmap) in try Self.books(bytes, era, part) }
    }
  }

  /// The books of a row.
  static func books(
    _ bytes: UnsafeRawBufferPointer, _ era: Int64, _ part: Int64
  ) throws(DamagedBitmap) -> NumberSet {
    if part == few { return NumberSet(try StoredNumbers(bytes), from: base(ofEra: era)) }
    return NumberSet(part: part, Bitmap(try StoredBitmap(bytes)))
  }

  /// Whether a part may have rows in an era.
  static func isPart(_ part: Int64, of era: Int64) -> Bool {
    (0...lastEra).contains(era) && (part == few || parts(ofEra: era).contains(part))
  }
}
