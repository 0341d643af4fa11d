import Catalog

extension BookCatalog {
  /// Returns every shown book with every field that has a value, one per line, to compare two states of a catalog.
  public func shownText() throws -> [String] {
    try read { snapshot in
      var lines: [String] = []
      try snapshot.forEachBookByID { book in
        for field in BookField.allCases + book.ownFields {
          if let value = book[field] { lines.append("\(book.id) \(field.rawValue)=\(value)") }
        }
      }
      return lines
    }
  }

  /// Returns a field of a book as text; `nil` if it has no value or the book does not exist.
  public func text(_ field: BookField, of book: Book.ID) throws -> String? {
    try read { try $0.book(book)?[field]?.description }
  }

  /// Returns the number of shown books.
  public func bookCount() throws -> Int { try read { try $0.count() } }

  /// Returns the messages of all problems that `check` finds; empty if there are none.
  public func findings() throws -> [String] { try check().findings.map(\.message) }

  /// Sets a field of a book to a value as people type it; an empty text clears the field.
  @discardableResult
  public func set(_ field: BookField, of book: Book.ID, to text: String) throws -> ChangeOutcome {
    let value = text.isEmpty ? nil : try field.value(of: text)
    return try write { try $0.edit([book], [.set(field, value)]) }
  }

  // Forms that run on the calling thread, with names that select them inside a task as well.

  public func view<Result>(_ body: (CatalogSnapshot) throws -> Result) throws -> Result { try read(body) }

  /// Makes changes to books.
  @discardableResult
  package func change(_ books: [Book.ID], _ changes: FieldChange...) throws -> ChangeOutcome {
    try write { try $0.edit(books, changes) }
  }

  @discardableResult
  public func removeBooks(_ books: Book.ID...) throws -> ChangeOutcome { try write { try $0.remove(books) } }

  @discardableResult
  public func markDistinct(_ books: Book.ID...) throws -> ChangeOutcome { try write { try $0.markDistinct(books) } }

  @discardableResult
  public func revertField(_ field: BookField, of book: Book.ID) throws -> ChangeOutcome {
    try write { try $0.revert(book, field) }
  }

  @discardableResult
  public func undoStep() throws -> ReplayOutcome { try undo() }

  @discardableResult
  public func redoStep() throws -> ReplayOutcome { try redo() }

  @discardableResult
  public func resolveEverything(_ side: ConflictSide) throws -> ChangeOutcome { try resolveAll(side) }

  @discardableResult
  public func removeTheSource(_ name: String, _ removal: SourceRemoval) throws -> SourceRemovalOutcome {
    try removeSource(name, removal)
  }

  /// Returns the groups of likely duplicates, in order.
  public func duplicateGroups(upTo grade: DuplicateGroup.Grade = .likely) throws -> [DuplicateGroup] {
    try read { snapshot in
      var groups: [DuplicateGroup] = []
      try snapshot.forEachDuplicate(upTo: grade) { groups.append($0) }
      return groups
    }
  }

  public func steps() throws -> [HistoryStep] { try read { try $0.steps() } }

  public func status() throws -> CatalogStatus { try read { try $0.status() } }

  public func provenance(_ field: BookField, of book: Book.ID) throws -> FieldProvenance? {
    try read { snapshot in
      try snapshot.book(book).flatMap { try snapshot.provenance(of: $0).first { $0.field == field } }
    }
  }

  /// Adds a book by hand from fields as people type them.
  @discardableResult
  public func addBook(_ fields: [BookField: String]) throws -> Book.ID {
    let values = try fields.reduce(into: [BookField: FieldValue]()) { $0[$1.key] = try $1.key.value(of: $1.value) }
    let outcome = try write { try $0.add(values) }
    return outcome.books[0]
  }

  /// Returns the ids of the books that a query finds.
  public func found(_ query: String) throws -> [Book.ID] {
    try read { try $0.page(matching: query, order: BookOrder(.title), size: 1_000).books.map(\.id).sorted() }
  }
}

extension ForeignConnection {
  /// Returns the conflicts stored in the file, as `book field`, in order.
  public func conflicts() throws -> [String] {
    try rows("SELECT book_id, field FROM conflict ORDER BY book_id, field").map { "\($0[0] ?? "") \($0[1] ?? "")" }
  }
}
