import CatalogModel

/// The books of a catalog by the numbers under which a dump may have them.
package struct SoughtBooks: Sendable {
  /// By which of its numbers a book was found, the one that says most first.
  enum Rank: Int64, Comparable {
    case isbn, editionKey, furtherISBN

    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  /// A book under one number.
  struct Entry {
    let number: Int64
    let book: Int64
    let rank: Rank
  }

  private var isbnEntries: [Entry] = []
  private var editionEntries: [Entry] = []
  private var workEntries: [Entry] = []

  package init() {}

  /// Looks for a book by an ISBN.
  ///
  /// - Parameter isOwn: whether it is the book's own; else one of the further ones among its identifiers.
  package mutating func add(_ book: Book.ID, isbn: ISBN, isOwn: Bool) {
    isbnEntries.append(Entry(number: isbn.number, book: book.rawValue, rank: isOwn ? .isbn : .furtherISBN))
  }

  /// Looks for a book by a key of Open Library, that of an edition or of a work. Anything else is looked for nowhere.
  package mutating func add(_ book: Book.ID, key: String) {
    if let number = DumpNumbers.key(key, DumpKind.editions.letter) {
      editionEntries.append(Entry(number: number, book: book.rawValue, rank: .editionKey))
    } else if let number = DumpNumbers.key(key, DumpKind.works.letter) {
      workEntries.append(Entry(number: number, book: book.rawValue, rank: .editionKey))
    }
  }

  /// Ready to be looked through.
  func sorted() -> SortedBooks {
    SortedBooks(isbns: isbnEntries, editions: editionEntries, works: workEntries)
  }
}

/// The same in the order of their numbers.
struct SortedBooks: Sendable {
  /// The books of one kind of number.
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
      numbers.places(of: number).map { SoughtBooks.Entry(number: number, book: books[$0], rank: ranks[$0]) }
    }

    func mix(into fingerprint: inout Fingerprint) {
      numbers.sorted.withUnsafeBytes { fingerprint.mix($0.bindMemory(to: UInt8.self)) }
      books.withUnsafeBytes { fingerprint.mix($0.bindMemory(to: UInt8.self)) }
      fingerprint.mix(ranks.lazy.map { UInt8(truncatingIfNeeded: $0.rawValue) })
    }

    /// Calls the body for each entry, in the order of the numbers.
    func forEachEntry(_ body: (SoughtBooks.Entry) throws -> Void) rethrows {
      for place in books.indices {
        try body(SoughtBooks.Entry(number: numbers.sorted[place], book: books[place], rank: ranks[place]))
      }
    }
  }

  let isbns: Table
  let editions: Table
  let works: Table

  init(isbns: [SoughtBooks.Entry], editions: [SoughtBooks.Entry], works: [SoughtBooks.Entry]) {
    (self.isbns, self.editions, self.works) = (Table(isbns), Table(editions), Table(works))
  }

  /// Of all of them: other books, another fingerprint.
  var fingerprint: Int64 {
    var fingerprint = Fingerprint()
    for table in [isbns, editions, works] {
      table.mix(into: &fingerprint)
      fingerprint.mix(text: "")
    }
    return Int64(bitPattern: fingerprint.value)
  }
}
