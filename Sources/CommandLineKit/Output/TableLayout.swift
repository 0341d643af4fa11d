/// The widths of the columns of a table.
///
/// If there is room, columns have their natural width. If there is not, the columns of the lowest importance are
/// truncated first. Among columns of equal importance, the widest is truncated first. No column becomes narrower than
/// its minimum. If even the minimum widths do not fit, the least important columns are omitted, one after the other;
/// among columns of equal importance, the last is omitted first. At least one column always remains, truncated to the
/// width of the terminal.
package struct TableLayout: Equatable {
  /// The number of spaces between two columns.
  package static let gap = 2

  /// The width of each column in cells; `nil` for an omitted column.
  package let widths: [Int?]

  /// Creates a layout for a terminal.
  ///
  /// - Parameters:
  ///   - columns: The columns of the table.
  ///   - natural: The width of the widest text in each column, in cells; `nil` for a column to omit.
  ///   - width: The width of the terminal.
  ///   - fillsWidth: True to give unused room to the most important column that can be truncated, because later rows
  ///     may be longer.
  package init(columns: [TableColumn], natural: [Int?], width: Int, fillsWidth: Bool = false) {
    let shown = columns.indices.filter { natural[$0] != nil }
    let natural = zip(columns, natural).map { min($1 ?? 0, $0.maximumWidth ?? width) }
    let minimums = zip(columns, natural).map { column, natural in min(natural, column.minimumWidth ?? natural) }
    let kept = Self.kept(of: shown, columns: columns, minimums: minimums, width: width)
    var widths = natural.map { min($0, width) }
    var excess = Self.total(kept.map { widths[$0] }) - width
    while excess > 0, let index = Self.next(toCut: kept, columns: columns, widths: widths, minimums: minimums) {
      widths[index] -= 1
      excess -= 1
    }
    if fillsWidth, excess < 0, let index = Self.mostImportant(of: kept, columns: columns) {
      widths[index] -= excess
    }
    self.widths = columns.indices.map { kept.contains($0) ? widths[$0] : nil }
  }

  private static func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.count - 1)
  }

  private static func kept(of shown: [Int], columns: [TableColumn], minimums: [Int], width: Int) -> [Int] {
    var kept = shown
    while kept.count > 1, total(kept.map { minimums[$0] }) > width {
      let least = kept.reversed().min { columns[$0].importance < columns[$1].importance }
      kept.removeAll { $0 == least }
    }
    return kept
  }

  private static func next(toCut kept: [Int], columns: [TableColumn], widths: [Int], minimums: [Int]) -> Int? {
    kept.filter { widths[$0] > minimums[$0] }
      .min { (columns[$0].importance, -widths[$0]) < (columns[$1].importance, -widths[$1]) }
  }

  private static func mostImportant(of kept: [Int], columns: [TableColumn]) -> Int? {
    kept.filter { columns[$0].minimumWidth != nil && columns[$0].maximumWidth == nil }
      .max { columns[$0].importance < columns[$1].importance }
  }
}
