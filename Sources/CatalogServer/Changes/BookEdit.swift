import Catalog
import CatalogModel
import FoundationEssentials

/// A change to a book's fields, with the values that the client saw when it decided on the change.
struct BookEdit: Sendable {
  /// The changes, at most one for each field.
  var changes: [FieldChange] = []
  /// The values that the client saw in the fields to set.
  var seen: [BookField: FieldValue?] = [:]
  /// The day of a change of the read state. If it is given, the change also sets the days of the reading, as
  /// ``BookDraft/mark(_:on:)`` does; `nil` to change only the state.
  var day: ReadingDay?
  /// The position that the reader reached on that day, or today; `nil` if none is added. It replaces no position that
  /// others added meanwhile.
  var reached: TypedPosition?
  /// The fields that change.
  var fields: [BookField] { changes.map(\.field) + (reached == nil ? [] : [.progress]) }
  /// True if a concurrent change that sets the same value counts as a collision. For example, two programs that each
  /// add one to a number must not both store the same number.
  var mindsSame = true

  /// Makes the changes.
  ///
  /// - Throws: ``EditCollision`` if a field to set no longer has the value that the client saw. Nothing is changed in
  ///   that case.
  func make(of id: Book.ID, in transaction: CatalogTransaction) throws -> ChangeOutcome {
    guard let book = try transaction.snapshot.book(id) else { throw Problem.notFound }
    let edit = try namingYear(of: book, in: transaction.snapshot)
    let sides = try edit.changes.compactMap { try edit.side(of: $0, in: book) }
    guard sides.isEmpty else { throw EditCollision(book: book, sides: sides, edit: edit) }
    return try transaction.edit([id], edit.reaching(edit.dated(of: book), in: book))
  }

  /// Returns the change with the field that the year of a book comes from, in place of the year.
  private func namingYear(of book: Book, in snapshot: CatalogSnapshot) throws -> BookEdit {
    var edit = self
    edit.changes = try snapshot.namingYear(changes, of: book)
    for (change, named) in zip(changes, edit.changes) where change.field != named.field {
      edit.seen[named.field] = edit.seen.removeValue(forKey: change.field)
    }
    return edit
  }

  /// Returns the changes with those of the days of the reading.
  private func dated(of book: Book) -> [FieldChange] {
    guard let day else { return changes }
    for case .set(.readState, .readState(let state)?) in changes {
      var draft = BookDraft(book)
      draft.mark(state, on: day)
      return changes.filter { $0.field != .readState } + draft.changes
    }
    return changes
  }

  /// Returns the changes with those of the position that the reader reached.
  private func reaching(_ changes: [FieldChange], in book: Book) throws -> [FieldChange] {
    guard let reached else { return changes }
    let today = PartialDate.day(at: Date())
    let day = try ReadingPosition.day(of: day, today: today)
    var draft = BookDraft(book)
    draft.reach(try reached.place(in: book, on: day), on: day, today: today)
    // A status that is set at the same time counts.
    let stated = Set(changes.map(\.field))
    return changes + draft.changes.filter { !stated.contains($0.field) }
  }

  /// Returns the field in which a change collides, with its values; `nil` if the change does not collide.
  private func side(of change: FieldChange, in book: Book) throws -> EditCollision.Side? {
    guard case .set(let field, _) = change else { return nil }
    let (now, requested) = (book[field], try change.value(changing: book[field]))
    guard let seen = seen[field], seen != now, mindsSame || requested != now else { return nil }
    return EditCollision.Side(field: field, seen: seen, now: now, requested: requested)
  }
}

/// The error for a change that was not made because others have changed the same fields meanwhile.
struct EditCollision: Error {
  /// A field with the value that the client saw, the current value, and the value to set.
  struct Side: Sendable, Equatable {
    let field: BookField
    let seen: FieldValue?
    let now: FieldValue?
    let requested: FieldValue?
  }

  /// The current book.
  let book: Book
  let sides: [Side]
  /// The complete change.
  let edit: BookEdit
}
