import CatalogModel
import Platform

/// Reads the records of a MARCXML document one by one, in constant memory. After an error in the document, reading
/// continues at the next record.
final class MARCXMLRowReader: RowReader {
  /// The maximum number of bytes before the first record. These bytes declare the namespaces, so they are parsed again
  /// after each error. If there are more bytes than this, reading cannot continue after an error.
  private static let headLimit = 4_096
  /// The maximum size of a record in bytes, including comments and other content that is ignored.
  private static let bytesLimit = 8 * MARCXMLCollector.limit
  /// The limits on the number of bytes that are parsed again after errors: a number of bytes, and a multiple of the
  /// bytes read so far. The larger of the two limits applies. A broken record causes one or two times its size to be
  /// parsed again, so a higher number indicates a malicious file.
  private static let (givenAgain, givenAgainForEach) = (64 * 1_048_576, 16)

  private let input: MARCXMLInput
  private let rows: MARCRows
  private let collector = MARCXMLCollector()
  private var reader: XMLReader
  private var head: [UInt8]?
  /// The offset in the input of the parser's first byte, and the number of lines before it.
  private var (offset, linesBefore) = (0, 0)
  /// The offset at which reading continued after the last error. From this offset on, the parser does not know the
  /// elements that enclose the records.
  private var resumed: Int?
  private var waiting: ArraySlice<ImportRow> = []
  private var isAtEnd = false

  /// Creates a reader.
  ///
  /// - Throws: `XMLFailure` if memory is exhausted.
  init(_ source: any ByteSource, _ rows: MARCRows) throws {
    (input, self.rows) = (MARCXMLInput(source), rows)
    reader = try XMLReader(collector)
    collector.reader = reader
  }

  func next() throws -> ImportRow? {
    while waiting.isEmpty, !isAtEnd { try readOn() }
    return waiting.popFirst()
  }

  private func readOn() throws {
    let piece = try Array(input.next())
    var failure: XMLFailure?
    do { try reader.read(piece, isLast: piece.isEmpty) } catch { failure = error }
    waiting = try collector.takeFound().map(row)[...]
    if head == nil, let first = collector.firstStart { head = Array(input[0..<min(first, Self.headLimit + 1)]) }
    if let failure { return try recover(from: failure) }
    isAtEnd = piece.isEmpty
    if head != nil || input.given > Self.headLimit { input.drop(upTo: firstNeeded) }
    if let start = collector.start, input.given - start - offset > Self.bytesLimit {
      reader.stop("the record has more than \(Self.bytesLimit.grouped) bytes")
    }
  }

  /// The offset in the input of the open record, or else of a tag, comment or text that may be unfinished.
  private var firstNeeded: Int {
    if let start = collector.start { return start + offset }
    let unfinished = min(input.tagOrText(around: input.given), reader.position + offset)
    return max(unfinished, input.given - XMLReader.tokenLimit)
  }

  private func row(of found: MARCXMLCollector.Found) throws -> ImportRow {
    let raw = MARCWriter.xml(found.record)
    if let failure = found.failure { return rows.rejected(failure.description, raw: raw) }
    return try rows.row(of: found.record, raw: raw)
  }

  /// Rejects the bytes that cannot be read, and continues at the next record.
  private func recover(from failure: XMLFailure) throws {
    let position = max(reader.position + offset, resumed ?? 0)
    let record = collector.start.map { $0 + offset }
    let first = record ?? input.tagOrText(around: position)
    let isOfRecord = record != nil || input.isRecord(at: first)
    let line = failure.line + linesBefore
    let firstLine = line - input[first..<max(first, position)].count { $0 == UInt8(ascii: "\n") }
    // The first record may be the broken record.
    if head == nil { head = Array(input[0..<min(first, Self.headLimit + 1)]) }
    let canContinue =
      (head?.count ?? .max) <= Self.headLimit && failure.code != .entities
      && input.givenAgain <= max(Self.givenAgain, Self.givenAgainForEach * input.given)
    // If a record has no end, the next record may begin anywhere after its start.
    let next = max(record.map { $0 + 1 } ?? position, (resumed ?? -1) + 1)
    let skipped =
      canContinue ? try input.skipToRecord(from: first, notBefore: next, atMost: MARCXMLCollector.limit) : .init()
    if isOfRecord || resumed == nil {
      let words = "line \(line): \(failure.cause)" + (skipped.next == nil ? "; the records after it are not read" : "")
      waiting.append(rows.rejected(words, raw: skipped.isCut ? [] : skipped.bytes))
    }
    guard let next = skipped.next, let head else {
      isAtEnd = true
      return
    }
    resumed = next
    offset = next - head.count
    linesBefore = firstLine + skipped.lines - 1 - head.count { $0 == UInt8(ascii: "\n") }
    input.resume(from: next)
    collector.reset()
    reader = try XMLReader(collector)
    collector.reader = reader
    try reader.read(head)
  }
}
