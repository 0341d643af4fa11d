import CatalogModel
import FoundationEssentials

/// Writes books so that another catalog, or another program, can take them in: with every personal field and with the
/// UUID by which a book is known again, without this catalog's numbers.
///
/// Exporting, importing into an empty catalog and exporting again gives the same bytes, in every format. With everything
/// but ``ExportFormat/goodreads`` and MARC, which have not all fields, the catalog says the same, too; through a bibliography, names
/// that were typed turned are turned, and contributors and identifiers are put together by their kinds.
///
/// In a bibliography each book has a name of its own among all that one export has written: it is for one file.
public struct BookExport: Sendable {
  /// How books are written.
  public let format: ExportFormat
  /// Whether CSV is for a spreadsheet, which computes cells that begin like a formula: those get an apostrophe in front.
  /// So does the first name of the header, by which an import knows that it has to take them off again.
  public let isForSpreadsheets: Bool
  /// The fields that the user made: JSON Lines begin with what they are, CSV has a column for each.
  public let fields: OwnFields
  /// Whether BibTeX has commands of LaTeX for all that is not ASCII.
  public let isASCII: Bool
  private let citations: CitationWriter?
  private let mustEscape: (@Sendable (Unicode.Scalar) -> Bool)?

  /// An export in a format.
  public init(format: ExportFormat, isForSpreadsheets: Bool = false, isASCII: Bool = false, fields: OwnFields) {
    self.init(
      format: format, isForSpreadsheets: isForSpreadsheets, isASCII: isASCII, fields: fields, alsoEscaping: nil)
  }

  /// - Parameter mustEscape: what JSON escapes besides, for a terminal; it reads back as the same.
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

  /// The bytes that the output begins with.
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

  /// The bytes that the output ends with.
  public var end: [UInt8] { format == .marcxml ? Array(MARCWriter.xmlEnd.utf8) : citations?.end ?? [] }

  /// Whether the format writes again what sources said that the catalog has no fields for.
  public var writesUnknown: Bool { format == .marc || format == .marcxml }

  /// The bytes of one book: a line, or an entry.
  ///
  /// - Parameters:
  ///   - unknown: where ``writesUnknown``, what sources said of the book that the catalog has no fields for
  ///     (``CatalogSnapshot/unknown(of:)``).
  ///   - leavingOut: called with the name of each part of the entry that the format has no room for: of ISO 2709 the tag of a field
  ///     of more than 9,999 bytes, or beyond the 99,999 bytes of a record.
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
