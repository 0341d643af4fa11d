import FoundationEssentials

extension Book {
  /// Creates a book that does not belong to a catalog, for previews and tests of an app. It is neither validated nor
  /// stored, and its ``uuid`` is random.
  ///
  /// ```swift
  /// let book = Book(id: 1, title: "Dune", authors: ["Frank Herbert"], rating: 5)
  /// ```
  public init(
    id: ID, title: String, authors: [String] = [], isbn: ISBN? = nil, pages: Int? = nil, publisher: String? = nil,
    published: PartialDate? = nil, language: String? = nil, series: String? = nil, seriesNumber: Double? = nil,
    tags: [String] = [], averageRating: Double? = nil, ratingsCount: Int? = nil, readState: ReadState = .unread,
    started: PartialDate? = nil, finished: PartialDate? = nil, rating: Double? = nil, notes: String? = nil,
    added: Date = Date()
  ) {
    self.init(
      id: id, uuid: UUID(), title: title, authors: authors, isbn: isbn, pages: pages, publisher: publisher,
      published: published, workDate: published, language: language, series: series, seriesNumber: seriesNumber,
      tags: tags.sorted(), averageRating: averageRating, ratingsCount: ratingsCount, readState: readState,
      started: started,
      finished: finished, rating: rating, notes: notes, added: added, changed: added)
  }

  /// Creates a book that does not belong to a catalog, with values for any fields.
  ///
  /// ```swift
  /// let book = Book(id: 1, title: "Dune") { $0.subtitle = "A Novel" }
  /// ```
  public init(id: ID, title: String, added: Date = Date(), _ fill: (inout BookDraft) throws -> Void) rethrows {
    var draft = BookDraft(Book(id: id, title: title, added: added))
    try fill(&draft)
    self = draft.filled
  }
}
