import Catalog
import Observation

/// An editable field of one book.
///
/// A new value is validated, shown and stored immediately. Each stored value is one step of the history. Changes by
/// other code or other processes appear a moment later.
///
/// ```swift
/// let title: FieldBinding<String> = catalog.binding(to: book, \.title)
/// title.value = "Sleep"          // shown immediately; if storing fails, `error` is set
/// try await title.set("Sleep")   // also waits until the value is stored
/// try await title.undo()
/// ```
@MainActor @Observable public final class FieldBinding<Value: Equatable & Sendable> {
  /// The book's id.
  public let book: Book.ID
  /// The field of the book that the binding edits.
  public let field: BookField
  /// The error that prevented the last value from being stored: an ``InvalidValue`` or a ``CatalogError``. After such
  /// an error, ``value`` is still the previous value. `nil` if the last value was stored or is being stored.
  public private(set) var error: (any Error)?
  /// True if the catalog contains the book. Otherwise ``value`` is the last known value.
  public private(set) var isPresent = true
  /// The results of past changes, which ``undo()`` can revert, newest last.
  private var steps: [ChangeOutcome] = []

  private var stored: Value
  /// The value that is being stored.
  private var pending: Value?
  /// The book as it was last read.
  @ObservationIgnored private var shown: Book
  @ObservationIgnored private let catalog: BookCatalog
  @ObservationIgnored private let bound: BoundField<Value>
  @ObservationIgnored private var storing: Task<Void, any Error>?
  /// The number of times that a value was set. Only the result of storing the latest value resets `pending`.
  @ObservationIgnored private var sets = 0
  /// The number of times that a value was stored. If it changes during a read, the result of the read is outdated.
  @ObservationIgnored private var writes = 0
  @ObservationIgnored private var listener: CommitListener?
  @ObservationIgnored private var beginning: TaskHandle?

  init(_ catalog: BookCatalog, _ book: Book, _ bound: BoundField<Value>) {
    (self.catalog, self.bound, self.book, field) = (catalog, bound, book.id, bound.field)
    (shown, stored) = (book, bound.value(book))
    listener = CommitListener(catalog) { [weak self] in await self?.update() }
    // The given book may be out of date, so it is read again.
    beginning = TaskHandle(Task { [weak self] in await self?.update() })
  }

  /// The value of the field. Setting it calls ``set(_:)`` without waiting.
  public var value: Value {
    get { pending ?? stored }
    set { _ = store(newValue) }
  }

  /// True if the latest value is not stored yet.
  public var isStoring: Bool { pending != nil }

  /// True if there is a change that ``undo()`` can revert.
  public var canUndo: Bool { !steps.isEmpty }

  /// Sets the field and waits until the value is stored. Values are stored in the order in which they are set.
  /// Cancelling the task keeps the old value, unless the new value is already stored.
  ///
  /// - Parameter value: The new value.
  /// - Throws: ``InvalidValue`` if the field cannot hold the value. Nothing is stored in this case. ``CatalogError`` if
  ///   the catalog cannot be written or no longer contains the book. The error is also assigned to ``error``.
  public func set(_ value: Value) async throws {
    let task = store(value)
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Reverts the last change made through this binding. Later changes to other fields and other books are kept.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if nothing was set through this binding, if the field was changed
  ///   elsewhere since then, or if the book was removed or merged.
  public func undo() async throws {
    _ = await storing?.result
    guard let last = steps.last else {
      throw CatalogError(.nothingToDo, "undo", field.rawValue, cause: "this field has no change to undo")
    }
    try await catalog.undo(last)
    if let index = steps.lastIndex(of: last) { steps.remove(at: index) }
    error = nil
    await update()
  }

  /// Updates the value from the catalog. This happens automatically a moment after each commit.
  public func update() async {
    let id = book
    while true {
      let writes = writes
      // If the read fails, the value stays unchanged until the next commit triggers another read.
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
  /// Returns a binding to a field of a book.
  ///
  /// ```swift
  /// let rating: FieldBinding<Double?> = catalog.binding(to: book, \.rating)
  /// ```
  ///
  /// - Parameters:
  ///   - book: The book as shown. Changes that were stored after the book was read appear a moment later.
  ///   - field: The property of the draft, such as `\.title`, `\.rating` or `\.tags`.
  @MainActor public func binding<Value>(
    to book: Book, _ field: any WritableKeyPath<BookDraft, Value> & Sendable
  ) -> FieldBinding<Value> { FieldBinding(self, book, BoundField(field)) }

  /// Reads the book with the given id and returns a binding to one of its fields.
  ///
  /// ```swift
  /// let title: FieldBinding<String> = try await catalog.binding(to: id, \.title)
  /// ```
  ///
  /// - Parameters:
  ///   - book: The id of the book.
  ///   - field: The property of the draft, such as `\.title`.
  /// - Throws: ``CatalogError/Code/noSuchBook`` if there is no book with this id, or another ``CatalogError`` if the
  ///   catalog cannot be read.
  @MainActor public func binding<Value>(
    to book: Book.ID, _ field: any WritableKeyPath<BookDraft, Value> & Sendable
  ) async throws -> FieldBinding<Value> {
    guard let shown = try await self.book(book) else { throw CatalogError.noBook(String(book)) }
    return binding(to: shown, field)
  }

  /// Returns a binding to a field of a book as text that people read and type.
  ///
  /// ```swift
  /// let pages = catalog.binding(to: book, text: .pages)
  /// try await pages.set("412")
  /// ```
  ///
  /// - Parameters:
  ///   - book: The book as shown.
  ///   - field: The field to edit.
  @MainActor public func binding(to book: Book, text field: BookField) -> FieldBinding<String> {
    FieldBinding(self, book, BoundField(text: field))
  }
}
