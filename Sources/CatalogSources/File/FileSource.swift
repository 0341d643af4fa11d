import CatalogModel
import FoundationEssentials

/// A file of books, or a folder of such files, which is read again whenever it changes. The formats are the same as for
/// imports.
///
/// The rows of a folder form one list, in the order of the file names. Rows are identified as in an import. Each
/// refresh scans all rows. The cursor consists of the state of the files and the number of rows read, or is `end` after
/// the last row.
///
/// ```swift
/// let file = FileSource(name: "list", path: "/home/anna/books.csv")
/// let reports = try await catalog.syncEngine(sources: [file]).refresh()
/// ```
public actor FileSource: BookSource {
  private static let pageBytes = 4 * 1_048_576

  /// The name that identifies the source in the catalog.
  public nonisolated let name: String
  /// The kind of source: a file or folder.
  public nonisolated let kind = CatalogSource.Kind.file
  /// The version of the decoder. Version 2 reads all fields of a book. Version 1 read fewer fields.
  public nonisolated let decoderVersion = 2
  private let path: String
  private let now: @Sendable () -> Date
  /// The scan in progress, which the request for the next page continues.
  private var scan: FileScan?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - path: A file, or a folder. In a folder, the files that end with `.jsonl`, `.ndjson`, `.csv`, `.tsv`, `.mrc` or
  ///     `.marcxml` are read.
  ///   - now: Returns the current time. A file that was written within the last 2 seconds is treated as possibly
  ///     changed.
  public init(name: String, path: String, now: @escaping @Sendable () -> Date = { Date() }) {
    self.name = name
    self.path = path
    self.now = now
  }

  /// Returns the page of records after the request's cursor (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    try Task.checkCancellation()
    let files = try BookFiles(at: path)
    let position: Int
    switch try FileStateCursor.start(of: request, path: path, identity: { files.identity }) {
    case .unchanged: return .unchanged
    case .first: position = 0
    case .after(let cursor):
      guard cursor.identity == files.identity, let rows = Int(exactly: cursor.position), rows > 0 else {
        throw FileStateCursor.changed(path)
      }
      position = rows
    }
    var scan = FileScan(files)
    if let open = takeScan(over: files, at: position) {
      scan = open
    } else if try await !scan.skip(to: position) {
      throw SourceFailure(.cursorRefused, path, cause: "it has fewer rows than were already read")
    }
    let items = try await scan.items(size: max(1, request.size), bytes: Self.pageBytes)
    let isLast = try await scan.isAtEnd()
    // While another program writes a file, its content is neither the old nor the new version.
    guard try BookFiles(at: path).identity == files.identity else {
      throw SourceFailure(
        .failed, path, cause: "it changed while it was read", hint: "refresh again when it is complete")
    }
    if !isLast { self.scan = scan }
    return FileStateCursor.answer(
      items, of: files.identity, upTo: isLast ? nil : Int64(scan.position), to: request,
      validators: FileStateCursor.validators(files.identity, written: files.written, now: now()))
  }

  /// Removes and returns the scan in progress. Returns `nil` if it is at another position or the files have changed.
  private func takeScan(over files: BookFiles, at position: Int) -> FileScan? {
    guard let open = scan, position > 0, open.position == position, open.files.identity == files.identity else {
      return nil
    }
    scan = nil
    return open
  }

  /// Parses a record again from its stored payload (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    guard !payload.isEmpty else { return nil }
    // A payload is a MARC record, a line of JSON Lines, or the header of a table followed by a row. A line of JSON
    // Lines contains no line break.
    if let row = try MARCRows.row(in: payload) {
      switch row.content {
      case .record(let record): return record
      case .rejected(let reason): throw MARCFailure(reason)
      case .field, .waiting: return nil
      }
    }
    guard payload.contains(UInt8(ascii: "\n")) else {
      return try JSONBook(JSONParser().value(of: payload)).builder.record()
    }
    let detection = EncodingDetection(encoding: .utf8, reason: .requested)
    let rows = try CSVReader(TextInput(source: MemorySource(payload), detection: detection))
    guard let row = try rows.next() else { return nil }
    return try TableRecords(mapping: ColumnMapping(header: rows.header, named: [:])).record(of: row)
  }
}
