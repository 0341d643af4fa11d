import CatalogModel

/// Reads books from CSL-JSON: an array with one object per book. The document is held in memory, but each book is
/// parsed separately, so that an invalid book does not affect the others.
final class CSLReader: RowReader {
  private let document: [UInt8]
  private let parser = JSONParser(passesOverUnusable: true)
  private let citations: CitationReader
  private let keepsUnknown: Bool
  private var ranges: ArraySlice<Range<Int>>
  private var number = 0
  private var books = CitedBooks()

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - document: The document, which must be an array.
  ///   - path: The path of the file, for errors.
  /// - Throws: `SourceFailure` if the document is not valid JSON.
  init(
    _ document: [UInt8], path: String, _ citations: CitationReader, keepsUnknown: Bool
  ) throws(SourceFailure) {
    var ranges: [Range<Int>] = []
    do {
      _ = try parser.value(of: document, .parts(label: "books")) { ranges.append($0.range) }
    } catch {
      throw SourceFailure(.malformed, path, cause: error.description, hint: "it may be truncated; export it again")
    }
    (self.document, self.citations, self.keepsUnknown) = (document, citations, keepsUnknown)
    self.ranges = ranges[...]
  }

  func next() -> ImportRow? {
    while let range = ranges.popFirst() {
      if let row = row(of: document[range]) { return row }
    }
    return nil
  }

  /// Returns the row for an object, or `nil` if the object is not a book.
  private func row(of bytes: ArraySlice<UInt8>) -> ImportRow? {
    var key: String?
    do {
      guard case .object(let members) = try parser.value(of: bytes) else {
        throw InvalidValue("entry", "", "it is not an object")
      }
      // An object with only a reason comes from a file of rejected entries.
      if members.keys.allSatisfy({ $0 == "reason" }) { return nil }
      let read = CSLCitation(
        members, repeated: parser.repeated, counter: citations.counter, keepsUnknown: keepsUnknown
      ).citation
      key = read.key
      guard let citation = books.book(of: read, countingIn: citations.counter) else {
        citations.counter.countPassedOver()
        return nil
      }
      number += 1
      return ImportRow(number: number, content: .record(try citations.record(of: citation)), raw: Array(bytes))
    } catch {
      number += 1
      let reason = (key.map { "entry \($0.shortened(to: 60)): " } ?? "") + String(describing: error)
      return ImportRow(number: number, content: .rejected(reason: reason), raw: Array(bytes))
    }
  }
}
