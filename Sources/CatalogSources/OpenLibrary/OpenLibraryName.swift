import CatalogModel

/// A title and an author by which a work is looked for, and told from others that a search finds.
struct OpenLibraryName {
  /// The title without a series in parentheses behind it, which is no part of it there.
  let title: String
  private let titleWords: [String]
  private let authorWords: [String]

  init(title: String, author: String) {
    self.title = SeriesInTitle(title)?.title ?? title
    titleWords = SearchWords.words(in: self.title)
    authorWords = Self.author(author)
  }

  /// Whether a work is called the same, with or without its subtitle, and the author is one of its own.
  func fits(_ document: OpenLibraryDocument) -> Bool {
    guard let title = document.title, !titleWords.isEmpty, !authorWords.isEmpty else { return false }
    let words = SearchWords.words(in: title)
    let subtitle = document.subtitle.map { SearchWords.words(in: $0) } ?? []
    return (titleWords == words || titleWords == words + subtitle)
      && document.authors.contains { Self.author($0) == authorWords }
  }

  /// The words of a name, whichever of them stands in front: “Frank Herbert” and “Herbert, Frank”.
  private static func author(_ name: String) -> [String] { SearchWords.words(in: name).sorted() }
}
