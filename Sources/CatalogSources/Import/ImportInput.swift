import CatalogModel

/// The formats that can be imported.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// One JSON object per line (docs/json.md).
  case jsonLines = "jsonl"
  /// A table with a header (RFC 4180), with cells separated by commas, semicolons, tabs or pipes.
  case csv
  /// A single document: LibraryThing's JSON export, or a BookWyrm account archive (docs/interchange.md). CSL-JSON is
  /// detected by its content.
  case json
  /// MARC 21 records in ISO 2709, the exchange format of libraries.
  case marc
  /// MARC 21 records as XML.
  case marcxml
  /// BibTeX or biblatex entries (docs/citations.md).
  case bibtex
  /// RIS records (docs/citations.md).
  case ris
  /// An array of CSL-JSON objects (docs/citations.md).
  case cslJSON = "csl-json"
}

/// An input from which books are imported, such as a file. Contains a reader of the input's rows, and the properties
/// detected from the input.
///
/// ```swift
/// let input = try ImportInput(path: "books.csv")
/// let report = try await catalog.importRecords(from: input.reader, source: "books")
/// print(report.counts.added, input.notes)
/// ```
public struct ImportInput: Sendable {
  /// Options that override the properties detected from the input.
  ///
  /// ```swift
  /// var options = ImportInput.Options()
  /// try options.take(.title, from: "Name of the book")
  /// ```
  public struct Options: Sendable {
    /// The format, or `nil` to detect it from the file name and the first bytes.
    public var format: ImportFormat?
    /// The columns that the user assigned to fields. Fields that contain lists may have several columns. An empty array
    /// leaves the field out.
    public private(set) var columns: [BookField: [String]] = [:]
    /// The columns that the user assigned to user-defined fields, keyed by the field's column name in this program's
    /// own tables, such as `own.shelf`.
    public private(set) var ownColumns: [String: String] = [:]
    /// True if unknown columns become user-defined fields.
    public var keepsColumns = false
    /// The name of the encoding, or `nil` to detect it.
    public var encoding: String?
    /// True if rows may contain ids. False for standard input without a source name.
    public var acceptsIDs = true

    /// Creates options that detect everything and accept ids.
    public init() {}

    /// Assigns a column to a field. A list field combines the items of all its columns, in the order of the calls.
    ///
    /// - Parameter column: The name in the header, or the column number in a table without a header. An empty name
    ///   leaves the field out.
    /// - Throws: ``ImportError/fieldNamedTwice(_:columns:)`` if the field already has a column and is not a list.
    public mutating func take(_ field: BookField, from column: String) throws {
      let others = columns[field] ?? []
      if columns[field] != nil, !field.isList || others.isEmpty || column.isEmpty {
        throw ImportError.fieldNamedTwice(field.words, columns: [others.last ?? "", column])
      }
      columns[field] = others + (column.isEmpty ? [] : [column])
    }

    /// Assigns a column to a user-defined field.
    ///
    /// - Parameters:
    ///   - name: The field's column name in this program's own tables: `own.shelf`, `own.price:number`,
    ///     `own.mood:choice:happy; sad`.
    ///   - column: The column, as in ``take(_:from:)``.
    /// - Throws: ``ImportError/fieldNamedTwice(_:columns:)`` if the field already has a column.
    public mutating func takeOwn(_ name: String, from column: String) throws {
      let field = Self.field(of: name)
      if let other = ownColumns.first(where: { Self.field(of: $0.key) == field })?.value {
        throw ImportError.fieldNamedTwice(field, columns: [other, column])
      }
      ownColumns[name] = column
    }

    /// Returns the field name that a column name contains, in lowercase and without the kind.
    private static func field(of name: String) -> String {
      name.split(separator: ":", maxSplits: 1).first.map { $0.lowercased() } ?? ""
    }
  }

  /// The reader of the rows. It can be used only once.
  public let reader: any RecordReader
  /// The format, as specified or detected.
  public let format: ImportFormat
  /// The program or service that exported the table for its user, or `nil` for other inputs.
  public let service: String?
  /// The size of the whole input in bytes, or `nil` for a pipe.
  public let totalBytes: Int64?
  /// Notes to show to the user before the import, such as the detected encoding.
  public let notes: [String]
  /// True if the encoding was guessed from the bytes and may be wrong.
  package let isEncodingGuessed: Bool
  /// The format for writing rejected rows, which matches the input's format.
  public let rejects: RejectsFormat
  private let report: @Sendable () -> TableReport

  /// A report on the rows read so far: how columns or entry fields were used, and how many rows were skipped.
  public var table: TableReport { report() }

  /// Opens an input.
  ///
  /// - Parameter path: The path of a file, or `-` for standard input.
  /// - Throws: `InputError` if the input cannot be read; ``ImportError`` if its content cannot be imported;
  ///   `InvalidValue` for an unknown encoding.
  public init(path: String, options: Options = Options()) throws {
    let archive = path == "-" ? nil : FileBytes.realPath(path)
    try self.init(
      path == "-" ? ByteStream.standardInput() : ByteStream(path: path), name: path, archive: archive, options)
  }

  /// Creates an input without a path. References into the input, such as covers in an archive, are not kept.
  ///
  /// - Parameters:
  ///   - descriptor: A file descriptor. It is closed once the whole file was read, or if this initialiser throws.
  ///   - name: The name of the file. Its extension indicates the format.
  /// - Throws: The errors of ``init(path:options:)``.
  package init(descriptor: Int32, name: String, options: Options = Options()) throws {
    try self.init(
      ByteStream(descriptor: descriptor, path: name, closesDescriptor: true), name: name, archive: nil, options)
  }

  /// Creates an input from a stream.
  ///
  /// - Parameter archive: The path of the file. If the file is an archive, this path is used later to read its images.
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
      // If only some rows are in another encoding, the table report counts them after the import.
      notes = reason == .mostlyUTF8 ? [] : [encodingNote].compactMap(\.self)
    }
  }

  /// Returns a reader of MARC 21 records, which state their own encoding.
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

  /// The rows of a table, and the stream that they are read from.
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

  /// A text, and the stream that it is read from.
  private struct Text {
    let input: TextInput
    let stream: ByteStream
  }

  /// Returns a reader of bibliography entries.
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

  /// The maximum size in bytes of an export that is scanned before the import to find the source that the import
  /// updates.
  private static let scannedBytes: Int64 = 67_108_864

  /// True if the input is an export that is scanned before the import to find its source (``ImportScan``).
  package var isScanned: Bool { service != nil && totalBytes.map { $0 <= Self.scannedBytes } == true }

  /// Scans the input to find the source that an import would update. The scan consumes the input, so open the input
  /// again for the import.
  ///
  /// - Throws: `CancellationError`.
  package func scan(today: PartialDate) async throws -> ImportScan? {
    guard isScanned, let service else { return nil }
    return try await ImportScan.read(reader, format: service, today: today)
  }

  /// The error for an input that yielded no records.
  package var emptiness: ImportError {
    let passedOver = table.rows
    return passedOver == 0 ? .empty : .noBooks(passedOver: passedOver, format)
  }

  /// Returns the default name for the source of a file: the file name without its extension.
  package static func sourceName(ofFile path: String) -> String {
    let base = path.unicodeScalars.split(separator: "/").last ?? path.unicodeScalars[...]
    let end = base.lastIndex(of: ".").flatMap { $0 > base.startIndex ? $0 : nil } ?? base.endIndex
    return String(base[..<end])
  }

  private static func encoding(named name: String) throws -> TextEncoding {
    let known = TextEncoding.allCases.map(\.rawValue)
    guard let encoding = TextEncoding.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
      throw InvalidValue("encoding", name, "it must be one of \(known.joined(separator: ", "))")
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
