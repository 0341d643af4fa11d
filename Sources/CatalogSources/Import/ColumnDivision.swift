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
    guard field == .authors, found.divides(at: ", ") else { return found }
    // “King, Stephen & Straub, Peter” are two names, each with a comma.
    let names = cells.flatMap { cell in TableDialect.authorsWithCommas.items(of: cell).map { $0.trimmed() } }
    return holdsInvertedNames(names) ? TableDialect.authorsWithCommas : found
  }

  /// Whether the commas stand in names, as in “Le Guin, Ursula”, and not between them. Where each may do either, as in
  /// “Plato, Aristotle”, it is left in its name: that keeps the cell as it was written.
  private static func holdsInvertedNames(_ cells: [String]) -> Bool {
    var (inverted, natural, divided, isTold) = (0, 0, 0, false)
    for cell in cells {
      switch PersonName.form(of: cell) {
      case .word: break
      case .natural: natural += 1
      case .inverted: inverted += 1
      case .invertedOrTwo: (inverted, isTold) = (inverted + 1, true)
      case .several(let names): (divided, isTold) = (divided + names, true)
      }
    }
    // Names without a comma say how the others are written only where one of these may be two.
    return !isTold || inverted >= natural + divided
  }
}
