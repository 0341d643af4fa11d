import Catalog
import CatalogModel

/// What somebody wants changed of a book's fields, with what each showed to them when they decided it.
struct BookEdit: Sendable {
  /// The changes, of each field one at most.
  var changes: [FieldChange] = []
  /// What the fields showed that get another value.
  var seen: [BookField: FieldValue?] = [:]
  /// Whether it stands against a change that others have made the same one: a program that counts would count once for both.
  var mindsSame = true

  /// Makes the changes.
  ///
  /// - Throws: ``EditCollision`` where a field that gets a value shows another one by now than was seen: nothing is changed then.
  func make(of id: Book.ID, in transaction: CatalogTransaction) throws -> ChangeOutcome {
    guard let book = try transaction.snapshot.book(id) else { throw Problem.notFound }
    let sides = try changes.compactMap { try side(of: $0, in: book) }
    guard sides.isEmpty else { throw EditCollision(book: book, sides: sides, edit: self) }
    return try transaction.edit([id], changes)
  }

  /// What stands against a change; `nil` where nothing does.
  private func side(of change: FieldChange, in book: Book) throws -> EditCollision.Side? {
    guard case .set(let field, _) = change else { return nil }
    let (now, wanted) = (book[field], try change.value(changing: book[field]))
    guard let seen = seen[field], seen != now, mindsSame || wanted != now else { return nil }
    return EditCollision.Side(field: field, seen: seen, now: now, wanted: wanted)
  }
}

/// A change that was not made, since others have changed what it was decided by.
struct EditCollision: Error {
  /// A field, with what was seen of it, what it shows now, and what it was to show.
  struct Side: Sendable, Equatable {
    let field: BookField
    let seen: FieldValue?
    let now: FieldValue?
    let wanted: FieldValue?
  }

  /// The book as it is now.
  let book: Book
  let sides: [Side]
  /// The whole change.
  let edit: BookEdit
}
