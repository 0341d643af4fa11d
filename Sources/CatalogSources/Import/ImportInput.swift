import CatalogModel

/// The formats that can be imported.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// One JSON object a line (docs/json.md).
  case jsonLines = "jsonl"
  /// A table with a header (RFC 4180), divided by commas, semicolons, tabs or pipes.
  case csv
  /// One document: the JSON of LibraryThing, or the archive of an account of BookWyrm (docs/interchange.md). One of CSL-JSON is
  /// told from these by what is in it.
  case json
  /// Records of MARC 21 in ISO 2709, as libraries exchange them.
  case marc
  /// Records of MARC 21 as XML.
  case marcxml
  /// Entries of BibTeX or biblatex (docs/citations.md).
  case bibtex
  /// Records of RIS (docs/citations.md).
  case ris
  /// An array of objects of CSL-JSON (docs/citations.md).
  case cslJSON = "csl-json"
}

/// An input of books: where its rows come from, and how they are to be read.
public struct ImportInput: Sendable {
  /// How an input is to be read, where it should not be found out from the input itself.
  public struct Options: Sendable {
    /// `nil` tells it by the file's name, else by its first character.
    public var format: ImportFormat?
    /// Columns that were named for fields: one, several of a list of names or tags, or none of a field that is left out.
    public private(set) var columns: [BookField: [String]] = [:]
    /// Columns that were named for fields of the user's own, each under what a table of our own would call it.
    public private(set) var ownColumns: [String: String] = [:]
    /// Whether a column of a table that is not known becomes a field of the user's own.
    public var keepsColumns = false
    /// `nil` finds it out.
    public var encoding: String?
    /// Whether ids in the rows may be used: not from standard input without a name for their source.
    public var acceptsIDs = true

    /// Finds out everything, and accepts ids.
    public init() {}

    /// Names a column for a field. Authors and tags have the items of all columns that are named for them, in that order.
    ///
    /// - Parameter column: its name in the header, or its number in a table without one. An empty name leaves the field
    ///   out.
    /// - Throws: ``ImportError/fieldNamedTwice(_:columns:)`` where the field has a column already and is no such list.
    public mutating func take(_ field: BookField, from column: String) throws {
      let others = columns[field] ?? []
      if columns[field] != nil, !field.isList || others.isEmpty || column.isEmpty {
        throw ImportError.fieldNamedTwice(field.words, columns: [others.last ?? "", column])
      }
      columns[field] = others + (column.isEmpty ? [] : [column])
    }

    /// Names a column for a field of the user's own.
    ///
    /// - Parameters:
    ///   - name: what a table of our own would call it: `own.shelf`, `own.price:number`, `own.mood:choice:happy; sad`.
    ///   - column: as in ``take(_:from:)``.
    /// - Throws: ``ImportError/fieldNamedTwice(_:columns:)`` where the field has a column already.
    public mutating func takeOwn(_ name: String, from column: String) throws {
      let field = Self.field(of: name)
      if let other = ownColumns.first(where: { Self.field(of: $0.key) == field })?.value {
        throw ImportError.fieldNamedTwice(field, columns: [other, column])
      }
      ownColumns[name] = column
    }

    /// What a column of our own table calls its field, without the kind.
    private static func field(of name: String) -> String {
      name.split(separator: ":", maxSplits: 1).first.map { $0.lowercased() } ?? ""
    }
  }

  /// Gives the rows, once, from the first to the last.
  public let reader: any RecordReader
  /// The format that was asked for or found out.
  public let format: ImportFormat
  /// The program or service that wrote the table for one person; `nil` of other inputs.
  public let service: String?
  /// Bytes of the whole input; `nil` when it is a pipe.
  public let totalBytes: Int64?
  /// Notes for a person, before the import: the encoding.
  public let notes: [String]
  /// Whether the encoding was found out by what the bytes look like, and may be another one.
  package let isEncodingGuessed: Bool
  /// Writes rejected rows in the input's own format.
  public let rejects: RejectsFormat
  private let report: @Sendable () -> TableReport

  /// What became of the columns of a table, or of what entries say, and what was passed over, in the rows that were read
  /// so far.
  public var table: TableReport { report() }

  /// - Parameter path: a file, or `-` for standard input.
  /// - Throws: `InputError` when it cannot be read; ``ImportError`` when it makes no sense; `InvalidValue` for an
  ///   unknown encoding.
  public init(path: String, options: Options = Options()) throws {
    let archive = path == "-" ? nil : FileBytes.realPath(path)
    try self.init(
      path == "-" ? ByteStream.standardInput() : ByteStream(path: path), name: path, archive: archive, options)
  }

  /// An input that has no path. What would lead back into it is not kept, such as the covers in an archive.
  ///
  /// - Parameters:
  ///   - descriptor: of a file, which is closed when all of it was read, and where this throws.
  ///   - name: what the file is called; the end of its name tells the format.
  /// - Throws: as ``init(path:options:)``.
  package init(descriptor: Int32, name: String, options: Options = Options()) throws {
    try self.init(
      ByteStream(descriptor: descriptor, path: name, closesDescriptor: true), name: name, archive: nil, options)
  }

  /// - Parameter archive: the path by which an archive can be read again.
  private init(_ stream: sending ByteStream, name path: String, archive: String?, _ options: Options) throws {
    let encoding = try options.encoding.map(Self.encoding(named:))
    let format = try options.format ?? Self.format(of: path, stream)
    totalBytes = stream.totalSize.map(Int64.init)
    if format == .json || format == .cslJSON {
      let archive = try DocumentBytes.isArchived(in: stream) ? archive : nil
      let document = try DocumentBytes.all(of: stream, encoding)
      if format == .cslJSON || CSLStart.isOne(document.prefix(DocumentStart.bytes)) {
        let counter = EntryCounter()
        let citations = CitationReader(counter: counter, acceptsIDs: options.acceptsIDs)
        let rows = try CSLReader(document, path: stream.path, citations, keepsUnknown: options.keepsColumns)
        reader = BatchingReader(BatchingReader.Input(rows: rows, stream: stream))
        (report, rejects) = ({ counter.report }, .entries(.csl))
        (self.format, service, notes, isEncodingGuessed) = (.cslJSON, nil, [], false)
        return
      }
      let rows = try DocumentRows(document, path: stream.path, archive: archive)
      (reader, report, rejects, service) = try Self.table(Table(rows: rows, stream: stream), options)
      (self.format, notes, isEncodingGuessed) = (format, [], false)
      return
    }
    if format == .marc || format == .marcxml {
      (reader, report, rejects) = try Self.records(of: format, stream, encoding, options)
      (self.format, service, notes, isEncodingGuessed) = (format, nil, [], false)
      return
    }
    let input = try TextInput(stream, encoding: encoding)
    let (encodingNote, reason) = (input.detection.message, input.detection.reason)
    if [.utf8, .windows1252].contains(input.detection.encoding), let kind = ImportError.Binary(try stream.peek(1_024)) {
      throw ImportError.noText(kind)
    }
    self.format = format
    isEncodingGuessed = reason == .notUTF8 || reason == .mostlyUTF8
    switch format {
    case .jsonLines:
      let rows = JSONLinesRowReader(LineReader(input), acceptsIDs: options.acceptsIDs)
      reader = BatchingReader(BatchingReader.Input(rows: rows, stream: stream))
      rejects = .jsonLines
      (report, service) = ({ TableReport() }, nil)
      notes = [encodingNote].compactMap(\.self)
    case .bibtex, .ris:
      (reader, report, rejects) = Self.citations(Text(input: input, stream: stream), format, options)
      service = nil
      notes = [encodingNote].compactMap(\.self)
    case .csv, .json, .marc, .marcxml, .cslJSON:
      let isList = try options.columns.isEmpty && ISBNListRows.isOne(stream.peek(ISBNListRows.startBytes))
      let rows: any TableRows = try isList ? ISBNListRows(LineReader(input)) : CSVReader(input)
      (reader, report, rejects, service) = try Self.table(Table(rows: rows, stream: stream), options)
      // Which rows were what is told behind them.
      notes = reason == .mostlyUTF8 ? [] : [encodingNote].compactMap(\.self)
    }
  }

  /// Records of MARC 21, which say themselves in which encoding they are.
  private static func records(
    of format: ImportFormat, _ stream: sending ByteStream, _ encoding: TextEncoding?, _ options: Options
  ) throws -> (any RecordReader, @Sendable () -> TableReport, RejectsFormat) {
    let records = MARCRows(refusingIDs: options.acceptsIDs ? nil : ImportError.needsSourceName)
    let counter = records.counter
    let rows: any RowReader =
      try format == .marc
      ? MARCRowReader(stream, encoding: encoding, records) : MARCXMLRowReader(stream, records)
    let notation = format == .marc ? MARCRowReader.notation : MARCXML.notation
    let reader = BatchingReader(BatchingReader.Input(rows: rows, stream: stream))
    return (reader, { counter.report }, .entries(notation))
  }

  /// The rows of a table, and the stream under them.
  private struct Table {
    let rows: any TableRows
    let stream: ByteStream
  }

  private static func table(
    _ table: sending Table, _ options: Options
  ) throws -> (any RecordReader, @Sendable () -> TableReport, RejectsFormat, service: String?) {
    let rows = table.rows
    let mapping = try ColumnMapping(
      header: rows.headerRow.cells, named: options.columns, own: options.ownColumns, keepsColumns: options.keepsColumns)
    if !options.acceptsIDs, mapping.hasID { throw ImportError.needsSourceName }
    let rejects = RejectsFormat.csv(header: mapping.hasHeader ? rows.headerRow.raw : nil, delimiter: rows.delimiter)
    let reader = TableRowReader(rows, mapping: mapping)
    let counter = reader.counter
    let service = mapping.dialect.isExport ? mapping.dialect.name : nil
    return (
      BatchingReader(BatchingReader.Input(rows: reader, stream: table.stream)), { counter.report }, rejects, service
    )
  }

  /// A text, and the stream under it.
  private struct Text {
    let input: TextInput
    let stream: ByteStream
  }

  /// Entries of a bibliography.
  private static func citations(
    _ text: sending Text, _ format: ImportFormat, _ options: Options
  ) -> (any RecordReader, @Sendable () -> TableReport, RejectsFormat) {
    let counter = EntryCounter()
    let citations = CitationReader(counter: counter, acceptsIDs: options.acceptsIDs)
    let rows: any RowReader =
      format == .ris
      ? RISReader(text.input, citations) : BibTeXReader(text.input, citations, keepsUnknown: options.keepsColumns)
    let reader = BatchingReader(BatchingReader.Input(rows: rows, stream: text.stream))
    return (reader, { counter.report }, .entries(format == .ris ? .ris : .bibtex))
  }

  /// The number of bytes up to which an export is read twice, to find the source that it updates.
  private static let scannedBytes: Int64 = 67_108_864

  /// True if the input is an export that is read for its identity before it is imported (``ImportScan``).
  package var isScanned: Bool { service != nil && totalBytes.map { $0 <= Self.scannedBytes } == true }

  /// Reads the input for its identity. It cannot be imported then: open it once more.
  ///
  /// - Throws: `CancellationError`.
  package func scan(today: PartialDate) async throws -> ImportScan? {
    guard isScanned, let service else { return nil }
    return try await ImportScan.read(reader, format: service, today: today)
  }

  /// What is the matter with an input that has given no record.
  package var emptiness: ImportError {
    let passedOver = table.rows
    return passedOver == 0 ? .empty : .noBooks(passedOver: passedOver, format)
  }

  /// The name that the source of a file is given where nobody chooses another: the file's, without its ending.
  package static func sourceName(ofFile path: String) -> String {
    let base = path.unicodeScalars.split(separator: "/").last ?? path.unicodeScalars[...]
    let end = base.lastIndex(of: ".").flatMap { $0 > base.startIndex ? $0 : nil } ?? base.endIndex
    return String(base[..<end])
  }

  private static func encoding(named name: String) throws -> TextEncoding {
    let known = TextEncoding.allCases.map(\.rawValue)
    guard let encoding = TextEncoding.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
      throw InvalidValue("encoding", name, "known encodings are \(known.joined(separator: ", "))")
    }
    return encoding
  }

  private static func format(of path: String, _ stream: ByteStream) throws -> ImportFormat {
    let name = path.lowercased()
    if try DocumentBytes.isArchived(in: stream) { return .json }
    if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") { return .jsonLines }
    if name.hasSuffix(".csv") || name.hasSuffix(".tsv") || name.hasSuffix(".tab") { return .csv }
    let beginning = try stream.peek(MARCStart.bytes)
    if MARCStart.isXML(beginning) { return .marcxml }
    if MARCStart.isISO2709(beginning) || [".mrc", ".marc", ".iso2709"].contains(where: name.hasSuffix) { return .marc }
    if name.hasSuffix(".marcxml") { return .marcxml }
    if let format = try ImportFormat.citations(named: name) ?? ImportFormat.citations(stream.peek(BibTeXStart.bytes)) {
      return format
    }
    if try CSLStart.isOne(stream.peek(DocumentStart.bytes)) { return .cslJSON }
    let start = try stream.peek(1_024).first { !($0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 <= 32) }
    guard start == UInt8(ascii: "{") else { return name.hasSuffix(".json") ? .jsonLines : .csv }
    return DocumentDialect.of(DocumentStart(try stream.peek(DocumentStart.bytes))) == nil ? .jsonLines : .json
  }
}
