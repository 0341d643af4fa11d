/// What an app does every day, one call each.
extension BookCatalog {
  /// A page of the books that a query finds, the newest first unless another order is asked for.
  public func page(
    of query: String = "", order: BookOrder = .newestFirst, at position: PagePosition = .start, size: Int = 20
  ) async throws -> BookPage {
    try await read { try $0.page(of: query, order: order, at: position, size: size) }
  }

  /// The best books that a query finds, the best first, however long it takes
  /// (``CatalogSnapshot/search(_:at:size:)``). Every word must occur, any of them as the beginning of a word; case
  /// and accents do not matter.
  public func search(_ query: String, limit: Int = 20) async throws -> [Book] {
    try await read { try $0.search(query, size: limit).books }
  }

  /// The book of an id; `nil` when there is none.
  public func book(_ id: Int64) async throws -> Book? {
    try await read { try $0.book(id) }
  }

  /// Changes one book.
  @discardableResult
  public func edit(_ book: Int64, _ changes: FieldChange...) async throws -> ChangeOutcome {
    try await write { try $0.edit([book], changes) }
  }

  /// Adds a book by hand.
  @discardableResult
  public func add(_ fields: [BookField: FieldValue]) async throws -> ChangeOutcome {
    try await write { try $0.add(fields) }
  }

  /// Removes a book from every list.
  @discardableResult
  public func remove(_ book: Int64) async throws -> ChangeOutcome {
    try await write { try $0.remove([book]) }
  }
}
