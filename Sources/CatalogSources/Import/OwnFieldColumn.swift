import CatalogModel

/// A column of a known program for which the catalog has no field. It becomes a user-defined field in imports where its
/// cells are not empty.
struct OwnFieldColumn: Sendable {
  /// The column name in plain form (``ColumnMapping/plain(_:)``).
  let column: String
  /// The name of the field.
  let name: String
  /// The kind of the field. A flag is set by a mark, such as `true` or `1`; a cell without a mark has no value.
  let kind: OwnField.Kind
  /// The words of a choice field that the program knows.
  let choices: [String]
  /// The separators between list items.
  let division: ListDivision

  private init(
    _ column: String, _ name: String, _ kind: OwnField.Kind, choices: [String] = [], _ division: ListDivision = .ours
  ) {
    (self.column, self.name, self.kind, self.choices, self.division) = (column, name, kind, choices, division)
  }

  static func text(_ column: String, as name: String) -> OwnFieldColumn { OwnFieldColumn(column, name, .text) }

  static func date(_ column: String, as name: String) -> OwnFieldColumn { OwnFieldColumn(column, name, .date) }

  static func flag(_ column: String, as name: String) -> OwnFieldColumn { OwnFieldColumn(column, name, .flag) }

  static func list(
    _ column: String, as name: String, dividedBy division: ListDivision = .commas
  ) -> OwnFieldColumn {
    OwnFieldColumn(column, name, .list, division)
  }

  static func choice(_ column: String, as name: String, of words: [String]) -> OwnFieldColumn {
    OwnFieldColumn(column, name, .choice, choices: words)
  }
}
