import CatalogModel

/// Presents the books of a JSON document as the rows of a table (``DocumentDialect``).
///
/// The document is held in memory. Each book is parsed separately, so an invalid book does not affect the others.
final class DocumentRows: TableRows {
  /// The maximum size of a document in bytes.
  static let sizeLimit = 256 * 1_048_576
  /// The maximum number of unused members to report.
  private static let otherLimit = 200

  let headerRow: CSVRow
  let delimiter = UInt8(ascii: ",")
  let encoding = RowEncoding.utf8

  private let document: [UInt8]
  private let dialect: DocumentDialect
  private let parser: JSONParser
  private let others: [DocumentPath]
  private var ranges: ArraySlice<Range<Int>>
  private var number = 0

  /// Creates the rows of a document.
  ///
  /// - Parameters:
  ///   - document: The document, at most ``sizeLimit`` bytes.
  ///   - path: The path of the file, for errors.
  ///   - archive: The absolute path of the archive that contains the document, or `nil` if there is no archive or it
  ///     cannot be read again.
  /// - Throws: `SourceFailure` if the text is not JSON, or not a supported document.
  init(_ document: [UInt8], path: String, archive: String? = nil) throws(SourceFailure) {
    let hint = "import a JSON export of LibraryThing, an archive of BookWyrm, or JSON Lines"
    guard let known = DocumentDialect.of(DocumentStart(document.prefix(DocumentStart.bytes))) else {
      throw SourceFailure(
        .malformed, path, cause: "it is not a JSON document of a supported program", hint: hint)
    }
    let dialect = known.within(archive: archive)
    let parser = JSONParser(passesOverUnusable: true)
    let others = dialect.otherMembers(limit: Self.otherLimit)
    let ranges: [Range<Int>]
    do {
      ranges = try Self.ranges(of: document, dialect.location, parser, noting: others)
    } catch {
      throw SourceFailure(.malformed, path, cause: error.description, hint: "it may be truncated; export it again")
    }
    let names = others.names.sorted().map { name in dialect.described.map { "\($0).\(name)" } ?? name }
    (self.document, self.dialect, self.parser) = (document, dialect, parser)
    self.others = names.map(DocumentPath.init(stringLiteral:))
    self.ranges = ranges[...]
    let header = dialect.columns.map(\.name) + names
    headerRow = Self.row(0, header)
  }

  private static func ranges(
    of document: [UInt8], _ location: DocumentDialect.Location, _ parser: JSONParser, noting names: JSONMemberNames
  ) throws(JSONParser.Failure) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let parts = JSONSelection.parts(label: "books")
    let selection: JSONSelection =
      switch location {
      case .numberedMembers: parts
      case .member(let name): .members([name: parts])
      }
    _ = try parser.value(of: document, selection, noting: names) { ranges.append($0.range) }
    return ranges
  }

  func next() -> CSVRow? {
    guard let range = ranges.popFirst() else { return nil }
    number += 1
    do {
      let book = try parser.value(of: document[range])
      return Self.row(number, dialect.columns.map { $0.cell(of: book) } + others.map { Self.cell(of: book, $0) })
    } catch {
      return CSVRow(number: number, line: number, cells: [], raw: [], problem: error.description)
    }
  }

  /// Returns the content of an unused member, for the report.
  private static func cell(of book: JSONValue, _ path: DocumentPath) -> String {
    let texts = path.values(in: book).compactMap(\.self).flatMap { value -> [String] in
      if case .object(let members) = value, DocumentPath.elements(of: value) == nil {
        return members.isEmpty ? [] : [value.text.shortened(to: 40)]
      }
      return DocumentPath.texts(of: value)
    }
    return texts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func row(_ number: Int, _ cells: [String]) -> CSVRow {
    var raw: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { raw.append(UInt8(ascii: ",")) }
      CSVCell.append(cell, to: &raw)
    }
    return CSVRow(number: number, line: number + 1, cells: cells, raw: raw, problem: nil)
  }
}
