import CatalogModel

/// How a column of lists is divided in a table that is not known: told by its first rows together, for a cell with one name
/// does not show what stands between two.
enum ColumnDivision {
  /// How many rows are looked at.
  static let sampledRows = 500
  /// How many bytes of them.
  static let sampledBytes = 1 << 20

  /// - Parameters:
  ///   - division: what may divide its lists, as far as its name tells.
  ///   - cells: those of the first rows.
  static func division(_ division: ListDivision, of field: BookField, in cells: [String]) -> ListDivision {
    guard let found = division.narrowed(to: cells) else { return division }
    let dividesNames = field == .authors && found.divides(at: ", ")
    return dividesNames && holdsInvertedNames(cells) ? ListDivision([";"], [" & "]) : found
  }

  /// Whether every comma stands in one name, as in “Le Guin, Ursula”.
  private static func holdsInvertedNames(_ cells: [String]) -> Bool {
    let names = cells.filter { $0.contains(",") }
    return !names.isEmpty && names.allSatisfy { PersonName.isInverted($0) }
  }
}
