import FoundationEssentials

/// Changes to the catalog, all or nothing. Valid inside the closure that was given it, and throws a ``CatalogError``
/// afterwards. Each call is one step that `undo` takes back; all of them are in ``BookCatalog/write(named:_:)``.
public final class CatalogTransaction {
  /// The catalog as it is with the changes made so far.
  public let snapshot: CatalogSnapshot
  let now: Date
  let scope: StepScope

  init(connection: Connection, now: Date, scope: StepScope = StepScope(), span: AccessSpan = AccessSpan()) {
    snapshot = CatalogSnapshot(connection: connection, span: span)
    (self.now, self.scope) = (now, scope)
  }

  /// Runs the body with a transaction that is valid until it ends.
  static func during<Result>(
    _ connection: Connection, now: Date, scope: StepScope = StepScope(), _ body: (CatalogTransaction) throws -> Result
  ) rethrows -> Result {
    try AccessSpan.during { try body(CatalogTransaction(connection: connection, now: now, scope: scope, span: $0)) }
  }

  /// Edits a book, as one step. Edited values of bibliographic fields are kept apart from what sources say, and stay
  /// whatever a source says later.
  ///
  /// - Parameters:
  ///   - book: the id of the book.
  ///   - edit: assigns what is to change; what it throws ends the transaction.
  /// - Throws: ``InvalidValue`` for a value that a field cannot hold; ``CatalogError/Code/noSuchBook``.
  @discardableResult
  public func edit(_ book: Book.ID, _ edit: (inout BookDraft) throws -> Void) throws -> ChangeOutcome {
    try self.edit([book], edit)
  }

  /// Edits several books, as one step.
  ///
  /// - Parameters:
  ///   - books: The ids of the books; an id that occurs twice counts once.
  ///   - edit: Is called once for each book.
  /// - Throws: as the edit of one book.
  @discardableResult
  public func edit(_ books: [Book.ID], _ edit: (inout BookDraft) throws -> Void) throws -> ChangeOutcome {
    try editor.edit(books) { book in
      var draft = BookDraft(book)
      try edit(&draft)
      try checkOwnFields(of: draft)
      return draft.changes
    }
  }

  /// Makes changes to books by the names of their fields.
  @discardableResult
  package func edit(_ books: [Book.ID], _ changes: [FieldChange]) throws -> ChangeOutcome {
    try editor.edit(books, changes)
  }

  /// Drops the user's edit of a field, so that it shows again what the source says; of a personal field, what a source of
  /// the user's own said last (``CatalogSource/isMine``).
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` where the user has not edited it, or no source has a value of a personal
  ///   field.
  @discardableResult
  public func revert(_ book: Book.ID, _ field: BookField) throws -> ChangeOutcome {
    try editor.revert(book, field)
  }

  /// Adds a book by hand, as one step.
  ///
  /// - Parameter fill: assigns a title at least, or an ISBN: then the book is called by that until its metadata is there.
  /// - Throws: ``InvalidValue`` for a value that a field cannot hold, or where both are missing.
  @discardableResult
  public func add(_ fill: (inout BookDraft) throws -> Void) throws -> ChangeOutcome {
    var draft = BookDraft()
    try fill(&draft)
    try checkOwnFields(of: draft)
    return try add(draft.values)
  }

  /// Checks that the fields that were assigned are fields of this catalog: a number alone may name another field here.
  private func checkOwnFields(of draft: BookDraft) throws {
    guard !draft.assignedOwn.isEmpty else { return }
    let fields = try snapshot.fields()
    for held in draft.assignedOwn {
      if let field = fields[held.id], field.firstName == held.firstName, field.kind == held.kind { continue }
      throw CatalogError(
        .noSuchField, "use", held.name, cause: "it is a field of another catalog",
        hint: "look up this catalog's field by its name")
    }
  }

  /// Adds a book by hand, by the names of its fields.
  @discardableResult
  package func add(_ fields: [BookField: FieldValue]) throws -> ChangeOutcome {
    var values = FieldPresences()
    for (field, value) in fields {
      if let canonical = try field.canonical(value) { values[field] = .value(canonical) }
    }
    // SystemRandomNumberGenerator has no memory of its own: the thread sanitizer takes those of two threads for one.
    var generator = SystemRandomNumbers()
    return try editor.add(values, using: &generator)
  }

  /// Removes books from every list.
  @discardableResult
  public func remove(_ books: [Book.ID]) throws -> ChangeOutcome {
    try editor.remove(books)
  }

  private var editor: BookEditor {
    get throws { BookEditor(connection: try snapshot.connection, now: now, scope: scope) }
  }
}
