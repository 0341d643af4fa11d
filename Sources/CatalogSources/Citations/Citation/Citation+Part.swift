/// Conversion of a part, such as a chapter, to the book that contains it.
extension Citation {
  /// Returns the book that contains a part, with all values that apply to the book. Returns `nil` if the citation has
  /// no book title. For example, BibTeX's `@inbook` describes the book itself, and only refers to a chapter or pages in
  /// the book.
  ///
  /// - Parameter counter: Counts the values that only apply to the part.
  func book(countingIn counter: EntryCounter) -> Citation? {
    guard let title = self[.bookTitle] else { return nil }
    var book = Citation()
    book.add(title, .title)
    book.add(self[.bookSubtitle], .subtitle)
    for (field, text) in values {
      if Self.ofBook.contains(field) { book.add(text, field) } else { count(field, text, counter) }
    }
    for (role, names) in people {
      switch role {
      case .author: counter.count("author of a part", names.joined(separator: ", "))
      case .bookAuthor: book.add(names, as: .author)
      case .contributor: book.add(names, as: role)
      }
    }
    return book
  }

  private func count(_ field: CitationField, _ text: String, _ counter: EntryCounter) {
    switch field {
    case .title, .subtitle: counter.count("title of a part", text)
    case .pages: counter.count("pages of a part", text)
    case .identifier: counter.count("number of a part", text)
    case .abstract, .note: counter.count("note on a part", text)
    case .keywords, .keyword: counter.count("keywords of a part", text)
    case .bookTitle, .bookSubtitle: break
    default: counter.count("\(field.words) of a part", text)
    }
  }

  private static let ofBook: Set<CitationField> = [
    .mainTitle, .publisher, .date, .originalDate, .isbn, .series, .number, .pageTotal, .language,
    .identifier("issn"), .property(.edition), .property(.place), .property(.volume), .property(.volumes),
    .property(.institution),
  ]
}
