import CatalogModel
import Platform

/// Reads the records of a MARC 21 file in ISO 2709.
final class MARCRowReader: RowReader {
  private let splitter: ISO2709Splitter
  private let encoding: TextEncoding?
  private let rows: MARCRows

  /// Creates a reader.
  ///
  /// - Parameter encoding: The encoding that the user specified, or `nil` to detect it for each record.
  init(_ source: any ByteSource, encoding: TextEncoding?, _ rows: MARCRows) {
    splitter = ISO2709Splitter(source)
    (self.encoding, self.rows) = (encoding, rows)
  }

  /// The notation of rejected records: verbatim, one after the other.
  static let notation = EntryNotation()

  func next() throws -> ImportRow? {
    switch try splitter.next() {
    case nil: return nil
    case .tooLong(let limit):
      return rows.rejected("the record has more than \(limit.grouped) bytes", raw: [])
    case .record(let raw):
      do {
        return try rows.row(of: try ISO2709Record.read(raw, encoding: encoding), raw: raw)
      } catch let error as MARCFailure {
        return rows.rejected(error.description, raw: raw)
      }
    }
  }
}
