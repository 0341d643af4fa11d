/// The reason why an input as a whole cannot be imported. Nothing was stored.
public enum ImportError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A file that is none of text.
  case noText(Binary)
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
  /// An input whose entries are articles, or what else is no book of the user's: that many.
  case noBooks(passedOver: Int, ImportFormat)

  /// What a file is that has no text.
  public enum Binary: Equatable, Sendable {
    /// A database of SQLite, such as that of a calibre library.
    case database
    /// A ZIP archive, such as a workbook of a spreadsheet, or an EPUB.
    case archive
    case other

    /// - Parameter start: the first bytes of a file; in one of text, fewer than one of sixteen is a control character.
    ///   One that has strayed into a row is of that row: it is rejected, and the others come.
    init?(_ start: ArraySlice<UInt8>) {
      if start.starts(with: "SQLite format 3\0".utf8) {
        self = .database
      } else if start.starts(with: "PK\u{3}\u{4}".utf8) {
        self = .archive
      } else if start.starts(with: "%PDF-".utf8) || start.count(where: Self.isControl) * 16 > start.count {
        self = .other
      } else {
        return nil
      }
    }

    /// Whether it is one of ASCII's control characters, other than the white space from tab to carriage return.
    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && !(0x09...0x0D).contains(byte) }
  }

  /// One line for people: what is wrong; at most 30 columns are listed.
  public var description: String {
    switch self {
    case .noText(.database): "the file is a database of SQLite, and no table of books as text"
    case .noText(.archive): "the file is a ZIP archive, as workbooks are, and no table of books as text"
    case .noText(.other): "the file is no text"
    case .noTitleColumn(let columns): "no column looks like a title; the columns are \(Self.list(columns))"
    case .noSuchColumn(let column, let columns): "there is no column '\(column)'; the columns are \(Self.list(columns))"
    case .fieldNamedTwice(let field, let columns):
      "the columns \(columns.map { "'\($0)'" }.joined(separator: " and ")) are both named for \(field): choose one"
    case .needsSourceName: "the rows have ids, and the input has no name that says whose they are"
    case .empty: "the input holds no rows"
    case .noBooks(1, _): "the input holds no books: its only entry was passed over, since it is none"
    case .noBooks(let passedOver, _):
      "the input holds no books: \(passedOver.spoken) entries were passed over, since they are none"
    }
  }

  private static func list(_ columns: [String]) -> String {
    let shown = columns.prefix(30).joined(separator: ", ")
    return columns.count > 30 ? shown + ", …" : shown
  }
}
