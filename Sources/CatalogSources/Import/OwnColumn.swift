import CatalogModel

/// A table column that becomes a user-defined field.
struct OwnColumn {
  let index: Int
  /// The name of the field.
  let name: String
  /// The kind that the field gets if the import creates it.
  let kind: OwnField.Kind
  /// The words of a choice field.
  let choices: [String]
  /// The separators between list items.
  private var division = ListDivision.ours
  /// True if the column is a flag. A cell that means “yes” sets the flag; any other cell has no value.
  private var isMark = false
  /// True if the column's name declares the field. Such a field is created even if all its cells are empty.
  let isDeclared: Bool

  /// Creates a column from a header in the notation of this program's own tables (``OwnFieldName``). Returns `nil` for
  /// other headers.
  init?(_ index: Int, header: String) {
    guard OwnFieldName.isOne(header), let column = try? OwnColumn(index, named: header) else {
      return nil
    }
    self = column
  }

  /// Creates a column that the user assigned to a field, named in the notation of this program's own tables.
  ///
  /// - Throws: `InvalidValue` if the name is not a valid field name.
  init(_ index: Int, named header: String) throws {
    let field = try OwnFieldName(header)
    (self.index, name, kind, choices, isDeclared) = (index, field.name, field.kind, field.choices, true)
  }

  /// Creates a text field from an unknown column: `Shelf Mark` becomes `shelf-mark`. Returns `nil` if no valid field
  /// name can be derived.
  init?(_ index: Int, keeping header: String) {
    guard let name = OwnFieldName.keeping(header) else { return nil }
    (self.index, self.name, kind, choices, isDeclared) = (index, name, .text, [], false)
  }

  /// Creates a column that becomes a user-defined field, from a column of a known program.
  init(_ index: Int, _ column: OwnFieldColumn) {
    (self.index, name, kind, choices, isDeclared) = (index, column.name, column.kind, column.choices, false)
    (division, isMark) = (column.division, column.kind == .flag)
  }

  /// Returns the value of a cell, or `nil` if the cell is empty.
  ///
  /// - Parameter text: The text of the cell, without the wrapping of the dialect.
  /// - Throws: `InvalidValue` if the text is not a value of the field's kind.
  func value(of text: String) throws -> OwnValue? {
    guard !text.trimmed().isEmpty else { return nil }
    if isMark { return ColumnAddition.Content.isMarked(text) ? OwnValue(name, kind, .flag(true)) : nil }
    let definition = try FieldDefinition.own(name, kind.fieldKind)
    // In this program's own lists, semicolons within items are escaped.
    let value = kind == .list ? .list(division.items(of: text).map { $0.trimmed() }) : try definition.value(of: text)
    return OwnValue(name, kind, choices: choices, value)
  }

  /// The declaration of the field, without a value.
  var field: OwnValue { OwnValue(name, kind, choices: choices, nil) }
}
