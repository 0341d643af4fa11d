/// One change of a book that a user asks for, by the name of a field: of what is typed at run time. An app has
/// ``BookDraft``.
package enum FieldChange: Equatable, Sendable {
  /// Gives the field this value; `nil` leaves it without one.
  case set(BookField, FieldValue?)
  /// Adds values to a list: `--add tags=classic`.
  case add(BookField, [String])
  /// Removes values from a list.
  case remove(BookField, [String])
  /// Rewrites texts, or the texts of a list; a field without a value stays so.
  case rewrite(BookField, TextRewriting)

  /// What the change is about.
  package var field: BookField {
    switch self {
    case .set(let field, _), .add(let field, _), .remove(let field, _), .rewrite(let field, _): field
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
    case .rewrite(let field, let rewriting):
      guard field.definition.kind.hasTexts else {
        throw InvalidValue(field.definition.name, "", "it is no text in which something could be replaced")
      }
      return try current.flatMap { try field.canonical(rewriting.rewritten($0)) }
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
