/// A change to one field of a book, for code that knows the field only at run time. Apps use ``BookDraft``.
package enum FieldChange: Equatable, Sendable {
  /// Sets the field's value; `nil` clears it.
  case set(BookField, FieldValue?)
  /// Sets the date whose year lists show. ``named(year:)`` turns this into a change to the field that gives that date.
  case year(FieldValue?)
  /// Adds values to a list: `--add tags=classic`.
  case add(BookField, [String])
  /// Removes values from a list.
  case remove(BookField, [String])
  /// Rewrites a text, or the texts of a list. A field without a value stays empty.
  case rewrite(BookField, TextRewriting)

  /// The field that is changed. For a year, this is the field of books without a date.
  package var field: BookField {
    switch self {
    case .year: .published
    case .set(let field, _), .add(let field, _), .remove(let field, _), .rewrite(let field, _): field
    }
  }

  /// Returns the value of the field after this change.
  ///
  /// - Throws: ``InvalidValue`` if the field cannot hold the value.
  package func value(changing current: FieldValue?) throws -> FieldValue? {
    switch self {
    case .set(_, let value), .year(let value):
      return try field.canonical(value)
    case .add(let field, let items):
      try requireList()
      return try field.canonical(.list(current.items + items))
    case .remove(let field, let items):
      try requireList()
      guard case .list(let removed)? = try field.canonical(.list(items)) else { return current }
      return try field.canonical(.list(current.items.filter { !removed.contains($0) }))
    case .rewrite(let field, let rewriting):
      guard field.definition.kind.hasTexts else {
        throw InvalidValue(field.definition.name, "", "text cannot be replaced in this field")
      }
      return try current.flatMap { try field.canonical(rewriting.rewritten($0)) }
    }
  }

  /// Returns the change, with the given field if it sets the year.
  package func named(year field: BookField) -> FieldChange {
    if case .year(let value) = self { .set(field, value) } else { self }
  }

  private func requireList() throws {
    guard field.isList else {
      throw InvalidValue(
        field.definition.name, "",
        "it is not a list, so single values cannot be added or removed; set the whole value")
    }
  }
}
