import Catalog
import FoundationEssentials

/// The catalog at one moment, as the client of a request may see it. Routes read nothing but through this, so that none can forget
/// what is private.
struct ServedView {
  private let snapshot: CatalogSnapshot
  private let facets: FacetCounts
  /// For whom it is.
  let viewer: Viewer
  /// Which books there are: whatever is read here is of these.
  private let books: ViewedBooks
  /// The user's own fields that it may see.
  let own: OwnFields
  /// The folder of the covers that were given to books as images; `nil` where none are asked for.
  let coverFolder: String?

  init(_ snapshot: CatalogSnapshot, _ viewer: Viewer, _ facets: FacetCounts, coverFolder: String? = nil) throws {
    (self.snapshot, self.viewer, self.facets, self.coverFolder) = (snapshot, viewer, facets, coverFolder)
    books = try viewer.books.whereClear(in: snapshot)
    own = viewer.visibility == .everything ? try snapshot.fields() : OwnFields()
  }

  /// What they may be shown.
  var visibility: Visibility { viewer.visibility }

  // MARK: Queries

  /// As ``CatalogSnapshot/page(_:at:size:isBrief:)``.
  func page(
    _ query: BookQuery, at position: PagePosition = .start, size: Int, isBrief: Bool = false
  ) throws -> BookPage {
    var page = try snapshot.page(asked(query), at: position, size: size, isBrief: isBrief)
    if !viewer.seesPaths { page.books = page.books.map(shownParts) }
    return page
  }

  /// Counts the books of a query, of a group where one is named.
  func count(of query: BookQuery, in group: BookGroupPart? = nil) throws -> Int {
    try snapshot.count(of: asked(query), in: group)
  }

  /// The books of a query, in the order of their numbers.
  ///
  /// - Throws: ``Problem``, 400 where it is not clear which are meant; 403 where it asks about what is private.
  func ids(of query: BookQuery) throws -> [Book.ID] {
    let query = try asked(query)
    guard try problems(of: query).isEmpty else {
      throw Problem.badRequest(
        "The search is not clear: it names a field or a saved search that there is not, or a value that the field cannot have."
      )
    }
    return try snapshot.ids(of: query)
  }

  /// What is not clear of a query: of one by a viewer who may not know of fields of the user's own and of some saved searches, what
  /// would not be clear if there were none.
  private func problems(of query: BookQuery) throws -> [QueryProblem] {
    if visibility == .everything { return try snapshot.problems(of: query) }
    return try snapshot.problems(of: query, fields: own, searches: savedSearches())
  }

  /// As ``CatalogSnapshot/position(of:in:)``.
  func position(of book: Book.ID, in query: BookQuery) throws -> Int? {
    try snapshot.position(of: book, in: asked(query))
  }

  /// As ``CatalogSnapshot/position(ofBeginning:in:)``.
  func position(ofBeginning beginning: String, in query: BookQuery) throws -> Int? {
    try snapshot.position(ofBeginning: beginning, in: asked(query))
  }

  /// How many values of a facet are told at most.
  static let mostFacetValues = 1_000

  /// The values of a facet of the books that a query finds, of a group where one is named, the most in front: so many, and how many
  /// there are in all.
  func values(
    of facet: BookFacet, in query: BookQuery, group: BookGroupPart? = nil
  ) throws -> (values: [BookFacet.Value], total: Int) {
    var asked = try asked(query)
    asked.order = .newestFirst
    return try facets.answer(
      to: .init(facet: facet.name, query: asked, group: group, person: viewer.person), at: moment(Date())
    ) {
      try facet.firstValues(Self.mostFacetValues, of: asked, in: snapshot, group: group)
    }
  }

  /// Tells this state of the catalog from others: what a query finds may depend on the day, too.
  func moment(_ now: Date) throws -> String { "\(try changeNumber())-\(PartialDate.day(at: now))" }

  /// As ``CatalogSnapshot/page(of:_:order:at:size:)``.
  func page(
    of group: BookGroupPart, _ query: BookQuery, order: KeyOrder, at position: PagePosition, size: Int
  ) throws -> BookPage {
    var page = try snapshot.page(of: group, asked(query), order: order, at: position, size: size)
    if !viewer.seesPaths { page.books = page.books.map(shownParts) }
    return page
  }

  /// As ``CatalogSnapshot/menu(of:in:)``.
  func menu(of grouping: BookGrouping, in stretch: GroupStretch) throws -> [GroupMenuEntry] {
    try snapshot.menu(of: grouping, in: stretch, among: books.query)
  }

  /// As ``CatalogSnapshot/statistics(of:year:authors:)``; where others can read along without the copies that the user has.
  func statistics(of query: BookQuery, year: Int?) throws -> ReadingStatistics {
    var statistics = try snapshot.statistics(of: asked(query), year: year)
    if visibility != .everything { (statistics.owned, statistics.ownedUnread) = (nil, nil) }
    return statistics
  }

  /// As ``CatalogSnapshot/suggestions(for:limit:isExhaustive:)``; `nil` where others can read along: they may be words of notes; and
  /// for whom there are only some books: they may be words of others.
  func suggestions(for query: String) throws -> SearchSuggestions? {
    visibility == .everything && books == .all ? try snapshot.suggestions(for: query) : nil
  }

  /// The searches that the user saved, without those that ask about what is private. A viewer who may see only some
  /// books gets none: a search may name others, or the tag that keeps them away.
  func savedSearches() throws -> [SavedSearch] {
    guard books == .all else { return [] }
    return try snapshot.savedSearches().filter { try isAllowed(BookQuery($0.query)) }
  }

  // MARK: Books

  /// The book of an id; `nil` where none is shown.
  func book(_ id: Book.ID) throws -> Book? {
    try whole(id).map(shownParts)
  }

  /// The same with what is private of it.
  private func whole(_ id: Book.ID) throws -> Book? {
    guard let query = books.query else { return try snapshot.book(id) }
    return try snapshot.book(id, in: query)
  }

  /// As ``CatalogSnapshot/ids(titled:by:isbns:)``, of those that are shown.
  func ids(titled title: String, by authors: [String], isbns: [ISBN]) throws -> [Book.ID] {
    try snapshot.ids(titled: title, by: authors, isbns: isbns).filter { try whole($0) != nil }
  }

  /// A file of a book, its number in addresses (from 1, the files of sources first, the same for everybody), and
  /// whether the user attached it.
  typealias NumberedFile = (number: Int, file: BookFile, isAttached: Bool)

  /// The files of a book that may be offered to the client, with the paths that their bytes are read from: for the server, not for
  /// its answers. `nil` where there is no such book.
  func files(of id: Book.ID) throws -> [NumberedFile]? { try whole(id).map(files(ofWhole:)) }

  /// The same of a book that was given to the client: it is read again only where it was given without some of them.
  func files(of book: Book) throws -> [NumberedFile] {
    viewer.seesPaths ? files(ofWhole: book) : try files(of: book.id) ?? []
  }

  private func files(ofWhole book: Book) -> [NumberedFile] {
    let files = visibility == .everything ? book.allFiles : book.files
    return files.enumerated().compactMap { index, file in
      let isHeldBack = visibility != .everything && file.path == nil && PrivateParts.mayHoldCredentials(file.address)
      return isHeldBack ? nil : (index + 1, file, book.attachments.contains { $0.address == file.address })
    }
  }

  /// Where images of a book's cover are, its own first, then those that providers of metadata know; with paths: for the server, not
  /// for its answers.
  func covers(of id: Book.ID) throws -> [String]? { try whole(id).map(covers(ofWhole:)) }

  /// The same of a book that was given to the client.
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

  /// The cover that a book has itself, which may be at a path: for the server, not for its answers. `nil` where there is no such book.
  func ownCover(of id: Book.ID) throws -> OwnCover? { try whole(id).map { OwnCover(address: $0.cover) } }

  /// The sources on this machine that are not removed, by their kinds, with their paths: for the server, not for its answers.
  func places() throws -> [(kind: CatalogSource.Kind, path: String)] {
    try snapshot.sources().compactMap { source in
      guard source.state != .removed, let path = source.location, path.hasPrefix("/") else { return nil }
      return (source.kind, path)
    }
  }

  /// What others say of a book who show their reviews to all who have an account: so to nobody where others can read along, and to no
  /// guest. `nil` where there is no such book.
  func shownReviews(of id: Book.ID) throws -> [ShownReview]? {
    guard try whole(id) != nil else { return nil }
    return visibility == .nothingPrivate ? [] : try snapshot.shownReviews(of: id)
  }

  /// Whether the viewer shows their reviews to others; `nil` where nobody else has an account, or they are not theirs.
  func showsReviews() throws -> Bool? {
    guard viewer.hasReviews, try snapshot.hasAccounts() else { return nil }
    return try snapshot.showsReviews()
  }

  // MARK: What was done

  /// The steps, the newest first, as ``CatalogSnapshot/steps(limit:)``; for whom not all is shown those of their own that they can take
  /// back or do again.
  func steps(limit: Int) throws -> [HistoryStep] {
    guard hasOwnHistory else { return try everything().steps(limit: limit).map(shownStep) }
    let steps = try snapshot.stepsToUndo(limit: limit) + snapshot.stepsToRedo(limit: limit)
    return steps.sorted { $0.id > $1.id }.prefix(limit).map(shownStep)
  }

  /// Whether there are steps of the viewer's own to be shown, and no others.
  var hasOwnHistory: Bool { hasOwnWords && books == .all }

  /// As ``CatalogSnapshot/changes(of:limit:)``, of a step whose changes are told (``tellsChanges(of:)``).
  func changes(of step: HistoryStep.ID, limit: Int) throws -> StepChanges? {
    guard hasOwnHistory else { return try everything().changes(of: step, limit: limit).map(shownChanges) }
    guard try ownStep(step).map(tellsChanges) == true else { return nil }
    return try snapshot.changes(of: step, limit: limit).map(shownChanges)
  }

  /// Whether it is told what a step changed: of one's own where it is about nothing but what one says for oneself, since what all see
  /// may have been something private before.
  func tellsChanges(of step: HistoryStep) throws -> Bool {
    try visibility == .everything || snapshot.isOfMarks(step.id)
  }

  /// A step that the viewer made, or any of them for the owner; `nil` where there is none.
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

  /// The step of the viewer's that would be taken back next.
  func nextToUndo() throws -> HistoryStep.ID? { try snapshot.undoable?.id }

  /// The step of the viewer's that would be done again next.
  func nextToRedo() throws -> HistoryStep.ID? { try snapshot.redoable?.id }

  /// As ``CatalogSnapshot/isOfMarks(_:)``.
  func isOfMarks(_ step: HistoryStep.ID) throws -> Bool { try snapshot.isOfMarks(step) }

  /// As ``CatalogSnapshot/changeNumber()``.
  func changeNumber() throws -> Int64 { try snapshot.changeNumber() }

  /// Returns the changes after a number, as ``CatalogSnapshot/changes(after:)`` does, of the books that the viewer may see.
  func changes(after number: Int64) throws -> (change: CatalogChange?, newest: Int64) {
    guard let query = books.query else { return try snapshot.changes(after: number) }
    return try snapshot.changes(after: number, among: query)
  }

  // MARK: Rights

  var hasOwnWords: Bool { visibility == .ownWords }

  /// The snapshot, for a client that may see all.
  ///
  /// - Throws: ``Problem``, 403, for another one.
  func everything() throws -> CatalogSnapshot {
    guard visibility == .everything, books == .all else { throw refusal }
    return snapshot
  }

  /// A query as the client may ask it, among the books that there are for them: that a field of the user's own or a saved search is
  /// there is not told by it, either.
  ///
  /// - Throws: ``Problem``, 403, for one that asks about what is private.
  private func asked(_ query: BookQuery) throws -> BookQuery {
    if visibility == .everything { return books.limiting(query) }
    let searches = query.searchNames.isEmpty ? [] : try savedSearches()
    let query = query.ofPublicTexts(searches: searches.map(\.name), withOwnWords: hasOwnWords)
    guard try isAllowed(query, withOwnWords: hasOwnWords) else { throw refusal }
    return books.limiting(query)
  }

  /// Why what is private is not shown.
  private var refusal: Problem { viewer.account == nil && !viewer.mayLogIn ? .isPrivate : .isOwners }

  /// - Parameters:
  ///   - query: without the books that it is asked among.
  ///   - withOwnWords: whether it is asked for what the viewer has written.
  private func isAllowed(_ query: BookQuery, withOwnWords: Bool = false) throws -> Bool {
    if visibility == .everything { return true }
    let (fields, origins) = try snapshot.asked(by: query)
    return !origins && !fields.contains { PrivateParts.mayNotBeAskedAbout($0, withOwnWords: withOwnWords) }
  }
}
