import CatalogModel

/// A column in a known program's table for which the catalog has no field. The import creates a user-defined field for
/// the column if any of its cells has a value.
struct OwnFieldColumn: Sendable {
  /// The column name in plain form (``ColumnMapping/plain(_:)``).
  let column: String
  /// The name of the field.
  let name: String
  /// The kind of the field. A flag is set by a cell that means “yes”, such as `true` or `1`; any other cell has no
  /// value.
  let kind: OwnField.Kind
  /// The words that the program offers for a choice field.
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
