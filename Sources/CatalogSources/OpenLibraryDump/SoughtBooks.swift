import CatalogModel

/// The books of a catalog, with the numbers under which a dump may contain them.
package struct SoughtBooks: Sendable {
  /// The kind of number by which a book was found, the most reliable first.
  enum Rank: Int64, Comparable {
    case isbn, editionKey, furtherISBN

    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  /// A book with one of its numbers.
  struct Entry {
    let number: Int64
    let book: Int64
    let rank: Rank
  }

  private var isbnEntries: [Entry] = []
  private var editionEntries: [Entry] = []
  private var workEntries: [Entry] = []

  package init() {}

  /// Adds an ISBN of a book.
  ///
  /// - Parameter isOwn: True for the book's own ISBN, false for another ISBN among its identifiers.
  package mutating func add(_ book: Book.ID, isbn: ISBN, isOwn: Bool) {
    isbnEntries.append(Entry(number: isbn.number, book: book.rawValue, rank: isOwn ? .isbn : .furtherISBN))
  }

  /// Adds a key of an edition or a work in Open Library. Other strings are ignored.
  package mutating func add(_ book: Book.ID, key: String) {
    if let number = DumpNumbers.key(key, DumpKind.editions.letter) {
      editionEntries.append(Entry(number: number, book: book.rawValue, rank: .editionKey))
    } else if let number = DumpNumbers.key(key, DumpKind.works.letter) {
      workEntries.append(Entry(number: number, book: book.rawValue, rank: .editionKey))
    }
  }

  /// Returns the books sorted by their numbers, so that lookups are fast.
  func sorted() -> SortedBooks {
    SortedBooks(isbns: isbnEntries, editions: editionEntries, works: workEntries)
  }
}

/// The books, sorted by their numbers.
struct SortedBooks: Sendable {
  /// A table of books, sorted by one kind of number.
  struct Table: Sendable {
    let numbers: SoughtNumbers
    private let books: [Int64]
    private let ranks: [SoughtBooks.Rank]

    init(_ entries: [SoughtBooks.Entry]) {
      let sorted = entries.sorted { ($0.number, $0.book, $0.rank) < ($1.number, $1.book, $1.rank) }
      numbers = SoughtNumbers(sorted: sorted.map(\.number))
      books = sorted.map(\.book)
      ranks = sorted.map(\.rank)
    }

    func entries(of number: Int64) -> [SoughtBooks.Entry] {
      numbers.indices(of: number).map { SoughtBooks.Entry(number: number, book: books[$0], rank: ranks[$0]) }
    }

    func mix(into fingerprint: inout Fingerprint) {
      numbers.sorted.withUnsafeBytes { fingerprint.mix($0.bindMemory(to: UInt8.self)) }
      books.withUnsafeBytes { fingerprint.mix($0.bindMemory(to: UInt8.self)) }
      fingerprint.mix(ranks.lazy.map { UInt8(truncatingIfNeeded: $0.rawValue) })
    }

    /// Calls the closure for each entry, ordered by number.
    func forEachEntry(_ body: (SoughtBooks.Entry) throws -> Void) rethrows {
      for index in books.indices {
        try body(SoughtBooks.Entry(number: numbers.sorted[index], book: books[index], rank: ranks[index]))
      }
    }
  }

  let isbns: Table
  let editions: Table
  let works: Table

  init(isbns: [SoughtBooks.Entry], editions: [SoughtBooks.Entry], works: [SoughtBooks.Entry]) {
    (self.isbns, self.editions, self.works) = (Table(isbns), Table(editions), Table(works))
  }

  /// A fingerprint of all books and numbers.
  var fingerprint: Int64 {
    var fingerprint = Fingerprint()
    for table in [isbns, editions, works] {
      table.mix(into: &fingerprint)
      fingerprint.mix(text: "")
    }
    return Int64(bitPattern: fingerprint.value)
  }
}
