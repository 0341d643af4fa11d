import CatalogModel

/// Derives the metadata of a book from the file name: `Frank Herbert - Dune`,
/// `Frank Herbert - Dune Chronicles 01 - Dune`, `Dune (Dune Chronicles, #1)`. An ambiguous name is used only as the
/// title.
enum FileNameBook {
  /// Parses a file name.
  ///
  /// - Parameters:
  ///   - stem: The name without the extension.
  ///   - folders: The names of the parent folders, outermost first.
  static func book(_ stem: String, in folders: [Substring]) -> EBook {
    var book = EBook()
    let name = spaced(stem)
    var parts = name.split(separator: " - ", omittingEmptySubsequences: false).map { String($0).trimmed() }
    book.title = name
    guard (2...3).contains(parts.count), !parts.contains("") else {
      takeSeries(&book)
      return book
    }
    // calibre writes the title first, in a folder named after the author.
    if parts.count == 2, isFolder(parts[1], folders), !isFolder(parts[0], folders) { parts.reverse() }
    if parts.count == 3 {
      guard let (series, number) = series(parts[1]) else { return book }
      (book.series, book.seriesNumber) = (series, number)
    }
    // A number at the beginning is a position in a list, not an author.
    guard parts[0].unicodeScalars.contains(where: { $0.properties.isAlphabetic }) else { return book }
    book.authors = PersonName.all(in: parts[0])
    book.title = parts[parts.count - 1]
    if book.series == nil { takeSeries(&book) }
    return book
  }

  private static func takeSeries(_ book: inout EBook) {
    guard let series = SeriesInTitle(book.title)?.places.first else { return }
    (book.series, book.seriesNumber) = (series.name, series.number)
  }

  /// Replaces the underscores that some programs write instead of spaces.
  private static func spaced(_ stem: String) -> String {
    let name = stem.contains(" ") ? stem : stem.replacing("_", with: " ")
    let line = name.canonicalLine()
    return line.isEmpty ? stem : line
  }

  private static func isFolder(_ name: String, _ folders: [Substring]) -> Bool {
    let folded = Fold.fold(name)
    return folders.contains { Fold.fold(String($0)) == folded }
  }

  /// Parses a series and a number, such as `Dune Chronicles 01`, optionally in square brackets.
  private static func series(_ text: String) -> (String, Double)? {
    var text = text
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()).trimmed() }
    guard let space = text.lastIndex(of: " "),
      let number = EBook.number(String(text[text.index(after: space)...].drop { $0 == "#" }))
    else { return nil }
    let name = String(text[..<space]).trimmed()
    return name.isEmpty || number < 0 ? nil : (name, number)
  }
}
