import Catalog
import Observation

/// One field of one book, to be shown and set. What is set is checked, shown and stored at once, one step of the history
/// each time. What anybody else stores, in this process or another, is shown a moment later, and so is what was stored since
/// the book was read that it was made of.
///
/// ```swift
/// let title: FieldBinding<String> = catalog.binding(to: book, \.title)
/// title.value = "Sleep"          // shows at once; error says why it was not stored
/// try await title.set("Sleep")   // the same, and waits until it is stored
/// try await title.undo()
/// ```
@MainActor @Observable public final class FieldBinding<Value: Equatable & Sendable> {
  /// The book's id.
  public let book: Book.ID
  /// Which of its fields it is.
  public let field: BookField
  /// The error because of which the value set last was not stored; the value is the old one then. An ``InvalidValue``, or a
  /// ``CatalogError``.
  public private(set) var error: (any Error)?
  /// Whether the book is shown; if not, the value is its last one.
  public private(set) var isPresent = true
  /// What can be undone here, the last one behind the others.
  private var steps: [ChangeOutcome] = []

  private var stored: Value
  /// What was set and is being stored.
  private var pending: Value?
  /// The book as it was read last.
  @ObservationIgnored private var shown: Book
  @ObservationIgnored private let catalog: BookCatalog
  @ObservationIgnored private let bound: BoundField<Value>
  @ObservationIgnored private var storing: Task<Void, any Error>?
  /// Counts what was set, so that the last one counts.
  @ObservationIgnored private var sets = 0
  /// Counts what was stored here, so that what was read before is known.
  @ObservationIgnored private var writes = 0
  @ObservationIgnored private var listener: CommitListener?
  @ObservationIgnored private var beginning: TaskHandle?

  init(_ catalog: BookCatalog, _ book: Book, _ bound: BoundField<Value>) {
    (self.catalog, self.bound, self.book, field) = (catalog, bound, book.id, bound.field)
    (shown, stored) = (book, bound.value(book))
    listener = CommitListener(catalog) { [weak self] in await self?.update() }
    // The book may have been read long ago.
    beginning = TaskHandle(Task { [weak self] in await self?.update() })
  }

  /// The value that the field holds. Setting it is ``set(_:)`` without waiting.
  public var value: Value {
    get { pending ?? stored }
    set { _ = store(newValue) }
  }

  /// Whether what was set is not stored yet.
  public var isStoring: Bool { pending != nil }

  /// Whether ``undo()`` has something to take back.
  public var canUndo: Bool { !steps.isEmpty }

  /// Sets the field and waits until that is stored. What was set before is stored before; cancelling the task leaves the
  /// old value, unless it was stored already.
  ///
  /// - Parameter value: the new value.
  /// - Throws: what ``error`` is then: ``InvalidValue`` when the field cannot hold the value, which is found out before
  ///   anything is stored; ``CatalogError`` when the catalog cannot be written, or the book is gone.
  public func set(_ value: Value) async throws {
    let task = store(value)
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Takes back what was set here last, whatever was done since to other fields and other books.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` when nothing was set here, or the field was set elsewhere since, or the book
  ///   removed or merged.
  public func undo() async throws {
    _ = await storing?.result
    guard let last = steps.last else {
      throw CatalogError(.nothingToDo, "undo", field.rawValue, cause: "nothing was set here")
    }
    try await catalog.undo(last)
    if let index = steps.lastIndex(of: last) { steps.remove(at: index) }
    error = nil
    await update()
  }

  /// Shows what the catalog has now. Commits have it done by themselves, a moment later.
  public func update() async {
    let id = book
    while true {
      let writes = writes
      // What cannot be read now is read after the next commit; the value is as it was.
      guard let found = try? await catalog.read({ snapshot in [try snapshot.book(id)] }) else { return }
      guard writes == self.writes else { continue }
      if let book = found[0] { take(book) } else if isPresent { isPresent = false }
      return
    }
  }

  private func store(_ value: Value) -> Task<Void, any Error> {
    let assign = bound.assign
    do {
      var draft = BookDraft(shown)
      try assign(&draft, value)
      try draft.check()
    } catch {
      self.error = error
      return Task { throw error }
    }
    sets += 1
    (error, pending) = (nil, value)
    let (number, before, catalog, id) = (sets, storing, catalog, book)
    let task = Task {
      _ = await before?.result
      do {
        let (outcome, book) = try await catalog.write { transaction in
          (try transaction.edit(id) { try assign(&$0, value) }, try transaction.snapshot.book(id))
        }
        writes += 1
        if outcome.step != nil { steps.append(outcome) }
        if let book { take(book) }
        if number == sets { pending = nil }
      } catch {
        if number == sets { (pending, self.error) = (nil, error) }
        throw error
      }
    }
    storing = task
    return task
  }

  private func take(_ book: Book) {
    shown = book
    let value = bound.value(book)
    if value != stored { stored = value }
    if !isPresent { isPresent = true }
  }
}

extension BookCatalog {
  /// A field of a book, to be shown and set.
  ///
  /// ```swift
  /// let rating: FieldBinding<Double?> = catalog.binding(to: book, \.rating)
  /// ```
  ///
  /// - Parameters:
  ///   - book: the book as it is shown; what was stored since it was read shows a moment later.
  ///   - field: which property: `\.title`, `\.rating`, `\.tags`, ….
  @MainActor public func binding<Value>(
    to book: Book, _ field: any WritableKeyPath<BookDraft, Value> & Sendable
  ) -> FieldBinding<Value> { FieldBinding(self, book, BoundField(field)) }

  /// A field of the book of an id, which is read first.
  ///
  /// - Parameters:
  ///   - book: the id of the book.
  ///   - field: which property.
  /// - Throws: ``CatalogError/Code/noSuchBook``, or why the catalog cannot be read.
  @MainActor public func binding<Value>(
    to book: Book.ID, _ field: any WritableKeyPath<BookDraft, Value> & Sendable
  ) async throws -> FieldBinding<Value> {
    guard let shown = try await self.book(book) else { throw CatalogError.noBook(String(book)) }
    return binding(to: shown, field)
  }

  /// A field of a book as people read and type it.
  ///
  /// - Parameters:
  ///   - book: the book as it is shown.
  ///   - field: any field.
  @MainActor public func binding(to book: Book, text field: BookField) -> FieldBinding<String> {
    FieldBinding(self, book, BoundField(text: field))
  }
}
