import CatalogModel

/// Reads books from JSON Lines, in which each line is one object (docs/json.md).
final class JSONLinesRowReader: RowReader {
  private let lines: LineReader
  private let acceptsIDs: Bool
  private let parser = JSONParser()
  private var count = 0
  private var fields = OwnFieldLines()

  init(_ lines: LineReader, acceptsIDs: Bool) {
    self.lines = lines
    self.acceptsIDs = acceptsIDs
  }

  func next() throws -> ImportRow? {
    guard let line = try lines.next() else { return nil }
    count += 1
    return try row(of: line)
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
          throw InvalidValue("id", builder.id ?? "", "a record with an id needs the name of its source")
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
