import Platform

/// The reason why a whole input cannot be imported. Nothing is stored from such an input.
public enum ImportError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file is not a text file.
  case noText(Binary)
  /// The table has no column that could be the title.
  case noTitleColumn(columns: [String])
  /// A specified column does not exist.
  case noSuchColumn(String, columns: [String])
  /// Two columns were assigned to a field that accepts only one, or a column was assigned to a field that the user left
  /// out.
  case fieldNamedTwice(String, columns: [String])
  /// The rows contain ids but come from standard input, so no file name identifies their source.
  case needsSourceName
  /// The input contains no rows.
  case empty
  /// The input contains only entries that are not books, such as articles. The first value is the number of skipped
  /// entries.
  case noBooks(passedOver: Int, ImportFormat)

  /// The type of a file that is not text.
  public enum Binary: Equatable, Sendable {
    /// An SQLite database, such as that of a calibre library.
    case database
    /// A ZIP archive, such as a spreadsheet's workbook or an EPUB.
    case archive
    case other

    /// Detects a binary file. A file is treated as text if at most one byte in sixteen is a control character. A stray
    /// control character in a text file invalidates only its row.
    ///
    /// - Parameter start: The first bytes of the file.
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

    /// Returns true for ASCII control characters, except white space from tab to carriage return.
    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && !(0x09...0x0D).contains(byte) }
  }

  /// A one-line message for the user. Lists at most 30 columns.
  public var description: String {
    switch self {
    case .noText(.database): "the file is an SQLite database, not a table of books as text"
    case .noText(.archive): "the file is a ZIP archive, such as a workbook, not a table of books as text"
    case .noText(.other): "the file is not a text file; expected CSV, JSON Lines, MARC, BibTeX or RIS"
    case .noTitleColumn(let columns): "no column looks like a title; the columns are \(Self.list(columns))"
    case .noSuchColumn(let column, let columns): "no column '\(column)'; the columns are \(Self.list(columns))"
    case .fieldNamedTwice(let field, let columns):
      "the columns \(columns.map { "'\($0)'" }.joined(separator: " and ")) are both assigned to \(field); choose one"
    case .needsSourceName: "the rows have ids, so a source name is needed"
    case .empty: "the input contains no rows"
    case .noBooks(1, _): "the input contains no books: its only entry was skipped because it is not a book"
    case .noBooks(let passedOver, _):
      "the input contains no books: \(passedOver.grouped) entries were skipped because they are not books"
    }
  }

  private static func list(_ columns: [String]) -> String {
    let shown = columns.prefix(30).joined(separator: ", ")
    return columns.count > 30 ? shown + ", …" : shown
  }
}
