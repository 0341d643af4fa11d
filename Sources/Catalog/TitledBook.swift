import Platform

/// A book referred to by its title.
struct TitledBook {
  /// The maximum number of books with similar titles to compare.
  private static let nearLimit = 100
  /// The maximum number of books listed in an error message.
  private static let namedLimit = 5

  private let title: String

  init(_ title: String) { self.title = title }

  /// Returns the id of the only book with the title. If no book has exactly this title, subtitles and trailing brackets
  /// in the books' titles are ignored.
  ///
  /// - Throws: ``CatalogError/Code/ambiguousBook`` if several books have the title. ``CatalogError/Code/noSuchBook`` if
  ///   no book has the title; the message lists books with similar titles.
  func id(in snapshot: CatalogSnapshot) throws -> Book.ID {
    // A text without letters is probably a number, even if it contains symbols. If titles were searched for it, a
    // mistyped number could match the title of a book.
    guard title.unicodeScalars.contains(where: \.properties.isAlphabetic),
      case let words = SearchWords.words(in: title), !words.isEmpty
    else {
      throw CatalogError.noBook(title)
    }
    let same = try snapshot.visible(SameTitle(title, in: snapshot.connection).ids { _ in true })
    if let id = try only(same, in: snapshot) { return id }
    let phrase = "title:\"\(words.joined(separator: " "))\""
    let near = try snapshot.page(BookQuery(phrase, order: .bestMatch), size: Self.nearLimit).books
    let main = Fold.letters(of: title)
    if let id = try only(near.filter { TitleParts($0.title).main == main }.map(\.id), in: snapshot) { return id }
    guard !near.isEmpty else { throw CatalogError.noBook(title) }
    throw CatalogError(
      .noSuchBook, "find", title, cause: "no book has the title “\(title)”",
      hint: "books with similar titles: \(try list(near.map(\.id), in: snapshot))")
  }

  private func only(_ ids: [Book.ID], in snapshot: CatalogSnapshot) throws -> Book.ID? {
    guard ids.count > 1 else { return ids.first }
    throw CatalogError(
      .ambiguousBook, "find", title, cause: "\(ids.count.grouped) books have the title “\(title)”",
      hint: "use the number of one: \(try list(ids, in: snapshot))")
  }

  /// Returns a list of the books in one line, such as “5 Emma (Jane Austen), 7 Emma”.
  private func list(_ ids: [Book.ID], in snapshot: CatalogSnapshot) throws -> String {
    let lines = try snapshot.lines(of: Array(ids.prefix(Self.namedLimit))).map { line in
      let author = line.authors.first.map { " (\($0))" } ?? ""
      return "\(line.id) \(line.title)\(author)"
    }
    return lines.joined(separator: ", ") + (ids.count > Self.namedLimit ? ", …" : "")
  }
}
