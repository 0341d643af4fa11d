import CatalogModel

/// A title and an author. They are used to search for a work, and to recognise it in the results.
struct OpenLibraryName {
  /// The title without a series in parentheses at its end, which is not part of titles in Open Library.
  let title: String
  private let titleWords: [String]
  private let authorWords: [String]

  init(title: String, author: String) {
    self.title = SeriesInTitle(title)?.title ?? title
    titleWords = SearchWords.words(in: self.title)
    authorWords = Self.author(author)
  }

  /// Returns true if the work has the same title, with or without its subtitle, and the author is one of its authors.
  func fits(_ document: OpenLibraryDocument) -> Bool {
    guard let title = document.title, !titleWords.isEmpty, !authorWords.isEmpty else { return false }
    let words = SearchWords.words(in: title)
    let subtitle = document.subtitle.map { SearchWords.words(in: $0) } ?? []
    return (titleWords == words || titleWords == words + subtitle)
      && document.authors.contains { Self.author($0) == authorWords }
  }

  /// Returns the words of a name, independent of their order: “Frank Herbert” and “Herbert, Frank” are equal.
  private static func author(_ name: String) -> [String] { SearchWords.words(in: name).sorted() }
}
