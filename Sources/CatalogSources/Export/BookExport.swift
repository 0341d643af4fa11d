import Catalog
import FoundationEssentials

/// Writes books so that another catalog, or another program, can take them in: with every personal field and with the
/// UUID by which a book is known again, without this catalog's numbers.
///
/// Exporting, importing into an empty catalog and exporting again gives the same bytes.
public struct BookExport: Sendable {
  /// What is written: CSV with a header, or JSON Lines.
  public let format: ImportFormat
  private let mustEscape: (@Sendable (Unicode.Scalar) -> Bool)?

  /// An export in one of the formats that can be imported.
  public init(format: ImportFormat) { self.init(format: format, alsoEscaping: nil) }

  /// - Parameter mustEscape: what JSON escapes besides, for a terminal; it reads back as the same.
  package init(format: ImportFormat, alsoEscaping mustEscape: (@Sendable (Unicode.Scalar) -> Bool)?) {
    self.format = format
    self.mustEscape = mustEscape
  }

  /// What the output begins with.
  public var beginning: [UInt8] {
    format == .csv ? Array((Self.columns.joined(separator: ",") + "\n").utf8) : []
  }

  /// The line of one book.
  public func line(for book: Book) -> [UInt8] {
    switch format {
    case .jsonLines:
      var json = JSONWriter(layout: .compact, alsoEscaping: mustEscape)
      BookJSON.write(book, keys: BookJSON.exportedKeys, to: &json)
      json.endLine()
      return json.bytes
    case .csv:
      return Array((Self.cells(of: book).map(Self.quoted).joined(separator: ",") + "\n").utf8)
    }
  }

  private static let columns = ["uuid"] + BookField.allCases.map(\.rawValue)

  private static func cells(of book: Book) -> [String] {
    [book.uuid.uuidString.lowercased()] + BookField.allCases.map { book[$0]?.description ?? "" }
  }

  /// RFC 4180, 2.6 and 2.7.
  private static func quoted(_ cell: String) -> String {
    guard cell.utf8.contains(where: { $0 == 34 || $0 == 44 || $0 == 10 || $0 == 13 }) else { return cell }
    return "\"" + cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
