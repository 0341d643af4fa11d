import CatalogModel

/// What an ISBN file says of the edition with an ISBN.
package struct ISBNFileBook: Sendable, Equatable {
  package var title: String
  /// The first one.
  package var author: String?
  /// The year in which this edition appeared.
  package var year: Int?
  package var pages: Int?
  /// Open Library's key of the work: `OL45804W`.
  package var work: String?

  package init(title: String, author: String? = nil, year: Int? = nil, pages: Int? = nil, work: String? = nil) {
    (self.title, self.author, self.year, self.pages, self.work) = (title, author, year, pages, work)
  }

  /// The same as a provider's metadata. When the work appeared first, the file does not say.
  package var metadata: ProviderMetadata {
    var metadata = ProviderMetadata()
    metadata.title = title
    metadata.authors = author.map { [$0] } ?? []
    metadata.pages = pages
    metadata.key = work
    return metadata
  }

  /// The same as what completes a record.
  var draft: BookDraft {
    var draft = BookDraft()
    draft.title = title
    if let author { draft.authors = [author] }
    if let published = year.flatMap({ try? PartialDate(year: $0) }) { draft.published = published }
    if let pages { draft.pages = pages }
    return draft
  }
}
