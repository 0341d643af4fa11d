import CatalogDatabase
import FoundationEssentials

/// A consistent view of the catalog as it was when the read began. A snapshot can be used only inside the closure that
/// receives it. Later uses throw a ``CatalogError``.
///
/// A snapshot shows only what its ``audience`` may see (``BookCatalog/seen(by:)-(Audience)``). Other books and fields
/// are treated as if they did not exist. Queries that use hidden fields, and methods for data that only the owner may
/// see, throw ``CatalogError/Code/privateData``.
///
/// ```swift
/// let origins = try await catalog.read { snapshot in
///   try snapshot.book(book.id).map { try snapshot.provenance(of: $0) } ?? []
/// }
/// ```
public struct CatalogSnapshot {
  private let held: Connection
  private let span: AccessSpan
  let limits: AudienceLimits

  init(connection: Connection, span: AccessSpan = AccessSpan(), limits: AudienceLimits = .owner) {
    (held, self.span, self.limits) = (connection, span, limits)
  }

  /// Runs the body with a snapshot for an audience that is valid until the body returns.
  static func during<Result>(
    _ connection: Connection, for audience: Audience, _ body: (CatalogSnapshot) throws -> Result
  ) throws -> Result {
    let limits = try AudienceLimits(audience, connection)
    return try AccessSpan.during { try body(CatalogSnapshot(connection: connection, span: $0, limits: limits)) }
  }

  /// Returns this snapshot with other limits.
  func with(_ limits: AudienceLimits) -> CatalogSnapshot {
    CatalogSnapshot(connection: held, span: span, limits: limits)
  }

  var connection: Connection {
    get throws {
      try span.check(held.path)
      return held
    }
  }

  /// Returns the ids of the shown books that match a title, authors and ISBNs. A book matches if one of the ISBNs
  /// belongs to it or to a book that was merged into it. If no book matches by ISBN, books with the same title and
  /// first author match. Titles and authors are compared regardless of case and accents.
  ///
  /// - Parameters:
  ///   - title: The book's title.
  ///   - authors: The book's authors, in order. If empty, books are matched by ISBN only.
  ///   - isbns: The ISBNs of all editions. The most likely edition comes first.
  public func ids(titled title: String, by authors: [String], isbns: [ISBN] = []) throws -> [Book.ID] {
    let same = try visible(isbns.flatMap { try HiddenBooks(connection: connection).holders(of: $0) }.uniqued())
    guard same.isEmpty, let author = authors.first.map(Fold.fold) else { return same }
    return try visible(SameTitle(title, in: connection).ids { $0.authors.first.map(Fold.fold) == author })
  }

  /// Returns the ids of the books that a new book may duplicate. These books have the same title as the new book,
  /// regardless of case and accents. If both books have authors, the first authors must also be the same.
  package func ids(like book: Book) throws -> [Book.ID] {
    let author = book.authors.first.map(Fold.fold)
    return try visible(
      SameTitle(book.title, in: connection).ids { other in
        let another = other.authors.first.map(Fold.fold)
        return other.id != book.id && (author == nil || another == nil || author == another)
      })
  }

  /// Calls the body for every shown book, ordered by id, as in an export.
  ///
  /// ```swift
  /// let export = BookExport(format: .csv, fields: try snapshot.fields())
  /// var bytes = export.beginning
  /// try snapshot.forEachBookByID { bytes += export.line(for: $0) }
  /// ```
  public func forEachBookByID(_ body: (Book) throws -> Void) throws {
    let books = try BookTable(connection: connection)
    guard limits.books == nil else {
      for id in try ids() {
        if let book = try books.book(id) { try body(audience.shown(book)) }
      }
      return
    }
    let showsAll = audience.fields == .everything
    try connection.statement("SELECT \(BookTable.columns) FROM book WHERE hidden = 0 ORDER BY id").forEachRow {
      try body(showsAll ? books.seen($0) : audience.shown(books.seen($0)))
    }
  }

  /// Returns one-line summaries of books, in the order of the given ids. Removed books are included, unless the
  /// audience may not see everything.
  ///
  /// ```swift
  /// for line in try snapshot.lines(of: group.ids) { print(line.id, line.title) }
  /// ```
  ///
  /// - Parameters:
  ///   - ids: The ids of the books.
  ///   - withAuthors: True to include the authors.
  public func lines(of ids: [Book.ID], withAuthors: Bool = true) throws -> [BookLine] {
    let books = try BookTable(connection: connection)
    return try visible(ids).compactMap { try books.line($0, withAuthors: withAuthors) }
  }

  /// Returns the number of the latest visible change, which is a change to books, metadata, custom fields, sources or
  /// saved searches. The number increases with every commit that makes such a change, in any process. If the number has
  /// not changed, queries return the same results, except for queries relative to the current day. Numbers from
  /// different files cannot be compared.
  public func changeNumber() throws -> Int64 { try ChangeTable(connection: connection).newest() }

  /// Returns the book with the given id, or `nil` if there is no such book or it is hidden.
  public func book(_ id: Book.ID) throws -> Book? { try wholeBook(id).map(audience.shown) }

  /// Returns the id of the book that a text refers to. The text can be an id, an ISBN, a UUID or a title. A title may
  /// omit the subtitle and trailing brackets, and must identify a single book. A text of digits is always read as a
  /// number, never as a title.
  ///
  /// - Throws: ``CatalogError/Code/ambiguousBook`` if several books have the ISBN or title.
  ///   ``CatalogError/Code/noSuchBook`` if there is no such book. The message of this second error names the book into
  ///   which the requested book was merged, the step that removed the book, or books with similar titles.
  public func id(named name: String) throws -> Book.ID {
    let name = BookName(name)
    do {
      return try name.id(connection, among: visible)
    } catch CatalogError.noSuchBook where !audience.seesEverything {
      return try TitledBook(name.text).id(in: self)
    } catch CatalogError.noSuchBook {
      guard let hidden = try name.hiddenID(connection) else { return try TitledBook(name.text).id(in: self) }
      let books = try HiddenBooks(connection: connection)
      let owner = try books.owner(of: hidden)
      if owner != hidden {
        throw CatalogError(
          .noSuchBook, "find", name.text, cause: "book \(hidden) was merged into book \(owner)",
          hint: "use that number instead")
      }
      guard let step = try books.removal(of: hidden) else { throw CatalogError.noBook(name.text) }
      throw CatalogError(
        .noSuchBook, "find", name.text, cause: "book \(hidden) was removed by step \(step)",
        hint: "undo that step to restore it")
    }
  }

  /// Returns the latest steps, newest first. An audience that sees the public fields and its person's own words gets
  /// only that person's steps that can be undone or redone.
  public func steps(limit: Int = 100) throws -> [HistoryStep] {
    guard audience.seesOwnSteps else { return try StepTable(connection: unlimited).all(limit: limit) }
    let steps = try stepsToUndo(limit: limit) + stepsToRedo(limit: limit)
    return Array(steps.sorted { $0.id > $1.id }.prefix(limit))
  }

  /// Returns the steps that repeated calls of `undo` will undo, in that order. The step that was done or redone last
  /// comes first.
  public func stepsToUndo(limit: Int = 100) throws -> [HistoryStep] { try steps(.undo, limit) }

  /// Returns the steps that repeated calls of `redo` will redo, in that order.
  public func stepsToRedo(limit: Int = 100) throws -> [HistoryStep] { try steps(.redo, limit) }

  private func steps(_ direction: StepReplay.Direction, _ limit: Int) throws -> [HistoryStep] {
    try StepTable(connection: audience.seesOwnSteps ? connection : unlimited).next(direction, limit: limit)
  }

  /// Returns true if a step changed nothing but personal fields of a person other than the owner.
  package func isOfMarks(_ step: HistoryStep.ID) throws -> Bool {
    try HistoryTable(connection: connection).isOfMarks(step)
  }

  /// Returns the step with the given id if `undo(step:)` can undo it now.
  ///
  /// - Throws: The error that `undo(step:)` would throw.
  package func stepToUndo(_ id: HistoryStep.ID) throws -> HistoryStep { try step(id, to: .undo) }

  /// Returns the step with the given id if `redo(step:)` can redo it now.
  ///
  /// - Throws: The error that `redo(step:)` would throw.
  package func stepToRedo(_ id: HistoryStep.ID) throws -> HistoryStep { try step(id, to: .redo) }

  private func step(_ id: HistoryStep.ID, to direction: StepReplay.Direction) throws -> HistoryStep {
    try StepReplay(direction, only: id, now: connection.clock()).stepToReplay(StepTable(connection: unlimited))
  }

  /// Returns the later steps that must be undone before ``BookCatalog/undo(_:)`` can undo a change, because they
  /// changed the same data. The latest step comes first. If the result is empty, no later step prevents undoing the
  /// change.
  ///
  /// ```swift
  /// let blocking = try await catalog.read { try $0.stepsBlockingUndo(of: removal) }
  /// if blocking.isEmpty { try await catalog.undo(removal) }
  /// ```
  public func stepsBlockingUndo(of change: ChangeOutcome, limit: Int = 100) throws -> [HistoryStep] {
    try change.step.map { try LaterSteps(connection: unlimited).steps(after: $0, limit: limit) } ?? []
  }

  /// The step that `undo` undoes next, or `nil` if there is nothing to undo. A menu can show it:
  ///
  /// ```swift
  /// for try await step in catalog.values({ try $0.undoable }) { menu.undo = step.map { "Undo “\($0.summary)”" } }
  /// ```
  public var undoable: HistoryStep? { get throws { try stepsToUndo(limit: 1).first } }

  /// The step that `redo` redoes next, or `nil` if there is nothing to redo.
  public var redoable: HistoryStep? { get throws { try stepsToRedo(limit: 1).first } }

  /// A one-line summary of the step that `undo` undoes next, or `nil` if there is nothing to undo.
  public var undoName: String? { get throws { try undoable?.summary } }

  /// A one-line summary of the step that `redo` redoes next, or `nil` if there is nothing to redo.
  public var redoName: String? { get throws { try redoable?.summary } }

  /// Returns the latest steps that changed a book, newest first, each with its changes to the book.
  public func history(of book: Book.ID, limit: Int = 100) throws -> [HistoryEntry] {
    try StepTable(connection: unlimited).steps(of: book, limit: limit).map { step in
      HistoryEntry(step: step, changes: try HistoryReader(connection: connection).changes(of: step, book: book))
    }
  }

  /// Returns the changes that a step made, grouped by book, or `nil` if there is no such step. An audience that sees
  /// the public fields and its person's own words gets the changes to that person's own values, because earlier values
  /// of shared fields may have been private.
  ///
  /// - Parameters:
  ///   - step: The id of the step.
  ///   - limit: The maximum number of books to return. ``StepChanges/bookCount`` counts all of them.
  public func changes(of step: HistoryStep.ID, limit: Int = 20) throws -> StepChanges? {
    let connection = try audience.seesOwnSteps ? connection : unlimited
    guard let step = try StepTable(connection: connection).steps("WHERE id = ?", [.id(step)]).first else { return nil }
    if audience.seesOwnSteps {
      guard step.person?.name == audience.person, try isOfMarks(step.id) else { return nil }
    }
    return try StepChangesReader(connection: connection).changes(of: step, limit: max(0, limit))
  }

  /// Returns where the value of each field in a book comes from.
  public func provenance(of book: Book) throws -> [FieldProvenance] {
    try ProvenanceReader(connection: unlimited).provenance(of: book)
  }

  /// Returns the number of books, conflicts and other contents, and the state of each source.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be read.
  public func status() throws -> CatalogStatus {
    try StatusReader(connection: unlimited).status()
  }

  /// Returns the source into which the acting person imported an earlier download of the same export.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be read.
  public func importSource(of scan: ImportScan) throws -> KnownImport? {
    try ImportFinder(connection: unlimited).source(of: scan)
  }

  /// Returns the source into which the file at a path was imported.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be read.
  public func importSource(at location: String) throws -> KnownImport? {
    try ImportFinder(connection: unlimited).source(at: location)
  }

  /// Returns the source name under which a file should be imported. If the file was imported before, this is the name
  /// of its source. Otherwise, it is the preferred name, changed to a single word. If another source already has the
  /// preferred name, a number is appended.
  public func importName(_ preferred: String, location: String) throws -> String {
    try SourceTable(connection: unlimited).importName(preferred, location: location)
  }
}
