import Catalog
import CommandLineKit

/// A book as a row of a list.
struct BookTableColumns {
  private static let columns = [
    TableColumn("ID", alignment: .right, importance: 9),
    TableColumn("TITLE", minimumWidth: 24, importance: 8),
    TableColumn("AUTHORS", minimumWidth: 18, importance: 5),
    TableColumn("YEAR", alignment: .right, importance: 4),
    TableColumn("PAGES", alignment: .right, importance: 2),
    TableColumn("RATING", alignment: .right, importance: 3),
    TableColumn("READ", importance: 1),
  ]

  /// - Parameter withMetadata: whether there is one for what readers elsewhere think of it, the last one.
  static func columns(withMetadata: Bool) -> [TableColumn] {
    withMetadata ? columns + [TableColumn("READERS", importance: 7)] : columns
  }

  /// - Parameters:
  ///   - settings: for people, what goes without saying is left out.
  ///   - highlighter: finds what is to be marked.
  static func cells(of book: Book, _ settings: TerminalSettings, _ highlighter: SearchHighlighter?) -> [TableCell] {
    let isTerminal = settings.isTerminal
    // Your own never looks like an average; a program reads either as a number.
    let rating =
      book.rating.map { (isTerminal ? settings.symbols.ownMark : "") + $0.shortest } ?? book.averageRating?.shortest
    func marks(_ field: BookField) -> TableCell.Marks? {
      guard let highlighter else { return nil }
      return { highlighter.ranges(in: $0, of: field) }
    }
    let state = isTerminal && book.readState == .unread ? "" : book.readState.rawValue
    return [
      TableCell(String(book.id), style: .dim),
      TableCell(book.title, marks: marks(.title)),
      TableCell(
        book.authors.joined(separator: isTerminal ? ", " : "; "),
        marks: marks(.authors)),
      TableCell(book.published.map { String($0.year) } ?? ""),
      TableCell(book.pages.map { isTerminal ? $0.grouped : String($0) } ?? ""),
      TableCell(rating ?? "", style: book.rating == nil ? .plain : .bold),
      TableCell(state, style: book.readState == .read ? .green : .yellow),
    ]
  }
}
