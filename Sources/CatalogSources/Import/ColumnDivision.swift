import CatalogModel

/// Detects the list separators in a table from an unknown program. It examines many rows together, because a cell with
/// a single name does not show the separator.
enum ColumnDivision {
  /// The maximum number of rows to examine.
  static let sampledRows = 500
  /// The maximum number of bytes to examine.
  static let sampledBytes = 1 << 20

  /// Returns the separators that the cells of a column use.
  ///
  /// - Parameters:
  ///   - division: The possible separators, judging by the name of the column.
  ///   - cells: The column's cells in the first rows.
  static func division(_ division: ListDivision, of field: BookField, in cells: [String]) -> ListDivision {
    guard let found = division.narrowed(to: cells) else { return division }
    guard field == .authors, found.divides(at: ", ") else { return found }
    // "King, Stephen & Straub, Peter" is two names, each with a comma.
    let names = cells.flatMap { cell in TableDialect.authorsWithCommas.items(of: cell).map { $0.trimmed() } }
    return holdsInvertedNames(names) ? TableDialect.authorsWithCommas : found
  }

  /// Returns true if commas are part of the names, as in "Le Guin, Ursula", and do not separate them. If both
  /// interpretations are possible, as in "Plato, Aristotle", the comma is treated as part of the name, so that the cell
  /// is kept as written.
  private static func holdsInvertedNames(_ cells: [String]) -> Bool {
    var (inverted, natural, divided, mayBeSeveral) = (0, 0, 0, false)
    for cell in cells {
      switch PersonName.form(of: cell) {
      case .word: break
      case .natural: natural += 1
      case .inverted: inverted += 1
      case .invertedOrTwo: (inverted, mayBeSeveral) = (inverted + 1, true)
      case .several(let names): (divided, mayBeSeveral) = (divided + names, true)
      }
    }
    // Names without a comma matter only if some cell with a comma could contain two names.
    return !mayBeSeveral || inverted >= natural + divided
  }
}
