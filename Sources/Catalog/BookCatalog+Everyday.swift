/// Methods for the most common operations of an app.
extension BookCatalog {
  /// Returns a page of the books that a query finds (``CatalogSnapshot/page(_:at:size:)``).
  ///
  /// ```swift
  /// let query = BookQuery("walker", order: .bestMatch)
  /// let first = try await catalog.page(query)
  /// if let next = first.next { show(try await catalog.page(query, at: .after(next))) }
  /// ```
  public func page(_ query: BookQuery, at position: PagePosition = .start, size: Int = 20) async throws -> BookPage {
    try await read { try $0.page(query, at: position, size: size) }
  }

  /// Returns a page of the books that match a text, with the newest books first by default. A book matches if each word
  /// of the text occurs in it, at least as the beginning of a longer word. Case and accents are ignored.
  ///
  /// ```swift
  /// let books = try await catalog.page(matching: "dune herbert", order: .bestMatch).books
  /// ```
  public func page(
    matching text: String = "", order: BookOrder = .newestFirst, at position: PagePosition = .start, size: Int = 20
  ) async throws -> BookPage {
    try await page(BookQuery(text, order: order), at: position, size: size)
  }

  /// Returns the book with the given id, or `nil` if there is none.
  ///
  /// ```swift
  /// if let book = try await catalog.book(42) { print(book.title) }
  /// ```
  public func book(_ id: Book.ID) async throws -> Book? {
    try await read { try $0.book(id) }
  }

  /// Edits a book, as one step that `undo` can undo. The edited values stay in effect even if a source later delivers
  /// other values.
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
  ///   - book: The id of the book.
  ///   - edit: Assigns the new values. It runs on one of the catalog's own threads. If it throws an error, the book is
  ///     unchanged.
  /// - Throws: ``InvalidValue`` for a value that a field cannot hold; ``CatalogError/Code/noSuchBook``; another
  ///   ``CatalogError`` if the catalog cannot be written.
  @discardableResult
  public func edit(
    _ book: Book.ID, _ edit: @escaping @Sendable (inout BookDraft) throws -> Void
  ) async throws -> ChangeOutcome {
    try await write { try $0.edit(book, edit) }
  }

  /// Edits several books as one step. If one edit fails, no book is changed.
  ///
  /// ```swift
  /// try await catalog.edit(ids) { $0.readState = .read }
  /// ```
  ///
  /// - Parameters:
  ///   - books: The ids of the books.
  ///   - edit: Assigns the new values. It is called for each book.
  /// - Throws: The same errors as editing a single book.
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
  /// - Parameter fill: Assigns the values. It must set a title or an ISBN. Without a title, the ISBN is shown as the
  ///   title until the book's metadata arrives.
  /// - Throws: ``InvalidValue`` for a value that a field cannot hold, or if both title and ISBN are missing.
  @discardableResult
  public func add(_ fill: @escaping @Sendable (inout BookDraft) throws -> Void) async throws -> ChangeOutcome {
    try await write { try $0.add(fill) }
  }

  /// Removes a book from the catalog, so that no list shows it. This is one step that `undo` can undo.
  ///
  /// ```swift
  /// let removal = try await catalog.remove(book.id)
  /// try await catalog.undo(removal)
  /// ```
  @discardableResult
  public func remove(_ book: Book.ID) async throws -> ChangeOutcome {
    try await write { try $0.remove([book]) }
  }
}
