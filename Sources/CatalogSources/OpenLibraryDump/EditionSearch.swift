import CatalogModel

/// Finds lines of editions that are about books which are looked for: by bytes first, and those that may be by what they say.
struct EditionSearch {
  private let books: SortedBooks

  init(_ books: SortedBooks) { self.books = books }

  /// The books that a line may be about, by its key and by what looks like an ISBN in it.
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

  /// Those of them whose number the record really has.
  func confirmed(_ found: [SoughtBooks.Entry], _ value: JSONValue) -> [SoughtBooks.Entry] {
    let texts = OpenLibraryValue.texts(value["isbn_13"]) + OpenLibraryValue.texts(value["isbn_10"])
    let isbns = Set(texts.compactMap { (try? ISBN($0))?.number })
    return found.filter { $0.rank == .editionKey || isbns.contains($0.number) }
  }
}
