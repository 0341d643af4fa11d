import CatalogModel
import FoundationEssentials

/// A file of books, or a folder of such files, read again whenever it changed: JSON Lines and CSV, by the readers of
/// imports.
///
/// The rows of a folder are one list, file by file in the order of their names; a row is known by what an import knows it
/// by. Each refresh scans all rows. The cursor is the state of the files and how many rows were taken; `end` when
/// all were.
public actor FileSource: BookSource {
  private static let pageBytes = 4 * 1_048_576

  /// The name under which the catalog knows the source.
  public nonisolated let name: String
  /// Says that it is a file or folder.
  public nonisolated let kind = CatalogSource.Kind.file
  /// The second reads all that a book can say, where the first had fewer fields.
  public nonisolated let decoderVersion = 2
  private let path: String
  private let now: @Sendable () -> Date
  /// The scan under way, which goes on where it is asked for the page behind its last one.
  private var scan: FileScan?

  /// - Parameters:
  ///   - path: a file, or a folder of which the files that end with `.jsonl`, `.ndjson`, `.csv`, `.tsv`, `.mrc` or `.marcxml` are read.
  ///   - now: the time, beside which a file is too new to be known again.
  public init(name: String, path: String, now: @escaping @Sendable () -> Date = { Date() }) {
    self.name = name
    self.path = path
    self.now = now
  }

  /// The records behind a position (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    try Task.checkCancellation()
    let files = try BookFiles(at: path)
    let position: Int
    switch request.cursor {
    case nil: position = 0
    case FileStateCursor.end:
      if request.validators?.lastModified == files.identity { return .unchanged }
      position = 0
    case let cursor?:
      let cursor = try FileStateCursor(cursor, of: path)
      guard cursor.identity == files.identity, let rows = Int(exactly: cursor.place), rows > 0 else {
        throw FileStateCursor.changed(path)
      }
      position = rows
    }
    var scan = FileScan(files)
    if let open = takeScan(over: files, at: position) {
      scan = open
    } else if try await !scan.skip(to: position) {
      throw SourceFailure(.cursorRefused, path, cause: "it has fewer rows than were read of it")
    }
    let items = try await scan.items(size: max(1, request.size), bytes: Self.pageBytes)
    let isLast = try await scan.isAtEnd()
    // What was read of a file that somebody writes is neither its old content nor its new one.
    guard try BookFiles(at: path).identity == files.identity else {
      throw SourceFailure(
        .failed, path, cause: "it changed while it was read", hint: "refresh again when it is complete")
    }
    let page = SourcePage(
      items: items,
      cursor: isLast ? FileStateCursor.end : FileStateCursor(files.identity, Int64(scan.position)).text, isLast: isLast,
      coverage: FileStateCursor.coverage(of: request),
      validators: isLast
        ? FileStateCursor.validators(files.identity, written: files.written, now: now()) : nil)
    if !isLast { self.scan = scan }
    return .page(page)
  }

  /// The scan under way, where it stands at the position; nobody else has it then.
  private func takeScan(over files: BookFiles, at position: Int) -> FileScan? {
    guard let open = scan, position > 0, open.position == position, open.files.identity == files.identity else {
      return nil
    }
    scan = nil
    return open
  }

  /// Reads a record again from what was kept of it (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    guard !payload.isEmpty else { return nil }
    // A line of JSON Lines has no line end in it; a row of a table stands under its header.
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
