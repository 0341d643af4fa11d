import Catalog
import CommandLineKit

/// A column that the user chose for the browser's rows.
struct BrowserColumn: Equatable, Sendable {
  let value: ListValue
  let isNumber: Bool
  /// The width in cells if there is room. It does not depend on the rows, so that the layout stays fixed while
  /// scrolling.
  let preferredWidth: Int
  /// The minimum width in cells. If `nil`, the column is omitted instead of truncated.
  let minWidth: Int?
  let maxWidth: Int?
  /// The importance of the column. Columns of lower importance are truncated and omitted first.
  let importance: Int

  init(_ column: ListColumn, _ own: OwnFields) {
    (value, isNumber) = (column.value, column.table.alignment == .right)
    (minWidth, maxWidth) = (column.table.minimumWidth, column.table.maximumWidth)
    importance = column.table.importance
    preferredWidth = Self.preferredWidth(column.value, own)
  }

  private static func preferredWidth(_ value: ListValue, _ own: OwnFields) -> Int {
    switch value {
    case .field(.title): return 40
    case .field(.rating), .field(.averageRating), .anyRating: return RatingBar.cells
    case .field(let field):
      return switch own.definition(of: field).kind {
      case .integer, .decimal, .number: 7
      case .flag: 3
      case .date: 10
      case .instant: 19
      case .code: 5
      case .vocabulary(let vocabulary): vocabulary.words.map(DisplayWidth.of).max() ?? 0
      case .isbn: 17
      case .line, .text, .address, .names, .tags, .records: 22
      }
    case .id: return 7
    case .year: return 5
    case .isbn13: return 13
    case .changed: return 19
    case .uuid: return 36
    }
  }

  /// Returns the widths of the columns in the given number of cells; `nil` for a column that does not fit.
  static func widths(_ columns: [BrowserColumn], in cells: Int) -> [Int?] {
    let tables = columns.map {
      TableColumn("", minimumWidth: $0.minWidth, maximumWidth: $0.maxWidth, importance: $0.importance)
    }
    return TableLayout(
      columns: tables, natural: columns.map(\.preferredWidth), width: max(0, cells), fillsWidth: true
    ).widths
  }
}
