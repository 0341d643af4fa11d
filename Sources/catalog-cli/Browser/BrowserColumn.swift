import Catalog
import CommandLineKit

/// A column of the rows of the browser that somebody chose.
struct BrowserColumn: Equatable, Sendable {
  let value: ListValue
  let isNumber: Bool
  /// The cells that it takes where there is room. They do not depend on what the rows hold, or columns would jump.
  let usual: Int
  /// The cells below which it is left out instead of being cut.
  let least: Int?
  let most: Int?
  /// Of columns of lower importance less is shown where there is little room.
  let importance: Int

  init(_ column: ListColumn, _ own: OwnFields) {
    (value, isNumber) = (column.value, column.table.alignment == .right)
    (least, most) = (column.table.minimumWidth, column.table.maximumWidth)
    importance = column.table.importance
    usual = Self.usual(column.value, own)
  }

  private static func usual(_ value: ListValue, _ own: OwnFields) -> Int {
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

  /// How many cells each column has of so many; `nil` for one that there is no room for.
  static func widths(_ columns: [BrowserColumn], in cells: Int) -> [Int?] {
    let tables = columns.map {
      TableColumn("", minimumWidth: $0.least, maximumWidth: $0.most, importance: $0.importance)
    }
    return TableLayout(columns: tables, natural: columns.map(\.usual), width: max(0, cells), fillsWidth: true).widths
  }
}
