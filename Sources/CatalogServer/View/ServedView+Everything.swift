import Catalog

// What is shown to those only who may see all: where values come from, what was done to books, and what is to be decided.
extension ServedView {
  /// Of each field where its value comes from; `nil` where there is no such book.
  func provenance(of id: Book.ID) throws -> [FieldProvenance]? {
    let snapshot = try everything()
    return try snapshot.book(id).map { try snapshot.provenance(of: $0).map(shownProvenance) }
  }

  /// As ``CatalogSnapshot/history(of:limit:)``.
  func history(of book: Book.ID, limit: Int) throws -> [HistoryEntry] {
    try everything().history(of: book, limit: limit).map(shownEntry)
  }

  /// As ``CatalogSnapshot/conflicts(limit:after:)``.
  func conflicts(limit: Int) throws -> [Conflict] {
    try everything().conflicts(limit: limit).map(shownConflict)
  }

  /// Books that may be the same, as ``CatalogSnapshot/forEachDuplicate(upTo:_:)`` finds them: all are compared.
  func duplicates() throws -> [DuplicateGroup] {
    var found: [DuplicateGroup] = []
    try everything().forEachDuplicate(upTo: .likely) { found.append($0) }
    return found.surestFirst
  }

  /// As ``CatalogSnapshot/conflictCount()``.
  func conflictCount() throws -> Int { try everything().conflictCount() }

  /// The sources, and how each is.
  func sources() throws -> [SourceStatus] { try everything().status().sources.map(shownSource) }
}
