/// One change of a book that a user asks for, by the name of a field: of what is typed at run time. An app has
/// ``BookDraft``.
package enum FieldChange: Equatable, Sendable {
  /// Gives the field this value; `nil` leaves it without one.
  case set(BookField, FieldValue?)
  /// Adds values to a list: `--add tags=classic`.
  case add(BookField, [String])
  /// Removes values from a list.
  case remove(BookField, [String])

  /// What the change is about.
  package var field: BookField {
    switch self {
    case .set(let field, _), .add(let field, _), .remove(let field, _): field
    }
  }

  /// The value the field has after this change.
  /// - Throws: ``InvalidValue`` when the field cannot hold it.
  package func value(changing current: FieldValue?) throws -> FieldValue? {
    switch self {
    case .set(let field, let value):
      return try field.canonical(value)
    case .add(let field, let items):
      try requireList()
      return try field.canonical(.list(current.items + items))
    case .remove(let field, let items):
      try requireList()
      guard case .list(let removed)? = try field.canonical(.list(items)) else { return current }
      return try field.canonical(.list(current.items.filter { !removed.contains($0) }))
    }
  }

  private func requireList() throws {
    guard field.isList else {
      throw InvalidValue(
        field.definition.name, "",
        "it is no list, to which single values are added; give it a whole value")
    }
  }
}
