/// A condition on the texts of a field: `title~/^The .*s$/i`.
struct PatternCondition: Equatable, Sendable {
  let field: BookField
  let pattern: TextPattern

  /// Creates a condition that a field matches a pattern.
  ///
  /// - Throws: ``InvalidValue`` if the field has no texts, and the errors of ``TextPattern/init(_:)``.
  init(_ field: BookField, _ definition: FieldDefinition, _ pattern: String) throws {
    guard definition.kind.hasTexts || field.ownKind?.hasTexts == true else {
      throw InvalidValue(definition.name, pattern, "this field cannot be searched with a pattern")
    }
    (self.field, self.pattern) = (field, try TextPattern(pattern))
  }

  /// The lookup for the condition. No index supports patterns, so the texts are tested.
  var indexed: IndexedBooks { .texts(of: field, where: pattern.matches) }

  /// Returns true if a book meets the condition. Agrees with ``indexed``.
  ///
  /// - Throws: ``InvalidValue`` if the pattern needs too many steps on one of the texts.
  func contains(_ book: Book) throws -> Bool { try book[field].map(pattern.matches) ?? false }
}

extension IndexedBooks {
  /// Returns the lookup for books whose value of a field passes a test. Other conditions of a query are applied first;
  /// for the remaining books, one column is read.
  static func texts(of field: BookField, where test: @escaping (FieldValue) throws -> Bool) -> IndexedBooks {
    guard let column = BookColumn.all.first(where: { $0.owner == .field(field) }) else {
      return .texts(column: "details") { text in try DetailFields(stored: text)[field].map(test) ?? false }
    }
    return .texts(column: column.name) { text in try field.definition.decode(text).map(test) ?? false }
  }
}
