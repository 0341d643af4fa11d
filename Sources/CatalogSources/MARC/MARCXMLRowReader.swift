import CatalogModel

/// Reads the records of a document of MARCXML, one by one, however long it is. Where the document is broken, it is read on from
/// the next record.
final class MARCXMLRowReader: RowReader {
  /// Bytes of what stands before the first record, at most, for the document to be read on: with each break it is read again, since
  /// the namespaces are declared there.
  private static let headLimit = 4_096
  /// Bytes of a record with its comments, and with what else says nothing of it.
  private static let bytesLimit = 8 * MARCXMLCollector.limit
  /// Bytes that are read once more behind breaks, at most: in any case, and for each that was read before. A broken record takes one or
  /// two of its size; what takes more is made to take long.
  private static let (givenAgain, givenAgainForEach) = (64 * 1_048_576, 16)

  private let input: MARCXMLInput
  private let rows: MARCRows
  private let collector = MARCXMLCollector()
  private var reader: XMLReader
  private var head: [UInt8]?
  /// Where the first byte that the reader was given would stand in the input, and how many lines lie before it there.
  private var (offset, linesBefore) = (0, 0)
  /// From where on the document was read on behind its last break: how the elements around records end is not known then.
  private var resumed: Int?
  private var waiting: ArraySlice<ImportRow> = []
  private var isAtEnd = false

  /// - Throws: `XMLFailure` when there is no memory.
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
      reader.stop("the record has more than \(Self.bytesLimit.spoken) bytes")
    }
  }

  /// Where the record begins that is open, or else a tag, a comment or a text that may be unfinished.
  private var firstNeeded: Int {
    if let start = collector.start { return start + offset }
    let unfinished = min(input.tagOrText(around: input.given), reader.place + offset)
    return max(unfinished, input.given - XMLReader.tokenLimit)
  }

  private func row(of found: MARCXMLCollector.Found) throws -> ImportRow {
    let raw = MARCWriter.xml(found.record)
    if let failure = found.failure { return rows.rejected(failure.description, raw: raw) }
    return try rows.row(of: found.record, raw: raw)
  }

  /// Rejects what cannot be read, and goes on with the next record.
  private func recover(from failure: XMLFailure) throws {
    let place = max(reader.place + offset, resumed ?? 0)
    let record = collector.start.map { $0 + offset }
    let first = record ?? input.tagOrText(around: place)
    let isOfRecord = record != nil || input.isRecord(at: first)
    let line = failure.line + linesBefore
    let firstLine = line - input[first..<max(first, place)].count { $0 == UInt8(ascii: "\n") }
    // The first record may be the broken one.
    if head == nil { head = Array(input[0..<min(first, Self.headLimit + 1)]) }
    let canGoOn =
      (head?.count ?? .max) <= Self.headLimit && failure.code != .entities
      && input.givenAgain <= max(Self.givenAgain, Self.givenAgainForEach * input.given)
    // What was read of a record that has no end may be the next ones.
    let next = max(record.map { $0 + 1 } ?? place, (resumed ?? -1) + 1)
    let skipped =
      canGoOn ? try input.skipToRecord(from: first, notBefore: next, atMost: MARCXMLCollector.limit) : .init()
    if isOfRecord || resumed == nil {
      let words = "line \(line): \(failure.cause)" + (skipped.next == nil ? ": no record behind it is read" : "")
      waiting.append(rows.rejected(words, raw: skipped.isCut ? [] : skipped.bytes))
    }
    guard let next = skipped.next, let head else {
      isAtEnd = true
      return
    }
    resumed = next
    offset = next - head.count
    linesBefore = firstLine + skipped.lines - 1 - head.count { $0 == UInt8(ascii: "\n") }
    input.goOn(from: next)
    collector.reset()
    reader = try XMLReader(collector)
    collector.reader = reader
    try reader.read(head)
  }
}
