/// What a query asks of the texts of a field: `title~/^The .*s$/i`.
struct PatternCondition: Equatable, Sendable {
  let field: BookField
  let pattern: TextPattern

  /// - Throws: ``InvalidValue`` where the field has no texts, and as ``TextPattern/init(_:)``.
  init(_ field: BookField, _ definition: FieldDefinition, _ pattern: String) throws {
    guard definition.kind.hasTexts || field.ownKind?.hasTexts == true else {
      throw InvalidValue(definition.name, pattern, "it is no text in which something could be looked for")
    }
    (self.field, self.pattern) = (field, try TextPattern(pattern))
  }

  /// How its books are found: no index knows.
  var indexed: IndexedBooks { .texts(of: field, where: pattern.matches) }

  /// Whether a book passes. Agrees with ``indexed``.
  ///
  /// - Throws: ``InvalidValue`` if the pattern needs too many steps on one of the texts.
  func contains(_ book: Book) throws -> Bool { try book[field].map(pattern.matches) ?? false }
}

extension IndexedBooks {
  /// Books of whose value in a field a test is true. What else a query asks is known sooner, and of the rest one column is read.
  static func texts(of field: BookField, where test: @escaping (FieldValue) throws -> Bool) -> IndexedBooks {
    guard let column = BookColumn.all.first(where: { $0.owner == .field(field) }) else {
      return .texts(column: "details") { text in try DetailFields(stored: text)[field].map(test) ?? false }
    }
    return .texts(column: column.name) { text in try field.definition.decode(text).map(test) ?? false }
  }
}
