import FoundationEssentials

/// One view of the catalog, as it was when the read began: what is read through it belongs together. Valid inside the
/// closure that was given it: what is asked of it later throws a ``CatalogError``.
public struct CatalogSnapshot {
  private let held: Connection
  private let span: AccessSpan

  init(connection: Connection, span: AccessSpan = AccessSpan()) { (held, self.span) = (connection, span) }

  /// Runs the body with a view that is valid until it ends.
  static func during<Result>(_ connection: Connection, _ body: (CatalogSnapshot) throws -> Result) rethrows -> Result {
    try AccessSpan.during { try body(CatalogSnapshot(connection: connection, span: $0)) }
  }

  var connection: Connection {
    get throws {
      try span.check(held.path)
      return held
    }
  }

  /// Returns the shown books that match a description: those with one of its ISBNs, those that took in a book with one,
  /// or else those with the same folded title and first author.
  ///
  /// - Parameters:
  ///   - title: The book's title.
  ///   - authors: Its authors in order; if empty, no book is found by its title.
  ///   - isbns: The ISBNs of all its editions, the most likely one first.
  public func ids(titled title: String, by authors: [String], isbns: [ISBN] = []) throws -> [Book.ID] {
    let same = try isbns.flatMap { try HiddenBooks(connection: connection).holders(of: $0) }.uniqued()
    guard same.isEmpty, let author = authors.first.map(Fold.fold) else { return same }
    return try SameTitle(title, in: connection).ids { $0.authors.first.map(Fold.fold) == author }
  }

  /// The books that a new one may be once more: those with the same folded title, and the same first author where both have one.
  package func ids(like book: Book) throws -> [Book.ID] {
    let author = book.authors.first.map(Fold.fold)
    return try SameTitle(book.title, in: connection).ids { other in
      let another = other.authors.first.map(Fold.fold)
      return other.id != book.id && (author == nil || another == nil || author == another)
    }
  }

  /// Calls the body for every shown book in the order of ids, in which an export writes them.
  public func forEachBookByID(_ body: (Book) throws -> Void) throws {
    let books = try BookTable(connection: connection)
    try connection.statement("SELECT \(BookTable.columns) FROM book WHERE hidden = 0 ORDER BY id").forEachRow {
      try body(books.seen($0))
    }
  }

  /// Reads as much of some books as one line shows, in their order; also of those that were removed meanwhile.
  ///
  /// - Parameters:
  ///   - ids: the books' numbers.
  ///   - withAuthors: whether the authors are shown.
  public func lines(of ids: [Book.ID], withAuthors: Bool = true) throws -> [BookLine] {
    let books = try BookTable(connection: connection)
    return try ids.compactMap { try books.line($0, withAuthors: withAuthors) }
  }

  /// The number of the last change of what the catalog shows: of books, of what is known of them, of own fields, sources or saved
  /// searches. A commit that changes any of it gives a greater one, in whichever process: what is read at the same number is the
  /// same, but for what queries mean that count from today. Beside numbers of another file it means nothing.
  public func changeNumber() throws -> Int64 { try ChangeTable(connection: connection).newest() }

  /// What changed since the change of a number, and the number of the last one: for who was told of the former.
  ///
  /// - Returns: `nil` for the change where nothing did; ``CatalogChange/many`` where it is not known any more which books.
  package func changes(after number: Int64) throws -> (change: CatalogChange?, newest: Int64) {
    try ChangeTable(connection: connection).changes(after: number)
  }

  /// The book of an id; `nil` when there is none, or it is not shown.
  public func book(_ id: Book.ID) throws -> Book? {
    let book = try BookTable(connection: connection).book(id)
    return book?.visibility == .shown ? book : nil
  }

  /// The id of the book that a person names by its number, its ISBN, its UUID, or a title that only it has: whole, or without
  /// its subtitle and what stands in brackets at its end. Digits are always a number.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/noSuchBook``, which names the book that took one in that was merged, the
  ///   step that removed it, or those with a title of such words; ``CatalogError/Code/ambiguousBook`` for an ISBN or a title of several books.
  public func id(named name: String) throws -> Book.ID {
    let name = BookName(name)
    do {
      return try name.id(connection)
    } catch CatalogError.noSuchBook {
      guard let hidden = try name.hiddenID(connection) else { return try TitledBook(name.text).id(in: self) }
      let books = try HiddenBooks(connection: connection)
      let owner = try books.owner(of: hidden)
      if owner != hidden {
        throw CatalogError(
          .noSuchBook, "find", name.text, cause: "book \(hidden) was merged into book \(owner)",
          hint: "name that one instead")
      }
      guard let step = try books.removal(of: hidden) else { throw CatalogError.noBook(name.text) }
      throw CatalogError(
        .noSuchBook, "find", name.text, cause: "book \(hidden) was removed by step \(step)",
        hint: "to undo that step brings it back")
    }
  }

  /// The last steps, the newest first.
  public func steps(limit: Int = 100) throws -> [HistoryStep] {
    try StepTable(connection: connection).all(limit: limit)
  }

  /// The steps that `undo` takes back one after the other, the next one in front: in the order in which they
  /// were done, or done again by `redo`.
  public func stepsToUndo(limit: Int = 100) throws -> [HistoryStep] {
    try StepTable(connection: connection).next(.undo, limit: limit)
  }

  /// The steps that `redo` does again one after the other, the next one in front.
  public func stepsToRedo(limit: Int = 100) throws -> [HistoryStep] {
    try StepTable(connection: connection).next(.redo, limit: limit)
  }

  /// Whether a step is about nothing but what people say of books for themselves.
  package func isOfMarks(_ step: HistoryStep.ID) throws -> Bool {
    try HistoryTable(connection: connection).isOfMarks(step)
  }

  /// The step of a number, where `undo(step:)` would take it back now.
  ///
  /// - Throws: what that would throw.
  package func stepToUndo(_ id: HistoryStep.ID) throws -> HistoryStep { try step(id, to: .undo) }

  /// The step of a number, where `redo(step:)` would do it again now.
  ///
  /// - Throws: what that would throw.
  package func stepToRedo(_ id: HistoryStep.ID) throws -> HistoryStep { try step(id, to: .redo) }

  private func step(_ id: HistoryStep.ID, to direction: StepReplay.Direction) throws -> HistoryStep {
    try StepReplay(direction, only: id, now: connection.clock()).wanted(StepTable(connection: connection))
  }

  /// The later steps that ``BookCatalog/undo(_:)`` of a change would have to go back behind, since they changed the same; the
  /// one done last in front. Without any, it takes back the change, if that was not undone already.
  public func stepsBlockingUndo(of change: ChangeOutcome, limit: Int = 100) throws -> [HistoryStep] {
    try change.step.map { try LaterSteps(connection: connection).steps(behind: $0, limit: limit) } ?? []
  }

  /// The step that `undo` takes back, for a menu; `nil` when there is nothing to undo.
  ///
  /// ```swift
  /// for try await step in catalog.values({ try $0.undoable }) { menu.undo = step.map { "Undo “\($0.summary)”" } }
  /// ```
  public var undoable: HistoryStep? { get throws { try stepsToUndo(limit: 1).first } }

  /// The step that `redo` does again; `nil` when there is nothing to redo.
  public var redoable: HistoryStep? { get throws { try stepsToRedo(limit: 1).first } }

  /// What `undo` takes back, in one line; `nil` when there is nothing to undo.
  public var undoName: String? { get throws { try undoable?.summary } }

  /// What `redo` does again, in one line; `nil` when there is nothing to redo.
  public var redoName: String? { get throws { try redoable?.summary } }

  /// The last steps that touched a book, the newest first, each with what it changed there.
  public func history(of book: Book.ID, limit: Int = 100) throws -> [HistoryEntry] {
    try StepTable(connection: connection).steps(of: book, limit: limit).map { step in
      HistoryEntry(step: step, changes: try HistoryReader(connection: connection).changes(of: step, book: book))
    }
  }

  /// What a step changed, book by book; `nil` where there is no such step.
  ///
  /// - Parameters:
  ///   - step: the step's number.
  ///   - limit: how many books are read at most; ``StepChanges/bookCount`` counts all.
  public func changes(of step: HistoryStep.ID, limit: Int = 20) throws -> StepChanges? {
    guard let step = try StepTable(connection: connection).steps("WHERE id = ?", [.id(step)]).first else { return nil }
    return try StepChangesReader(connection: connection).changes(of: step, limit: max(0, limit))
  }

  /// Tells of each field of a book where its value comes from.
  public func provenance(of book: Book) throws -> [FieldProvenance] {
    try ProvenanceReader(connection: connection).provenance(of: book)
  }

  /// Counts what the catalog holds, and tells how its sources are doing.
  ///
  /// - Throws: ``CatalogError`` when the file cannot be read.
  public func status() throws -> CatalogStatus {
    try StatusReader(connection: connection).status()
  }

  /// Returns the source that another download of the same export was imported as, by the person whom the access runs
  /// for.
  ///
  /// - Throws: ``CatalogError`` when the file cannot be read.
  public func importSource(of scan: ImportScan) throws -> KnownImport? {
    try ImportFinder(connection: connection).source(of: scan)
  }

  /// Returns the source that a file of this location was imported as.
  ///
  /// - Throws: ``CatalogError`` when the file cannot be read.
  public func importSource(at location: String) throws -> KnownImport? {
    try ImportFinder(connection: connection).source(at: location)
  }

  /// The name for an import of a file: the one that belongs to the file, or the one most like the preferred one, as names of
  /// sources are one word, or that with a number behind it when it belongs to another file.
  public func importName(_ preferred: String, location: String) throws -> String {
    try SourceTable(connection: connection).importName(preferred, location: location)
  }
}
