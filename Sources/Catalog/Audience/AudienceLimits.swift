import CatalogDatabase

/// The limits on what an audience may see in one state of the catalog. Snapshots, live lists and sequences of changes
/// apply them.
struct AudienceLimits {
  let audience: Audience
  /// The owner's query that finds the visible books, or `nil` if all books are visible.
  let books: Query?

  /// The limits of the owner, who may see everything.
  static let owner = AudienceLimits()

  private init() { (audience, books) = (.owner, nil) }

  init(_ audience: Audience, _ connection: Connection) throws {
    self.audience = audience
    switch audience.books {
    case .all: books = nil
    case .none: books = .nothing
    case .found(let query):
      // A query becomes ambiguous when a saved search or a field that it names is deleted. It could then find the wrong
      // books, so no books are visible.
      let isClear = try query.problems(connection, QueryProblemFinder(connection: connection)).isEmpty
      books = isClear ? query.parsed : .nothing
    }
  }

  // MARK: Queries

  /// Returns the query, limited to what the audience may use and see. It does not reveal whether a custom field or a
  /// saved search exists.
  ///
  /// - Throws: ``CatalogError/Code/privateData`` if the query uses private data.
  func limited(_ query: BookQuery, _ connection: Connection) throws -> BookQuery {
    if audience.seesEverything { return query }
    var query = try permitted(query, connection)
    if let books { query.parsed = query.parsed.limited(to: books) }
    return query
  }

  /// Returns the problems of a query. Custom fields and saved searches that the audience may not see are treated as
  /// missing.
  ///
  /// - Throws: ``CatalogError/Code/privateData`` if the query uses private data.
  func problems(of query: BookQuery, _ connection: Connection) throws -> [QueryProblem] {
    try permitted(query, connection).problems(
      connection,
      audience.fields == .everything
        ? QueryProblemFinder(connection: connection)
        : QueryProblemFinder(
          fields: OwnFields(), saved: savedSearches(connection).map(\.name),
          today: PartialDate.day(at: connection.clock())))
  }

  /// Returns the saved searches, except those that use private data. An audience that is shown only some of the books
  /// gets no saved searches, because a search may name hidden books, or the tag that hides them.
  func savedSearches(_ connection: Connection) throws -> [SavedSearch] {
    guard audience.books == .all else { return [] }
    let searches = try SavedSearchTable(connection: connection).all()
    if audience.fields == .everything { return searches }
    let everyone = Audience(fields: .publicOnly)
    return try searches.filter { try !Self.isHidden(BookQuery($0.query), from: everyone, connection) }
  }

  /// Returns the query as the audience may use it, still finding books that the audience may not see.
  private func permitted(_ query: BookQuery, _ connection: Connection) throws -> BookQuery {
    if audience.fields == .everything { return query }
    let searches = query.parsed.searchNames.isEmpty ? [] : try savedSearches(connection)
    var query = query
    query.parsed = query.parsed.ofPublicTexts(
      hasOwnWords: audience.fields == .ownWords, searches: Set(searches.map { SavedSearch.key($0.name) }))
    guard try !Self.isHidden(query, from: audience, connection) else { throw CatalogError.isPrivate }
    return query
  }

  /// Returns true if the results of a query would reveal data that an audience may not see.
  private static func isHidden(
    _ query: BookQuery, from audience: Audience, _ connection: Connection
  ) throws -> Bool {
    let (fields, origins) = try query.parsed.resolved(connection).queried
    return origins || (fields + [query.order.ownField?.field].compactMap(\.self)).contains(where: audience.hides)
  }

  // MARK: Books

  /// Returns a visible book with all its fields, or `nil` if there is none with that id.
  func wholeBook(_ id: Book.ID, _ connection: Connection) throws -> Book? {
    if books != nil { return try visible([id], connection).first }
    let book = try BookTable(connection: connection).book(id)
    return book?.visibility == .shown ? book : nil
  }

  /// Returns the books with the given ids that are visible, in the given order and with all their fields.
  func visible(_ ids: [Book.ID], _ connection: Connection) throws -> [Book] {
    let selection = try books.map {
      try QueryCompiler(connection: connection).selection(for: Query.everything.limited(to: $0))
    }
    let table = BookTable(connection: connection)
    return try ids.compactMap { id in
      guard let book = try table.book(id), book.visibility == .shown else { return nil }
      return try selection?.contains(book) == false ? nil : book
    }
  }

  /// Returns the page with the fields of the books that the audience may see.
  func shown(_ page: BookPage) -> BookPage {
    if audience.fields == .everything { return page }
    var page = page
    page.books = page.books.map(audience.shown)
    return page
  }

  // MARK: Changes

  /// Returns the change since a change number, and the latest change number.
  ///
  /// If only some books are visible, only changed books that are visible now are listed. If there are none, the change
  /// is `nil`. A book that was visible before the change but not after it is not listed. If too many books changed to
  /// list them, the change is ``CatalogChange/many``, even if none of them is visible.
  func changes(after number: Int64, _ connection: Connection) throws -> (change: CatalogChange?, newest: Int64) {
    let (change, newest) = try ChangeTable(connection: connection).changes(after: number)
    guard books != nil, case .books(let ids) = change else { return (change, newest) }
    let found = try visible(ids, connection).map(\.id)
    return (found.isEmpty ? nil : .books(found), newest)
  }
}
