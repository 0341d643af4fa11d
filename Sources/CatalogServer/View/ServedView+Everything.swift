import Catalog
import FoundationEssentials

// Data for viewers who may see everything: provenance, history, and open decisions.
extension ServedView {
  /// Returns the provenance of each field of a book; `nil` if there is no such book.
  func provenance(of id: Book.ID) throws -> [FieldProvenance]? {
    let snapshot = try everything()
    return try snapshot.book(id).map { try snapshot.provenance(of: $0).map(shownProvenance) }
  }

  /// Returns the history of a book; see ``CatalogSnapshot/history(of:limit:)``.
  func history(of book: Book.ID, limit: Int) throws -> [HistoryEntry] {
    try everything().history(of: book, limit: limit).map(shownEntry)
  }

  /// Returns the conflicts; see ``CatalogSnapshot/conflicts(limit:after:)``.
  func conflicts(limit: Int) throws -> [Conflict] {
    try everything().conflicts(limit: limit).map(shownConflict)
  }

  /// Returns the possible duplicates, most certain first. Compares all books; see
  /// ``CatalogSnapshot/forEachDuplicate(upTo:_:)``.
  func duplicates() throws -> [DuplicateGroup] {
    var found: [DuplicateGroup] = []
    try everything().forEachDuplicate(upTo: .likely) { found.append($0) }
    return found.surestFirst
  }

  /// Returns the number of conflicts; see ``CatalogSnapshot/conflictCount()``.
  func conflictCount() throws -> Int { try everything().conflictCount() }

  /// Returns the number of conflicts to show on every page, or 0 for a viewer who may not see everything. It is counted
  /// once for each state of the catalog, because counting reads every lost record.
  func waitingConflicts() throws -> Int {
    guard viewer.audience.seesEverything else { return 0 }
    return try counts.conflicts(at: moment(Date())) { try conflictCount() }
  }

  /// Returns the sources with their state.
  func sources() throws -> [SourceStatus] { try everything().status().sources.map(shownSource) }
}
