/// What a query asks of the texts of a field: `title~/^The .*s$/i`.
struct PatternCondition: Equatable, Sendable {
  let field: BookField
  let pattern: TextPattern

  /// - Throws: ``InvalidValue`` where the field has no texts, and as ``TextPattern/init(_:)``.
  init(_ field: BookField, _ definition: FieldDefinition, _ pattern: String) throws {
    guard definition.kind.hasTexts || field.ownKind == .choice else {
      throw InvalidValue(definition.name, pattern, "it is no text in which something could be looked for")
    }
    (self.field, self.pattern) = (field, try TextPattern(pattern))
  }

  /// How its books are found: no index knows. What else the query asks is known sooner, and of the rest one column is read.
  var indexed: IndexedBooks {
    let (field, pattern) = (field, pattern)
    let column = BookColumn.all.first { $0.owner == .field(field) }
    guard let column else {
      return .texts(
        column: "details",
        test: { text in try DetailFields(stored: text)[field].map(pattern.matches) ?? false })
    }
    return .texts(
      column: column.name,
      test: { text in try field.definition.decode(text).map(pattern.matches) ?? false })
  }

  /// Whether a book passes. Agrees with ``indexed``.
  ///
  /// - Throws: ``InvalidValue`` where the pattern tries too many ways to match.
  func contains(_ book: Book) throws -> Bool { try book[field].map(pattern.matches) ?? false }
}
