import Catalog
import FoundationEssentials

/// Writes books so that another catalog, or another program, can take them in: with every personal field and with the
/// UUID by which a book is known again, without this catalog's numbers.
///
/// Exporting, importing into an empty catalog and exporting again gives the same bytes.
public struct BookExport: Sendable {
  /// What is written: CSV with a header, or JSON Lines.
  public let format: ImportFormat

  /// An export in one of the formats that can be imported.
  public init(format: ImportFormat) { self.format = format }

  /// What the output begins with.
  public var beginning: [UInt8] {
    format == .csv ? Array((Self.columns.joined(separator: ",") + "\n").utf8) : []
  }

  /// The line of one book.
  public func line(for book: Book) -> [UInt8] {
    switch format {
    case .jsonLines:
      var json = JSONWriter(layout: .compact)
      BookJSON.write(book, keys: BookJSON.exportedKeys, to: &json)
      json.endLine()
      return json.bytes
    case .csv:
      var row: [UInt8] = []
      for (index, cell) in Self.cells(of: book).enumerated() {
        if index > 0 { row.append(UInt8(ascii: ",")) }
        CSVCell.append(cell, to: &row)
      }
      row.append(UInt8(ascii: "\n"))
      return row
    }
  }

  private static let columns = ["uuid"] + BookField.allCases.map(\.rawValue)

  private static func cells(of book: Book) -> [String] {
    [book.uuid.uuidString.lowercased()] + BookField.allCases.map { book[$0]?.description ?? "" }
  }
}
