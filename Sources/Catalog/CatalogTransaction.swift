import FoundationEssentials

/// Changes to the catalog, all or nothing. Valid inside the closure that was given it, and throws a ``CatalogError``
/// afterwards; each call is one step that `undo` takes back.
public final class CatalogTransaction {
  /// The catalog as it is with the changes made so far.
  public let snapshot: CatalogSnapshot
  let now: Date

  init(connection: Connection, now: Date, span: AccessSpan = AccessSpan()) {
    snapshot = CatalogSnapshot(connection: connection, span: span)
    self.now = now
  }

  /// Runs the body with a transaction that is valid until it ends.
  static func during<Result>(
    _ connection: Connection, now: Date, _ body: (CatalogTransaction) throws -> Result
  ) rethrows -> Result {
    try AccessSpan.during { try body(CatalogTransaction(connection: connection, now: now, span: $0)) }
  }

  /// Makes changes to books. Changes to bibliographic fields are kept apart from what sources say, and stay whatever a
  /// source says later.
  ///
  /// - Throws: ``InvalidValue`` for a value that a field cannot hold; ``CatalogError`` for a book that is not there.
  @discardableResult
  public func edit(_ books: [Int64], _ changes: [FieldChange]) throws -> ChangeOutcome {
    try editor.edit(books, changes)
  }

  /// Drops the user's edit of a field, so that it shows again what the source says.
  @discardableResult
  public func revert(_ book: Int64, _ field: BookField) throws -> ChangeOutcome {
    try editor.revert(book, field)
  }

  /// Adds a book by hand.
  ///
  /// - Parameter fields: a title at least, or an ISBN: then the book is called by that until its metadata is there.
  @discardableResult
  public func add(_ fields: [BookField: FieldValue]) throws -> ChangeOutcome {
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
  public func remove(_ books: [Int64]) throws -> ChangeOutcome {
    try editor.remove(books)
  }

  private var editor: BookEditor {
    get throws { BookEditor(connection: try snapshot.connection, now: now) }
  }
}
