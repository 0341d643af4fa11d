import CatalogModel
import FoundationEssentials

/// Writes books in formats that other catalogs and programs can import. The output contains all personal fields and the
/// UUID that identifies each book, but not this catalog's ids.
///
/// In every format, exporting, importing into an empty catalog and exporting again yields the same bytes. The catalog
/// content is also preserved, except by ``ExportFormat/goodreads`` and MARC, which lack some fields. A bibliography
/// also changes inverted names to natural order, and groups contributors and identifiers by kind.
///
/// In a bibliography, each book gets a key that is unique among all books written by the same export. Use one export
/// per file.
///
/// ```swift
/// let csv = try await catalog.read { snapshot in
///   let export = BookExport(format: .csv, fields: try snapshot.fields())
///   var bytes = export.beginning
///   try snapshot.forEachBookByID { bytes += export.line(for: $0) }
///   return bytes + export.end
/// }
/// ```
public struct BookExport: Sendable {
  /// The format of the output.
  public let format: ExportFormat
  /// True to write CSV for spreadsheets. Cells that a spreadsheet would evaluate as a formula get an apostrophe at the
  /// beginning. The first name in the header also gets an apostrophe. It tells imports to remove the apostrophes.
  public let isForSpreadsheets: Bool
  /// The user-defined fields. JSON Lines exports begin with declarations of these fields. CSV exports have a column for
  /// each field.
  public let fields: OwnFields
  /// True to write all non-ASCII characters as LaTeX commands in BibTeX.
  public let isASCII: Bool
  private let citations: CitationWriter?
  private let mustEscape: (@Sendable (Unicode.Scalar) -> Bool)?

  /// Creates an export in a format.
  public init(format: ExportFormat, isForSpreadsheets: Bool = false, isASCII: Bool = false, fields: OwnFields) {
    self.init(
      format: format, isForSpreadsheets: isForSpreadsheets, isASCII: isASCII, fields: fields, alsoEscaping: nil)
  }

  /// Creates an export.
  ///
  /// - Parameter mustEscape: Returns true for additional characters to escape in JSON, for output to a terminal.
  ///   Parsers decode the output to the same text.
  package init(
    format: ExportFormat, isForSpreadsheets: Bool, isASCII: Bool = false, fields: OwnFields,
    alsoEscaping mustEscape: (@Sendable (Unicode.Scalar) -> Bool)?
  ) {
    self.format = format
    self.isForSpreadsheets = isForSpreadsheets
    self.isASCII = isASCII
    citations =
      switch format {
      case .bibtex: .bibtex(BibTeXWriter(isASCII: isASCII, fields: fields))
      case .ris: .ris(RISWriter(fields: fields))
      case .cslJSON: .csl(CSLWriter(fields: fields, alsoEscaping: mustEscape))
      case .jsonLines, .csv, .goodreads, .marc, .marcxml: nil
      }
    self.fields = fields
    self.mustEscape = mustEscape
  }

  /// The bytes at the beginning of the output.
  public var beginning: [UInt8] {
    switch format {
    case .jsonLines:
      return fields.shown.flatMap { field in
        var json = JSONWriter(layout: .compact, alsoEscaping: mustEscape)
        OwnFieldLines.write(field, to: &json)
        json.endLine()
        return json.bytes
      }
    case .csv:
      let identity = isForSpreadsheets ? FormulaMark.marked("uuid") : "uuid"
      return CSVCell.row([identity] + BookField.allCases.map(\.rawValue) + fields.shown.map(OwnFieldName.text))
    case .goodreads: return CSVCell.row(GoodreadsRow.header)
    case .marc: return []
    case .marcxml: return Array(MARCWriter.xmlBeginning.utf8)
    case .bibtex, .ris, .cslJSON: return citations?.beginning ?? []
    }
  }

  /// The bytes between two books.
  public var separator: [UInt8] { citations?.separator ?? [] }

  /// The bytes at the end of the output.
  public var end: [UInt8] { format == .marcxml ? Array(MARCWriter.xmlEnd.utf8) : citations?.end ?? [] }

  /// True if the output includes source values for which the catalog has no field.
  public var writesUnknown: Bool { format == .marc || format == .marcxml }

  /// Returns the bytes of one book: a line or an entry.
  ///
  /// - Parameters:
  ///   - unknown: The source values for which the catalog has no field (``CatalogSnapshot/unknown(of:)``). Used only if
  ///     ``writesUnknown`` is true.
  ///   - leavingOut: Called with the name of each part that does not fit the format. In ISO 2709, this is the tag of a
  ///     field of more than 9,999 bytes, or of a field beyond the 99,999 bytes of a record.
  public func line(
    for book: Book, unknown: [String] = [], leavingOut: (String) -> Void = { _ in }
  ) -> [UInt8] {
    switch format {
    case .jsonLines:
      var json = JSONWriter(layout: .compact, alsoEscaping: mustEscape)
      BookJSON.write(book, keys: BookJSON.exportedKeys, own: fields, to: &json)
      json.endLine()
      return json.bytes
    case .csv:
      let cells =
        [book.uuid.lowercaseText] + BookField.allCases.map { book[$0]?.typedText ?? "" }
        + fields.shown.map { book[$0]?.typedText ?? "" }
      return CSVCell.row(isForSpreadsheets ? cells.map(FormulaMark.protecting) : cells)
    case .goodreads: return CSVCell.row(GoodreadsRow.cells(of: book, own: fields))
    case .marc: return MARCWriter.iso2709(MARCComposition.record(of: book, kept: unknown), leavingOut: leavingOut)
    case .marcxml: return MARCWriter.xml(MARCComposition.record(of: book, kept: unknown))
    case .bibtex, .ris, .cslJSON: return citations?.entry(of: book) ?? []
    }
  }
}
