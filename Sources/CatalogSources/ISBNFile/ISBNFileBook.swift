import CatalogModel

/// The data that an ISBN file contains for an edition.
package struct ISBNFileBook: Sendable, Equatable {
  package var title: String
  /// The first author.
  package var author: String?
  /// The year of publication of this edition.
  package var year: Int?
  package var pages: Int?
  /// Open Library's key of the work: `OL45804W`.
  package var work: String?

  package init(title: String, author: String? = nil, year: Int? = nil, pages: Int? = nil, work: String? = nil) {
    (self.title, self.author, self.year, self.pages, self.work) = (title, author, year, pages, work)
  }

  /// The data as a provider's metadata. The file does not contain the year in which the work first appeared.
  package var metadata: ProviderMetadata {
    var metadata = ProviderMetadata()
    metadata.title = title
    metadata.authors = author.map { [$0] } ?? []
    metadata.pages = pages
    metadata.key = work
    return metadata
  }

  /// The data as a draft, for completing a record.
  var draft: BookDraft {
    var draft = BookDraft()
    draft.title = title
    if let author { draft.authors = [author] }
    if let published = year.flatMap({ try? PartialDate(year: $0) }) { draft.published = published }
    if let pages { draft.pages = pages }
    return draft
  }
}
