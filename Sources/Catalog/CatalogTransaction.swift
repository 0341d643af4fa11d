import CatalogDatabase
import FoundationEssentials

/// An atomic transaction that changes the catalog. A transaction can be used only inside the closure that receives it.
/// Later uses throw a ``CatalogError``. Each method is one step that `undo` can undo. In
/// ``BookCatalog/write(named:_:)``, the whole transaction is one step.
///
/// ```swift
/// let book = try await catalog.write { transaction in
///   let outcome = try transaction.add { $0.title = "Dune" }
///   return try transaction.snapshot.book(outcome.books[0])
/// }
/// ```
public final class CatalogTransaction {
  /// A view of the catalog that includes the changes made in this transaction so far. It is limited to the audience of
  /// the catalog. The methods of the transaction are not.
  public let snapshot: CatalogSnapshot
  let now: Date
  let scope: StepScope

  init(
    connection: Connection, now: Date, scope: StepScope = StepScope(), span: AccessSpan = AccessSpan(),
    limits: AudienceLimits = .owner
  ) {
    snapshot = CatalogSnapshot(connection: connection, span: span, limits: limits)
    (self.now, self.scope) = (now, scope)
  }

  /// The snapshot without the limits of the audience, because changes are applied to whole books.
  var whole: CatalogSnapshot { snapshot.with(.owner) }

  /// Runs the body with a transaction for an audience that is valid until the body returns.
  static func during<Result>(
    _ connection: Connection, for audience: Audience, now: Date, scope: StepScope = StepScope(),
    _ body: (CatalogTransaction) throws -> Result
  ) throws -> Result {
    let limits = try AudienceLimits(audience, connection)
    return try AccessSpan.during {
      try body(CatalogTransaction(connection: connection, now: now, scope: scope, span: $0, limits: limits))
    }
  }

  /// Edits a book, as one step. Edited values of bibliographic fields are stored separately from the sources' values,
  /// and stay in effect even if a source later delivers other values.
  ///
  /// ```swift
  /// try transaction.edit(7) { $0.mark(.read) }
  /// ```
  ///
  /// - Parameters:
  ///   - book: The id of the book.
  ///   - edit: Assigns the new values. If it throws an error, the transaction ends.
  /// - Throws: ``InvalidValue`` for a value that a field cannot hold; ``CatalogError/Code/noSuchBook``.
  @discardableResult
  public func edit(_ book: Book.ID, _ edit: (inout BookDraft) throws -> Void) throws -> ChangeOutcome {
    try self.edit([book], edit)
  }

  /// Edits several books, as one step.
  ///
  /// ```swift
  /// let ids = try transaction.snapshot.ids(of: "author:herbert")
  /// try transaction.edit(ids) { $0.language = "en" }
  /// ```
  ///
  /// - Parameters:
  ///   - books: The ids of the books. Repeated ids are ignored.
  ///   - edit: Assigns the new values. It is called once for each book.
  /// - Throws: The same errors as editing a single book.
  @discardableResult
  public func edit(_ books: [Book.ID], _ edit: (inout BookDraft) throws -> Void) throws -> ChangeOutcome {
    try editor.edit(books) { book in
      var draft = BookDraft(book)
      try edit(&draft)
      try checkOwnFields(of: draft)
      return draft.changes
    }
  }

  /// Applies field changes to books, as one step.
  @discardableResult
  package func edit(_ books: [Book.ID], _ changes: [FieldChange]) throws -> ChangeOutcome {
    try editor.edit(books, changes)
  }

  /// Discards the user's edit of a field, so that the source's value is shown again. For a personal field, this is the
  /// last value from a source that represents the user (``CatalogSource/isMine``).
  ///
  /// ```swift
  /// try transaction.revert(7, .title)
  /// ```
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if the user has not edited the field, or if the field is personal and
  ///   no source has a value for it.
  @discardableResult
  public func revert(_ book: Book.ID, _ field: BookField) throws -> ChangeOutcome {
    try editor.revert(book, field)
  }

  /// Adds a book by hand, as one step.
  ///
  /// ```swift
  /// let outcome = try transaction.add { $0.isbn = try ISBN("978-0-441-01359-3") }
  /// ```
  ///
  /// - Parameter fill: Assigns the values. It must set a title or an ISBN. Without a title, the ISBN is shown as the
  ///   title until the book's metadata arrives.
  /// - Throws: ``InvalidValue`` for a value that a field cannot hold, or if both title and ISBN are missing.
  @discardableResult
  public func add(_ fill: (inout BookDraft) throws -> Void) throws -> ChangeOutcome {
    var draft = BookDraft()
    try fill(&draft)
    try checkOwnFields(of: draft)
    return try add(draft.values)
  }

  /// Checks that the custom fields in a draft belong to this catalog. Comparing ids is not sufficient, because the same
  /// id may belong to a different field in another catalog.
  private func checkOwnFields(of draft: BookDraft) throws {
    guard !draft.assignedOwn.isEmpty else { return }
    let fields = try whole.fields()
    for held in draft.assignedOwn {
      if let field = fields[held.id], field.firstName == held.firstName, field.kind == held.kind { continue }
      throw CatalogError(
        .noSuchField, "use", held.name, cause: "it belongs to another catalog",
        hint: "look up this catalog's field by its name")
    }
  }

  /// Adds a book by hand, with the given values of its fields.
  @discardableResult
  package func add(_ fields: [BookField: FieldValue]) throws -> ChangeOutcome {
    var values = FieldPresences()
    for (field, value) in fields {
      if let canonical = try field.canonical(value) { values[field] = .value(canonical) }
    }
    // SystemRandomNumberGenerator is not used, because the thread sanitizer would report false data races: a generator
    // has no storage, so the generators of two threads seem to share memory.
    var generator = SystemRandomNumbers()
    return try editor.add(values, using: &generator)
  }

  /// Removes books from the catalog, as one step, so that no list shows them.
  ///
  /// ```swift
  /// try transaction.remove([7, 12])
  /// ```
  @discardableResult
  public func remove(_ books: [Book.ID]) throws -> ChangeOutcome {
    try editor.remove(books)
  }

  private var editor: BookEditor {
    get throws { BookEditor(connection: try snapshot.connection, now: now, scope: scope) }
  }
}
