import CatalogModel

/// Finds the lines in the dump of editions that describe the requested books. It first finds candidates by their bytes,
/// and then confirms them by their parsed content.
struct EditionSearch {
  private let books: SortedBooks

  init(_ books: SortedBooks) { self.books = books }

  /// Returns the books that a line may describe. Finds them by the key of the line, and by numbers in the line that
  /// look like ISBNs.
  func candidates(in line: DumpLine) -> [SoughtBooks.Entry] {
    var found: [SoughtBooks.Entry] = []
    if !books.editions.numbers.isEmpty, let number = DumpNumbers.key(line.key, DumpKind.editions.letter),
      books.editions.numbers.contains(number)
    {
      found += books.editions.entries(of: number)
    }
    if !books.isbns.numbers.isEmpty {
      DumpNumbers.forEachISBN(in: line.json) { number in
        if books.isbns.numbers.contains(number) { found += books.isbns.entries(of: number) }
        return true
      }
    }
    return found
  }

  /// Returns the candidates whose ISBN or identifier the record really contains.
  func confirmed(_ found: [SoughtBooks.Entry], _ value: JSONValue) -> [SoughtBooks.Entry] {
    let texts = OpenLibraryValue.texts(value["isbn_13"]) + OpenLibraryValue.texts(value["isbn_10"])
    let isbns = Set(texts.compactMap { (try? ISBN($0))?.number })
    return found.filter { $0.rank == .editionKey || isbns.contains($0.number) }
  }
}
