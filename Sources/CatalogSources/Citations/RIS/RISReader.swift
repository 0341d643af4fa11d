import CatalogModel
import Platform

/// Reads books from RIS, one per record. A record begins with a `TY` line and ends with an `ER` line, or else where the
/// next record begins. A line without a tag continues the previous line.
final class RISReader: RowReader {
  private let lines: LineReader
  private let encoding: RowEncoding
  private let citations: CitationReader
  private var number = 0
  /// The number of empty lines since the previous line with text.
  private var blank = 0
  /// The lines of the current record.
  private var open: [Line] = []
  private var size = 0
  /// The rows that were read but not yet returned.
  private var ready: ArraySlice<ImportRow> = []
  private var books = CitedBooks()
  private static let recordLimit = InputBuffer.defaultRecordLimit

  private var counter: EntryCounter { citations.counter }

  /// A line, and the number of empty lines before it.
  private struct Line {
    let tag: String?
    let text: ArraySlice<UInt8>
    let raw: [UInt8]
    let blank: Int
  }

  init(_ input: TextInput, _ citations: CitationReader) {
    lines = LineReader(input, skipsBlank: false)
    encoding = RowEncoding(input.detection)
    self.citations = citations
  }

  func next() throws -> ImportRow? {
    while ready.isEmpty, let line = try lines.next() {
      switch line.content {
      case .tooLong(let limit): reject("it has a line of more than \(limit.grouped) bytes")
      case .bytes(let bytes) where bytes.isEmpty: blank += 1
      case .bytes(let bytes): take(bytes)
      }
    }
    if ready.isEmpty, !open.isEmpty { reject("the file ends before its ER line") }
    return ready.popFirst()
  }

  private func take(_ bytes: [UInt8]) {
    let line = Self.line(bytes, blank: blank)
    blank = 0
    if line.tag == "TY" { close() }
    // Outside records, a line without a tag is a comment.
    if open.isEmpty, line.tag == nil || line.tag == "ER" { return }
    size += line.blank + bytes.count
    guard size <= Self.recordLimit else { return reject("it has more than \(Self.recordLimit.grouped) bytes") }
    open.append(line)
    if line.tag == "ER" { close() }
  }

  private static func line(_ bytes: [UInt8], blank: Int) -> Line {
    guard let (tag, text) = RISLine.tag(of: bytes) else {
      return Line(tag: nil, text: RISLine.unfolded(bytes[...]), raw: bytes, blank: blank)
    }
    return Line(tag: tag, text: bytes[text...], raw: bytes, blank: 0)
  }

  private func raw() -> [UInt8] {
    Array(open.map { Array(repeating: 10, count: $0.blank) + $0.raw }.joined(separator: [10])) + [10]
  }

  private func reject(_ reason: String) {
    number += 1
    ready.append(ImportRow(number: number, content: .rejected(reason: reason), raw: open.isEmpty ? [] : raw()))
    (open, size) = ([], 0)
  }

  /// Ends the current record.
  private func close() {
    guard let first = open.first else { return }
    if first.tag != "TY" { return reject("it has no TY line") }
    let raw = raw()
    let isOther = raw.withUnsafeBufferPointer { bytes in
      let illFormed = bytes.baseAddress.flatMap { UTF8Bytes.firstIllFormed($0, count: bytes.count) }
      return (illFormed != nil, encoding.isWindows1252(bytes, firstIllFormed: illFormed))
    }
    if isOther.0, !isOther.1 { return reject("it is not valid UTF-8") }
    let lines = open
    (open, size) = ([], 0)
    let read = citation(of: lines, isWindows1252: isOther.0)
    guard let citation = books.book(of: read, countingIn: counter) else { return counter.countPassedOver() }
    number += 1
    do {
      ready.append(ImportRow(number: number, content: .record(try citations.record(of: citation)), raw: raw))
    } catch {
      let key = citation.key.map { "entry \($0.shortened(to: 60)): " } ?? ""
      ready.append(ImportRow(number: number, content: .rejected(reason: key + String(describing: error)), raw: raw))
    }
  }

  /// Returns the citation for the lines of a record. A line without a tag belongs to the previous line.
  private func citation(of lines: [Line], isWindows1252: Bool) -> Citation {
    var values: [(tag: String, text: String)] = []
    for line in lines {
      let text =
        isWindows1252
        ? line.text.withUnsafeBufferPointer(Windows1252.string) : String(decoding: line.text, as: UTF8.self)
      if let tag = line.tag {
        values.append((tag, text))
      } else if let last = values.indices.last {
        values[last].text += String(repeating: "\n", count: line.blank + 1) + text
      }
    }
    return RISCitation(values, counter: counter).citation
  }
}
