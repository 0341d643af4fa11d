import CatalogModel

/// Reads books from JSON Lines, one object a line (docs/json.md).
actor JSONLinesRecordReader: RecordReader {
  /// Rows and bytes of a batch: as many as one transaction of an import takes.
  static let batchRows = 2_000
  static let batchBytes = 4 * 1_048_576

  /// The lines, and the stream under them, which knows how far they are.
  struct Input {
    let lines: LineReader
    let stream: ByteStream
  }

  private let input: Input
  private let acceptsIDs: Bool
  private let parser = JSONParser()
  private var count = 0
  private var fields = OwnFieldLines()

  init(_ input: sending Input, acceptsIDs: Bool) {
    self.input = input
    self.acceptsIDs = acceptsIDs
  }

  func nextBatch() throws -> ImportBatch? {
    var rows: [ImportRow] = []
    var bytes = 0
    while rows.count < Self.batchRows, bytes < Self.batchBytes, let line = try input.lines.next() {
      count += 1
      let row = try row(of: line)
      bytes += row.raw.count
      rows.append(row)
    }
    return rows.isEmpty ? nil : ImportBatch(rows: rows, bytesRead: Int64(input.stream.bytesConsumed))
  }

  private func row(of line: Line) throws -> ImportRow {
    switch line.content {
    case .tooLong(let limit):
      return ImportRow(
        number: line.number, content: .rejected(reason: "the line is longer than \(limit) bytes"), raw: [])
    case .bytes(let bytes):
      let content: ImportRow.Content
      do {
        let value = try parser.value(of: bytes)
        if let field = try fields.declaration(value) {
          return ImportRow(number: line.number, content: .field(field), raw: bytes)
        }
        let builder = try JSONBook(value, fields: fields).builder
        if builder.id != nil, !acceptsIDs {
          guard count > 1 else { throw ImportError.needsSourceName }
          throw InvalidValue("id", builder.id ?? "", "the input has no name that says whose it is")
        }
        content = .record(try builder.record())
      } catch let error as ImportError {
        throw error
      } catch {
        content = .rejected(reason: String(describing: error))
      }
      let remoteID: String? = if case .rejected = content { JSONBook.ownID(in: bytes[...], parser) } else { nil }
      return ImportRow(number: line.number, content: content, raw: bytes, remoteID: remoteID)
    }
  }
}
