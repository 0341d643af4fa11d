import Catalog
import Platform

/// The rows of the peer's full-text index: the folded words of each shown book, in the order of rank, in which a search
/// is to meet them. Made of the books, since the catalog's own index keeps sets of books and no texts.
struct PeerSearchRows {
  static let file = "search_index.tsv"
  static let columns = ["title", "authors", "series", "tags", "notes", "publisher"]
  /// A word that no text holds (Unicode's private use), so that a phrase never goes from one name into the next.
  static let between = "\u{E000}"

  /// Bits of a row's number below the rank: the book's id.
  private static let idBits = 40
  /// The number of ids in a row of `book_rank`, and the value for an id without a rank.
  private static let (blockSize, none) = (1_024, 65_535)

  /// Writes each row: its number, then for each column its words in order. The first line has the columns' names.
  static func write(catalog path: String, to folder: String) throws {
    let places = try places(RawDatabase(path))
    let catalog = try LibraryCalls.open(path)
    defer { catalog.close() }
    let file = try FileWriter(path: "\(folder)/\(Self.file)")
    try file.write(TabSeparated.row(["place"] + columns))
    try catalog.read { snapshot in
      for place in places {
        let id = Book.ID(Int64(place) & (1 << idBits - 1))
        guard let book = try snapshot.book(id) else { throw BenchError("book \(id) has a rank and is not shown") }
        try file.write(TabSeparated.row([String(place)] + texts(of: book)))
      }
    }
    try file.finish()
  }

  /// The numbers of all rows in ascending order: rank × 2⁴⁰ + id.
  private static func places(_ database: RawDatabase) throws -> [Int] {
    var places: [Int] = []
    try database.statement("SELECT block, ranks FROM book_rank").forEachRow { row in
      let first = row.integer(0) * blockSize
      let ranks = row.bytes(1) ?? []
      guard ranks.count == 2 * blockSize else { throw BenchError("book_rank holds a row of \(ranks.count) bytes") }
      for book in 0..<blockSize {
        let rank = Int(ranks[2 * book]) | Int(ranks[2 * book + 1]) << 8
        if rank != none { places.append(rank << idBits | (first + book)) }
      }
    }
    return places.sorted()
  }

  private static func texts(of book: Book) -> [String] {
    let number = book.seriesNumber.map { SearchWords.words(in: $0.shortest) } ?? []
    let series = book.series.map { SearchWords.words(in: $0) + number } ?? []
    return [
      joined([book.title]), joined(book.authors), series.joined(separator: " "), joined(book.tags),
      joined([book.notes].compactMap(\.self)), joined([book.publisher].compactMap(\.self)),
    ]
  }

  private static func joined(_ names: [String]) -> String {
    names.map { SearchWords.words(in: $0).joined(separator: " ") }.joined(separator: " \(between) ")
  }
}
