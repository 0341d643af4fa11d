import CatalogModel

/// A column of a table that is a field that the user makes.
struct OwnColumn {
  let index: Int
  /// What the field is called.
  let name: String
  /// What it holds where the catalog does not have it yet.
  let kind: OwnField.Kind
  /// Of a choice its words.
  let choices: [String]
  /// Of a list how its items are divided.
  private var division = ListDivision.ours
  /// Whether a flag is set by a mark, and what is not marked says nothing.
  private var isMark = false
  /// Whether its name says that it is a field, so that there is one whatever the cells say.
  let isDeclared: Bool

  /// The column that our own tables call so (``OwnFieldName``); `nil` of another one.
  init?(_ index: Int, header: String) {
    guard OwnFieldName.isOne(header), let column = try? OwnColumn(index, named: header) else {
      return nil
    }
    self = column
  }

  /// A column that was named for a field, by what a table of our own would call it.
  ///
  /// - Throws: `InvalidValue` where no field can be called so.
  init(_ index: Int, named header: String) throws {
    let field = try OwnFieldName(header)
    (self.index, name, kind, choices, isDeclared) = (index, field.name, field.kind, field.choices, true)
  }

  /// A column that is nothing the catalog knows, as a text: `Shelf Mark` is `shelf-mark`. `nil` where no field can be called
  /// so.
  init?(_ index: Int, keeping header: String) {
    guard let name = OwnFieldName.keeping(header) else { return nil }
    (self.index, self.name, kind, choices, isDeclared) = (index, name, .text, [], false)
  }

  /// A column that its program has for what becomes a field.
  init(_ index: Int, _ column: OwnFieldColumn) {
    (self.index, name, kind, choices, isDeclared) = (index, column.name, column.kind, column.choices, false)
    (division, isMark) = (column.division, column.kind == .flag)
  }

  /// What a cell says; `nil` of an empty one.
  ///
  /// - Parameter text: without what the dialect puts around it.
  /// - Throws: `InvalidValue` for what is no value of its kind.
  func value(of text: String) throws -> OwnValue? {
    guard !text.trimmed().isEmpty else { return nil }
    if isMark { return ColumnAddition.Content.isMarked(text) ? OwnValue(name, kind, .flag(true)) : nil }
    let definition = try FieldDefinition.own(name, kind.fieldKind)
    // Our own lists mark the semicolons that belong to an item.
    let value = kind == .list ? .list(division.items(of: text).map { $0.trimmed() }) : try definition.value(of: text)
    return OwnValue(name, kind, choices: choices, value)
  }

  /// The field, of whose values nothing is said.
  var field: OwnValue { OwnValue(name, kind, choices: choices, nil) }
}
