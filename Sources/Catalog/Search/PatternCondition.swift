/// A condition that a text in a field matches a regular expression, such as `title~/^The .*s$/i`.
struct PatternCondition: Equatable, Sendable {
  let field: BookField
  let pattern: TextPattern

  /// Creates a condition from a field and a pattern.
  ///
  /// - Throws: ``InvalidValue`` if the field does not contain text, and the errors of ``TextPattern/init(_:)``.
  init(_ field: BookField, _ definition: FieldDefinition, _ pattern: String) throws {
    guard definition.kind.hasTexts || field.ownKind?.hasTexts == true else {
      throw InvalidValue(definition.name, pattern, "this field cannot be searched with a pattern")
    }
    (self.field, self.pattern) = (field, try TextPattern(pattern))
  }

  /// The index lookup for the condition. No index supports regular expressions, so the texts are read and tested.
  var indexed: IndexedBooks { .texts(of: field, where: pattern.matches) }

  /// Returns true if a book meets the condition. The result must agree with ``indexed``.
  ///
  /// - Throws: ``InvalidValue`` if matching one of the texts takes too many steps.
  func contains(_ book: Book) throws -> Bool { try book[field].map(pattern.matches) ?? false }
}

extension IndexedBooks {
  /// Returns a lookup that finds books whose value in a field passes a test. The lookup runs after the other conditions
  /// of a query, and reads the field's column only from the remaining books.
  static func texts(of field: BookField, where test: @escaping (FieldValue) throws -> Bool) -> IndexedBooks {
    guard let column = BookColumn.all.first(where: { $0.owner == .field(field) }) else {
      return .texts(column: "details") { text in try DetailFields(stored: text)[field].map(test) ?? false }
    }
    return .texts(column: column.name) { text in try field.definition.decode(text).map(test) ?? false }
  }
}
