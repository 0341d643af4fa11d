/// The reason why an input as a whole cannot be imported. Nothing was stored.
public enum ImportError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A table without a column that could be the title.
  case noTitleColumn(columns: [String])
  /// A column that was named and is not there.
  case noSuchColumn(String, columns: [String])
  /// A field that is read from one column, for which two were named, or one and none.
  case fieldNamedTwice(String, columns: [String])
  /// Rows with ids of their own that come from standard input, where no file's name tells whose ids they are.
  case needsSourceName
  /// An input without a single row.
  case empty

  /// One line for people: what is wrong; at most 30 columns are listed.
  public var description: String {
    switch self {
    case .noTitleColumn(let columns): "no column looks like a title; the columns are \(Self.list(columns))"
    case .noSuchColumn(let column, let columns): "there is no column '\(column)'; the columns are \(Self.list(columns))"
    case .fieldNamedTwice(let field, let columns):
      "the columns \(columns.map { "'\($0)'" }.joined(separator: " and ")) are both named for \(field): choose one"
    case .needsSourceName: "the rows have ids, and the input has no name that says whose they are"
    case .empty: "the input holds no rows"
    }
  }

  static func list(_ columns: [String]) -> String {
    let shown = columns.prefix(30).joined(separator: ", ")
    return columns.count > 30 ? shown + ", …" : shown
  }
}
