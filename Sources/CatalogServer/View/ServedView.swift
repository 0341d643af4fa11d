import Catalog
import FoundationEssentials

/// A snapshot of the catalog as the viewer of a request may see it. Routes read only through this type, so that no
/// route can reveal private data by mistake. Paths in files, covers and sources must not be sent to the viewer.
struct ServedView {
  private let snapshot: CatalogSnapshot
  let counts: CachedCounts
  /// The viewer whose rights limit what is shown.
  let viewer: Viewer
  /// The books that the viewer may see. Everything read through this view is limited to them.
  private let books: Audience.Books
  /// The user-defined fields that the viewer may see.
  let own: OwnFields
  /// The folder of the covers that were uploaded as images; `nil` if they are not needed.
  let coverFolder: String?

  init(_ snapshot: CatalogSnapshot, _ viewer: Viewer, _ counts: CachedCounts, coverFolder: String? = nil) throws {
    (self.snapshot, self.viewer, self.counts, self.coverFolder) = (snapshot, viewer, counts, coverFolder)
    books = try viewer.audience.books.whereClear(in: snapshot)
    own = viewer.audience.fields == .everything ? try snapshot.fields() : OwnFields()
  }

  /// The fields that the viewer may see.
  var fields: Audience.Fields { viewer.audience.fields }

  // MARK: Queries

  /// Returns a page of a query's books; see ``CatalogSnapshot/page(_:at:size:isBrief:)``.
  func page(
    _ query: BookQuery, at position: PagePosition = .start, size: Int, isBrief: Bool = false
  ) throws -> BookPage {
    var page = try snapshot.page(limited(query), at: position, size: size, isBrief: isBrief)
    if !viewer.seesPaths { page.books = page.books.map(shownParts) }
    return page
  }

  /// Returns the number of books that match a query, optionally within a group.
  func count(of query: BookQuery, in group: BookGroupPart? = nil) throws -> Int {
    try snapshot.count(of: limited(query), in: group)
  }

  /// Returns the ids of a query's books in ascending order.
  ///
  /// - Throws: ``Problem``, 400 if the query is ambiguous; 403 if it uses private data.
  func ids(of query: BookQuery) throws -> [Book.ID] {
    guard try problems(of: query).isEmpty else {
      throw Problem.badRequest(
        "The query is ambiguous: it contains an unknown field or saved search, or an invalid value for a field.")
    }
    return try snapshot.ids(of: limited(query))
  }

  /// Returns the problems of a query. Fields and saved searches that the viewer may not see are treated as missing.
  /// Throws ``Problem``, 403 if the query uses private data.
  func problems(of query: BookQuery) throws -> [QueryProblem] {
    let query = try limited(query)
    return try fields == .everything
      ? snapshot.problems(of: query) : snapshot.problems(of: query, fields: own, searches: savedSearches())
  }

  /// Returns the position of a book in a list; see ``CatalogSnapshot/position(of:in:)``.
  func position(of book: Book.ID, in query: BookQuery) throws -> Int? {
    try snapshot.position(of: book, in: limited(query))
  }

  /// Returns the position of a beginning of sort keys; see ``CatalogSnapshot/position(ofBeginning:in:)``.
  func position(ofBeginning beginning: String, in query: BookQuery) throws -> Int? {
    try snapshot.position(ofBeginning: beginning, in: limited(query))
  }

  /// The maximum number of values returned for a facet.
  static let maxFacetValues = 1_000

  /// Returns the most frequent values of a facet among the books of a query, or among a group of these books, and the
  /// total number of values.
  func values(
    of facet: BookFacet, in query: BookQuery, group: BookGroupPart? = nil
  ) throws -> (values: [BookFacet.Value], total: Int) {
    var limited = try limited(query)
    limited.order = .newestFirst
    return try counts.answer(
      to: .init(facet: facet.name, query: limited, group: group, person: viewer.audience.person), at: moment(Date())
    ) {
      try facet.firstValues(Self.maxFacetValues, of: limited, in: snapshot, group: group)
    }
  }

  /// Returns a page of a group's books; see ``CatalogSnapshot/page(of:_:order:at:size:)``.
  func page(
    of group: BookGroupPart, _ query: BookQuery, order: KeyOrder, at position: PagePosition, size: Int
  ) throws -> BookPage {
    var page = try snapshot.page(of: group, limited(query), order: order, at: position, size: size)
    if !viewer.seesPaths { page.books = page.books.map(shownParts) }
    return page
  }

  /// Returns the menu of a grouping; see ``CatalogSnapshot/menu(of:in:)``.
  func menu(of grouping: BookGrouping, in stretch: GroupStretch) throws -> [GroupMenuEntry] {
    try snapshot.menu(of: grouping, in: stretch, among: books.query)
  }

  /// Returns reading statistics; see ``CatalogSnapshot/statistics(of:year:authors:)``. The numbers of owned books are
  /// left out unless the viewer may see everything.
  func statistics(of query: BookQuery, year: Int?) throws -> ReadingStatistics {
    var statistics = try snapshot.statistics(of: limited(query), year: year)
    if fields != .everything { (statistics.owned, statistics.ownedUnread) = (nil, nil) }
    return statistics
  }

  /// Returns suggestions for a query; see ``CatalogSnapshot/suggestions(for:limit:isExhaustive:)``. Returns `nil`
  /// unless the viewer may see everything and all books, because suggestions may be words of notes or of hidden books.
  func suggestions(for query: String) throws -> SearchSuggestions? {
    viewer.audience.seesEverything ? try snapshot.suggestions(for: query) : nil
  }

  /// Returns the values of a field that begin with a text. A limited viewer gets only values of visible books.
  func values(of field: BookField, _ typed: String) throws -> [String] {
    let isPrivate = fields != .everything && PrivateParts.mayNotBeAskedAbout(field, withOwnWords: false)
    guard books == .all, !isPrivate else { return isPrivate ? [] : try frequentValues(of: field, typed) }
    return try snapshot.values(of: field, beginningWith: typed, limit: Self.maxSuggestions)
  }

  /// Returns the saved searches, except those that use private data. A limited viewer gets no saved searches, because a
  /// search may name hidden books, or the tag that hides them.
  func savedSearches() throws -> [SavedSearch] {
    guard books == .all else { return [] }
    return try snapshot.savedSearches().filter { try isAllowed(BookQuery($0.query)) }
  }

  // MARK: Books

  /// Returns the book with the given id; `nil` if the viewer may not see it.
  func book(_ id: Book.ID) throws -> Book? {
    try whole(id).map(shownParts)
  }

  /// Returns the book with its private parts.
  private func whole(_ id: Book.ID) throws -> Book? {
    guard let query = books.query else { return try snapshot.book(id) }
    return try snapshot.book(id, in: query)
  }

  /// Returns the ids of visible books that match; see ``CatalogSnapshot/ids(titled:by:isbns:)``.
  func ids(titled title: String, by authors: [String], isbns: [ISBN]) throws -> [Book.ID] {
    try snapshot.ids(titled: title, by: authors, isbns: isbns).filter { try whole($0) != nil }
  }

  /// A file of a book, its number in addresses, and true if the user attached the file. The numbers start at 1 with the
  /// files from sources. They are the same for all viewers.
  typealias NumberedFile = (number: Int, file: BookFile, isAttached: Bool)

  /// Returns the files of a book that the viewer may download; `nil` if there is no such book.
  func files(of id: Book.ID) throws -> [NumberedFile]? { try whole(id).map(files(ofWhole:)) }

  /// Returns all files of a book from this view. Reads the book again if the given value lacks paths.
  func files(of book: Book) throws -> [NumberedFile] {
    viewer.seesPaths ? files(ofWhole: book) : try files(of: book.id) ?? []
  }

  private func files(ofWhole book: Book) -> [NumberedFile] {
    let files = fields == .everything ? book.allFiles : book.files
    return files.enumerated().compactMap { index, file in
      let isHeldBack = fields != .everything && file.path == nil && PrivateParts.mayHoldCredentials(file.address)
      return isHeldBack ? nil : (index + 1, file, book.attachments.contains { $0.address == file.address })
    }
  }

  /// Returns the covers of a book: its own cover, and then those of providers.
  func covers(of id: Book.ID) throws -> [String]? { try whole(id).map(covers(ofWhole:)) }

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
  func ownCover(of id: Book.ID) throws -> OwnCover? { try whole(id).map { OwnCover(address: $0.cover) } }

  /// Returns the sources on this machine that are not removed, with their paths.
  func locations() throws -> [(kind: CatalogSource.Kind, path: String)] {
    try snapshot.sources().compactMap { source in
      guard source.state != .removed, let path = source.location, path.hasPrefix("/") else { return nil }
      return (source.kind, path)
    }
  }

  /// Returns the reviews of a book that people share with everyone who has an account. Empty for guests and over an
  /// unencrypted connection; `nil` if there is no such book.
  func shownReviews(of id: Book.ID) throws -> [ShownReview]? {
    try whole(id).map { _ in fields == .publicOnly ? [] : try snapshot.shownReviews(of: id) }
  }

  /// Returns true if the viewer shares their reviews; `nil` if there are no accounts or the viewer has no reviews.
  func showsReviews() throws -> Bool? {
    guard viewer.hasReviews, try snapshot.hasAccounts() else { return nil }
    return try snapshot.showsReviews()
  }

  // MARK: History

  /// Returns the steps, newest first; see ``CatalogSnapshot/steps(limit:)``. A viewer who may not see everything gets
  /// only their own steps that can be undone or redone.
  func steps(limit: Int) throws -> [HistoryStep] {
    guard hasOwnHistory else { return try everything().steps(limit: limit).map(shownStep) }
    let steps = try snapshot.stepsToUndo(limit: limit) + snapshot.stepsToRedo(limit: limit)
    return steps.sorted { $0.id > $1.id }.prefix(limit).map(shownStep)
  }

  /// True if the history shows only the viewer's own steps.
  var hasOwnHistory: Bool { fields == .ownWords && books == .all }

  /// Returns the changes that a step made; see ``CatalogSnapshot/changes(of:limit:)``. Returns `nil` if the viewer may
  /// not see them (``tellsChanges(of:)``).
  func changes(of step: HistoryStep.ID, limit: Int) throws -> StepChanges? {
    guard hasOwnHistory else { return try everything().changes(of: step, limit: limit).map(shownChanges) }
    guard try ownStep(step).map(tellsChanges) == true else { return nil }
    return try snapshot.changes(of: step, limit: limit).map(shownChanges)
  }

  /// Returns true if the viewer may see a step's changes. Viewers other than the owner see only changes to their own
  /// personal fields, such as ratings, because earlier values of shared fields may have been private.
  func tellsChanges(of step: HistoryStep) throws -> Bool {
    try fields == .everything || snapshot.isOfMarks(step.id)
  }

  /// Returns a step that the viewer made, or any step for an owner; `nil` if there is none.
  func ownStep(_ id: HistoryStep.ID) throws -> HistoryStep? {
    guard viewer.mayChange, let step = try snapshot.changes(of: id, limit: 0)?.step else { return nil }
    let isOwn = viewer.role == .owner || (viewer.account != nil && step.person?.name == viewer.account)
    return isOwn ? shownStep(step) : nil
  }

  /// Returns true if the viewer may see every book that a step changed.
  func seesBooks(of step: HistoryStep.ID) throws -> Bool {
    guard books != .all, let changes = try snapshot.changes(of: step, limit: .max) else { return true }
    return try changes.books.allSatisfy { try book($0.id) != nil }
  }

  /// Returns the viewer's next steps to undo and to redo.
  func nextSteps() throws -> (undo: HistoryStep.ID?, redo: HistoryStep.ID?) {
    (try snapshot.undoable?.id, try snapshot.redoable?.id)
  }

  /// Returns true if a step changed only personal fields, such as ratings; see ``CatalogSnapshot/isOfMarks(_:)``.
  func isOfMarks(_ step: HistoryStep.ID) throws -> Bool { try snapshot.isOfMarks(step) }

  /// Returns the number of the last change; see ``CatalogSnapshot/changeNumber()``.
  func changeNumber() throws -> Int64 { try snapshot.changeNumber() }

  /// Returns the changes to visible books since a change number; see ``CatalogSnapshot/changes(after:)``.
  func changes(after number: Int64) throws -> (change: CatalogChange?, newest: Int64) {
    guard let query = books.query else { return try snapshot.changes(after: number) }
    return try snapshot.changes(after: number, among: query)
  }

  // MARK: Rights

  /// Returns the snapshot, for a viewer who may see everything.
  ///
  /// - Throws: ``Problem``, 403 for other viewers.
  func everything() throws -> CatalogSnapshot {
    guard viewer.audience.seesEverything else { throw refusal }
    return snapshot
  }

  /// Returns a query limited to what the viewer may use and see. It does not reveal whether a user-defined field or a
  /// saved search exists.
  ///
  /// - Throws: ``Problem``, 403 if the query uses private data.
  private func limited(_ query: BookQuery) throws -> BookQuery {
    if fields == .everything { return books.limiting(query) }
    let searches = query.searchNames.isEmpty ? [] : try savedSearches()
    let query = query.ofPublicTexts(searches: searches.map(\.name), withOwnWords: fields == .ownWords)
    guard try isAllowed(query, withOwnWords: fields == .ownWords) else { throw refusal }
    return books.limiting(query)
  }

  /// The reason why private data is not shown.
  private var refusal: Problem { viewer.account == nil && !viewer.mayLogIn ? .isPrivate : .isOwners }

  /// Returns true if a query uses no private data.
  ///
  /// - Parameters:
  ///   - query: The query, without the limit to the viewer's books.
  ///   - withOwnWords: True if the query runs on the viewer's own texts.
  private func isAllowed(_ query: BookQuery, withOwnWords: Bool = false) throws -> Bool {
    if fields == .everything { return true }
    let (fields, origins) = try snapshot.queriedFields(by: query)
    return !origins && !fields.contains { PrivateParts.mayNotBeAskedAbout($0, withOwnWords: withOwnWords) }
  }
}
