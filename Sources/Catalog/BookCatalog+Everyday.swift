/// What an app does every day, one call each.
extension BookCatalog {
  /// A page of the books that a query finds (``CatalogSnapshot/page(_:at:size:)``).
  ///
  /// ```swift
  /// let query = BookQuery("walker", order: .bestMatch)
  /// let first = try await catalog.page(query)
  /// if let next = first.next { show(try await catalog.page(query, at: .after(next))) }
  /// ```
  public func page(_ query: BookQuery, at position: PagePosition = .start, size: Int = 20) async throws -> BookPage {
    try await read { try $0.page(query, at: position, size: size) }
  }

  /// A page of the books that a text finds, the newest first unless another order is asked for. Every word must occur, any
  /// of them as the beginning of a word; case and accents do not matter.
  ///
  /// ```swift
  /// let books = try await catalog.page(matching: "dune herbert", order: .bestMatch).books
  /// ```
  public func page(
    matching text: String = "", order: BookOrder = .newestFirst, at position: PagePosition = .start, size: Int = 20
  ) async throws -> BookPage {
    try await page(BookQuery(text, order: order), at: position, size: size)
  }

  /// The book of an id; `nil` when there is none.
  public func book(_ id: Book.ID) async throws -> Book? {
    try await read { try $0.book(id) }
  }

  /// Edits a book, as one step that `undo` takes back. The edited values stay, whatever a source delivers later.
  ///
  /// ```swift
  /// try await catalog.edit(book.id) {
  ///   $0.title = "Dune"
  ///   $0.tags.insert("favourite")
  ///   $0.rating = 5
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - book: the id of the book.
  ///   - edit: assigns what is to change, on a thread of the catalog's own; what it throws leaves the book as it was.
  /// - Throws: ``InvalidValue`` for a value that a field cannot hold; ``CatalogError/Code/noSuchBook``, or why the catalog
  ///   cannot be written.
  @discardableResult
  public func edit(
    _ book: Book.ID, _ edit: @escaping @Sendable (inout BookDraft) throws -> Void
  ) async throws -> ChangeOutcome {
    try await write { try $0.edit(book, edit) }
  }

  /// Edits several books, all or none of them, as one step.
  ///
  /// ```swift
  /// try await catalog.edit(ids) { $0.readState = .read }
  /// ```
  ///
  /// - Parameters:
  ///   - books: the ids of the books.
  ///   - edit: is called for each of them.
  /// - Throws: as the edit of one book.
  @discardableResult
  public func edit(
    _ books: [Book.ID], _ edit: @escaping @Sendable (inout BookDraft) throws -> Void
  ) async throws -> ChangeOutcome {
    try await write { try $0.edit(books, edit) }
  }

  /// Adds a book by hand, as one step.
  ///
  /// ```swift
  /// let outcome = try await catalog.add {
  ///   $0.title = "Dune"
  ///   $0.authors = ["Frank Herbert"]
  /// }
  /// let id = outcome.books[0]
  /// ```
  ///
  /// - Parameter fill: assigns a title at least, or an ISBN: then the book is called by that until its metadata is there.
  /// - Throws: ``InvalidValue`` for a value that a field cannot hold, or where both are missing.
  @discardableResult
  public func add(_ fill: @escaping @Sendable (inout BookDraft) throws -> Void) async throws -> ChangeOutcome {
    try await write { try $0.add(fill) }
  }

  /// Removes a book from every list.
  @discardableResult
  public func remove(_ book: Book.ID) async throws -> ChangeOutcome {
    try await write { try $0.remove([book]) }
  }
}
