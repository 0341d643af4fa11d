import CatalogModel

/// A column of a program for which the catalog has no field: it becomes one that the user makes, in tables where it says
/// something.
struct OwnFieldColumn: Sendable {
  /// The name in plain form (``ColumnMapping/plain(_:)``).
  let column: String
  /// What the field is called.
  let name: String
  /// What it holds. A flag is set by a mark, such as `true` or `1`; what is not marked says nothing.
  let kind: OwnField.Kind
  /// Of a choice the words that the program knows.
  let choices: [String]
  /// How lists are divided.
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
