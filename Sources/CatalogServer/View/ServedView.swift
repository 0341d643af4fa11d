import Catalog
import FoundationEssentials

/// A snapshot of the catalog as the viewer of a request may see it. Routes read only through this type, so that no
/// route can reveal private data by mistake. Paths in files, covers and sources must not be sent to the viewer.
///
/// The snapshot limits what is read to the viewer's audience. This type adds what only the server knows: paths of its
/// machine, the numbers of files, the steps that a viewer may undo, and cached counts.
struct ServedView {
  /// The catalog without limits, for files and covers that the server reads and for the viewer's own steps.
  private let catalog: CatalogSnapshot
  /// The catalog, limited to what the viewer may see.
  private let snapshot: CatalogSnapshot
  let counts: CachedCounts
  /// The viewer whose rights limit what is shown.
  let viewer: Viewer
  /// The user-defined fields that the viewer may see.
  let own: OwnFields
  /// The folder of the covers that were uploaded as images; `nil` if they are not needed.
  let coverFolder: String?

  init(_ catalog: CatalogSnapshot, _ viewer: Viewer, _ counts: CachedCounts, coverFolder: String? = nil) throws {
    (self.catalog, self.viewer, self.counts, self.coverFolder) = (catalog, viewer, counts, coverFolder)
    snapshot = try catalog.seen(by: viewer.audience)
    own = try snapshot.fields()
  }

  // MARK: Queries

  /// Returns a page of a query's books; see ``CatalogSnapshot/page(_:at:size:isBrief:)``.
  func page(
    _ query: BookQuery, at position: PagePosition = .start, size: Int, isBrief: Bool = false
  ) throws -> BookPage {
    shown(try snapshot.page(query, at: position, size: size, isBrief: isBrief))
  }

  /// Returns the number of books that match a query, optionally within a group.
  func count(of query: BookQuery, in group: BookGroupPart? = nil) throws -> Int {
    try snapshot.count(of: query, in: group)
  }

  /// Returns the ids of a query's books in ascending order.
  ///
  /// - Throws: ``Problem``, 400 if the query is ambiguous.
  func ids(of query: BookQuery) throws -> [Book.ID] {
    guard try problems(of: query).isEmpty else {
      throw Problem.badRequest(
        "The query is ambiguous: it contains an unknown field or saved search, or an invalid value for a field.")
    }
    return try snapshot.ids(of: query)
  }

  /// Returns the problems of a query; see ``CatalogSnapshot/problems(of:)``.
  func problems(of query: BookQuery) throws -> [QueryProblem] { try snapshot.problems(of: query) }

  /// Returns the position of a book in a list; see ``CatalogSnapshot/position(of:in:)``.
  func position(of book: Book.ID, in query: BookQuery) throws -> Int? {
    try snapshot.position(of: book, in: query)
  }

  /// Returns the position of a beginning of sort keys; see ``CatalogSnapshot/position(ofBeginning:in:)``.
  func position(ofBeginning beginning: String, in query: BookQuery) throws -> Int? {
    try snapshot.position(ofBeginning: beginning, in: query)
  }

  /// The maximum number of values returned for a facet.
  static let maxFacetValues = 1_000

  /// Returns the most frequent values of a facet among the books of a query, or among a group of these books, and the
  /// total number of values.
  func values(
    of facet: BookFacet, in query: BookQuery, group: BookGroupPart? = nil
  ) throws -> (values: [BookFacet.Value], total: Int) {
    var query = query
    query.order = .newestFirst
    return try counts.answer(
      to: .init(facet: facet.name, query: query, group: group, audience: viewer.audience), at: moment(Date())
    ) {
      try facet.firstValues(Self.maxFacetValues, of: query, in: snapshot, group: group)
    }
  }

  /// Returns a page of a group's books; see ``CatalogSnapshot/page(of:_:order:at:size:)``.
  func page(
    of group: BookGroupPart, _ query: BookQuery, order: KeyOrder, at position: PagePosition, size: Int
  ) throws -> BookPage {
    shown(try snapshot.page(of: group, query, order: order, at: position, size: size))
  }

  /// Returns the menu of a grouping; see ``CatalogSnapshot/menu(of:in:)``.
  func menu(of grouping: BookGrouping, in stretch: GroupStretch) throws -> [GroupMenuEntry] {
    try snapshot.menu(of: grouping, in: stretch)
  }

  /// Returns reading statistics; see ``CatalogSnapshot/statistics(of:year:authors:)``.
  func statistics(of query: BookQuery, year: Int?) throws -> ReadingStatistics {
    try snapshot.statistics(of: query, year: year)
  }

  /// Returns suggestions for a query; see ``CatalogSnapshot/suggestions(for:limit:isExhaustive:)``.
  func suggestions(for query: String) throws -> SearchSuggestions { try snapshot.suggestions(for: query) }

  /// Returns the values of a field that begin with a text. For a viewer who may see only some books, they come from
  /// cached counts.
  func values(of field: BookField, _ typed: String) throws -> [String] {
    guard viewer.audience.books == .all else {
      return try snapshot.frequentValues(of: field, containing: typed, limit: Self.maxSuggestions) {
        try values(of: $0, in: BookQuery()).values
      }
    }
    return try snapshot.values(of: field, beginningWith: typed, limit: Self.maxSuggestions)
  }

  /// Returns the saved searches; see ``CatalogSnapshot/savedSearches()``.
  func savedSearches() throws -> [SavedSearch] { try snapshot.savedSearches() }

  // MARK: Books

  /// Returns the book with the given id; `nil` if the viewer may not see it.
  func book(_ id: Book.ID) throws -> Book? { try snapshot.book(id).map(shownParts) }

  /// Returns the ids of visible books that match; see ``CatalogSnapshot/ids(titled:by:isbns:)``.
  func ids(titled title: String, by authors: [String], isbns: [ISBN]) throws -> [Book.ID] {
    try snapshot.ids(titled: title, by: authors, isbns: isbns)
  }

  /// A file of a book, its number in addresses, and true if the user attached the file. The numbers start at 1 with the
  /// files from sources. They are the same for all viewers.
  typealias NumberedFile = (number: Int, file: BookFile, isAttached: Bool)

  /// Returns the files of a book that the viewer may download; `nil` if there is no such book.
  func files(of id: Book.ID) throws -> [NumberedFile]? { try snapshot.wholeBook(id).map(files(ofWhole:)) }

  /// Returns all files of a book from this view. Reads the book again if the given value lacks paths.
  func files(of book: Book) throws -> [NumberedFile] {
    viewer.seesPaths ? files(ofWhole: book) : try files(of: book.id) ?? []
  }

  private func files(ofWhole book: Book) -> [NumberedFile] {
    let audience = viewer.audience
    let files = audience.fields == .everything ? book.allFiles : book.files
    return files.enumerated().compactMap { index, file in
      let isHeldBack = file.path == nil && !audience.shows(address: file.address)
      return isHeldBack ? nil : (index + 1, file, book.attachments.contains { $0.address == file.address })
    }
  }

  /// Returns the covers of a book: its own cover, and then those of providers.
  func covers(of id: Book.ID) throws -> [String]? { try snapshot.wholeBook(id).map(covers(ofWhole:)) }

  /// Returns all covers of a book from this view. Reads the book again if the given value lacks paths.
  func covers(of book: Book) throws -> [String] {
    viewer.seesPaths ? try covers(ofWhole: book) : try covers(of: book.id) ?? []
  }

  private func covers(ofWhole book: Book) throws -> [String] {
    var covers = [book.cover].compactMap(\.self)
    for known in try snapshot.metadata(of: book) {
      if let cover = known.metadata.cover, !covers.contains(cover) { covers.append(cover) }
    }
    return covers
  }

  /// Returns the book's own cover; `nil` if there is no such book.
  func ownCover(of id: Book.ID) throws -> OwnCover? { try snapshot.wholeBook(id).map { OwnCover(address: $0.cover) } }

  /// Returns the sources on this machine that are not removed, with their paths.
  func locations() throws -> [(kind: CatalogSource.Kind, path: String)] {
    try catalog.sources().compactMap { source in
      guard source.state != .removed, let path = source.location, path.hasPrefix("/") else { return nil }
      return (source.kind, path)
    }
  }

  /// Returns the reviews of a book that people share with everyone who has an account. Empty for guests and over an
  /// unencrypted connection; `nil` if there is no such book.
  func shownReviews(of id: Book.ID) throws -> [ShownReview]? {
    try snapshot.wholeBook(id).map { _ in try snapshot.shownReviews(of: id) }
  }

  /// Returns true if the viewer shares their reviews; `nil` if there are no accounts or the viewer has no reviews.
  func showsReviews() throws -> Bool? {
    guard viewer.hasReviews, try snapshot.hasAccounts() else { return nil }
    return try snapshot.showsReviews()
  }

  // MARK: History

  /// Returns the steps, newest first; see ``CatalogSnapshot/steps(limit:)``.
  func steps(limit: Int) throws -> [HistoryStep] { try snapshot.steps(limit: limit).map(shownStep) }

  /// True if the history shows only the viewer's own steps.
  var hasOwnHistory: Bool { viewer.audience.seesOwnSteps }

  /// Returns the changes that a step made; see ``CatalogSnapshot/changes(of:limit:)``. Returns `nil` if the viewer may
  /// not see them (``tellsChanges(of:)``).
  func changes(of step: HistoryStep.ID, limit: Int) throws -> StepChanges? {
    try snapshot.changes(of: step, limit: limit).map(shownChanges)
  }

  /// Returns true if the viewer may see a step's changes. Viewers other than the owner see only changes to their own
  /// personal fields, such as ratings, because earlier values of shared fields may have been private.
  func tellsChanges(of step: HistoryStep) throws -> Bool {
    try viewer.audience.fields == .everything || catalog.isOfMarks(step.id)
  }

  /// Returns a step that the viewer made, or any step for an owner; `nil` if there is none.
  func ownStep(_ id: HistoryStep.ID) throws -> HistoryStep? {
    guard viewer.mayChange, let step = try catalog.changes(of: id, limit: 0)?.step else { return nil }
    let isOwn = viewer.role == .owner || (viewer.account != nil && step.person?.name == viewer.account)
    return isOwn ? shownStep(step) : nil
  }

  /// Returns true if the viewer may see every book that a step changed.
  func seesBooks(of step: HistoryStep.ID) throws -> Bool {
    guard viewer.audience.books != .all, let changes = try catalog.changes(of: step, limit: .max) else { return true }
    return try changes.books.allSatisfy { try book($0.id) != nil }
  }

  /// Returns the viewer's next steps to undo and to redo.
  func nextSteps() throws -> (undo: HistoryStep.ID?, redo: HistoryStep.ID?) {
    (try catalog.undoable?.id, try catalog.redoable?.id)
  }

  /// Returns true if a step changed only personal fields, such as ratings; see ``CatalogSnapshot/isOfMarks(_:)``.
  func isOfMarks(_ step: HistoryStep.ID) throws -> Bool { try catalog.isOfMarks(step) }

  /// Returns the number of the last change; see ``CatalogSnapshot/changeNumber()``.
  func changeNumber() throws -> Int64 { try snapshot.changeNumber() }

  /// Returns the changes to visible books since a change number; see ``CatalogSnapshot/changes(after:)``.
  func changes(after number: Int64) throws -> (change: CatalogChange?, newest: Int64) {
    try snapshot.changes(after: number)
  }

  // MARK: Data for viewers who may see everything

  /// Returns the provenance of each field of a book; `nil` if there is no such book.
  func provenance(of id: Book.ID) throws -> [FieldProvenance]? {
    guard viewer.audience.seesEverything else { throw CatalogError.isPrivate }
    return try snapshot.book(id).map { try snapshot.provenance(of: $0).map(shownProvenance) }
  }

  /// Returns the history of a book; see ``CatalogSnapshot/history(of:limit:)``.
  func history(of book: Book.ID, limit: Int) throws -> [HistoryEntry] {
    try snapshot.history(of: book, limit: limit).map(shownEntry)
  }

  /// Returns the conflicts; see ``CatalogSnapshot/conflicts(limit:after:)``.
  func conflicts(limit: Int) throws -> [Conflict] {
    try snapshot.conflicts(limit: limit).map(shownConflict)
  }

  /// Returns the possible duplicates, most certain first. Compares all books; see
  /// ``CatalogSnapshot/forEachDuplicate(upTo:_:)``.
  func duplicates() throws -> [DuplicateGroup] {
    var found: [DuplicateGroup] = []
    try snapshot.forEachDuplicate(upTo: .likely) { found.append($0) }
    return found.surestFirst
  }

  /// Returns the number of conflicts; see ``CatalogSnapshot/conflictCount()``.
  func conflictCount() throws -> Int { try snapshot.conflictCount() }

  /// Returns the number of conflicts to show on every page, or 0 for a viewer who may not see everything. It is counted
  /// once for each state of the catalog, because counting reads every lost record.
  func waitingConflicts() throws -> Int {
    guard viewer.audience.seesEverything else { return 0 }
    return try counts.conflicts(at: moment(Date())) { try conflictCount() }
  }

  /// Returns the sources with their state.
  func sources() throws -> [SourceStatus] { try snapshot.status().sources.map(shownSource) }

  func sourceNames(_ typed: String) throws -> [(name: String, note: String)] {
    guard viewer.audience.seesEverything else { return [] }
    return try snapshot.sources().filter { [$0.name].beginning(with: typed) != [] }.map { ($0.name, $0.kind.rawValue) }
  }
}
