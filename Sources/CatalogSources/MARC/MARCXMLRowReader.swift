import CatalogModel

/// Reads the records of a document of MARCXML, one by one, however long it is.
final class MARCXMLRowReader: RowReader {
  /// Takes the records out of a document, wherever in it they stand.
  private final class Collector: XMLHandler {
    private var builder = XMLElementBuilder()
    private var depth = 0
    /// Whether the innermost element is one that has text; what stands between others is there for the eye.
    private var hasText = false
    /// Those that were not taken up yet, and whether something of one is missing, since it is too large.
    var records: [(element: XMLElement, isCut: Bool)] = []

    func begin(_ name: XMLName, _ attributes: [XMLAttribute]) {
      guard depth > 0 || MARCXML.isRecord(name) else { return }
      if depth == 0 { builder = XMLElementBuilder() }
      depth += 1
      hasText = ["leader", "controlfield", "subfield"].contains(name.local)
      builder.begin(name, attributes)
    }

    func text(_ text: String) { if hasText { builder.text(text) } }

    func end() {
      guard depth > 0 else { return }
      depth -= 1
      hasText = false
      if let element = builder.end() { records.append((element, builder.isCut)) }
    }
  }

  private static let pieceSize = 65_536

  private let source: any ByteSource
  private let rows: MARCRows
  private let collector = Collector()
  private let reader: XMLReader
  private var waiting: ArraySlice<(element: XMLElement, isCut: Bool)> = []
  private var isAtEnd = false
  /// Why the document cannot be read on, behind the last record that could be.
  private var failure: XMLFailure?

  /// - Throws: `XMLFailure` when there is no memory.
  init(_ source: any ByteSource, _ rows: MARCRows) throws {
    (self.source, self.rows) = (source, rows)
    reader = try XMLReader(collector)
  }

  func next() throws -> ImportRow? {
    while waiting.isEmpty, !isAtEnd { try readOn() }
    if let (element, isCut) = waiting.popFirst() { return try row(of: element, isCut: isCut) }
    guard let failure else { return nil }
    self.failure = nil
    return rows.rejected("\(failure): no record behind it is read", raw: [])
  }

  private func readOn() throws {
    let piece = try [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
      count = try source.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    do {
      try reader.read(piece, isLast: piece.isEmpty)
      isAtEnd = piece.isEmpty
    } catch {
      (failure, isAtEnd) = (error, true)
    }
    waiting = collector.records[...]
    collector.records = []
  }

  private func row(of element: XMLElement, isCut: Bool) throws -> ImportRow {
    guard !isCut else {
      return rows.rejected("the record has more than \(XMLElementBuilder.limit.spoken) bytes", raw: [])
    }
    let raw = element.bytes
    do { return try rows.row(of: try MARCXML.record(of: element), raw: raw) } catch let error as MARCFailure {
      return rows.rejected(error.description, raw: raw)
    }
  }
}
