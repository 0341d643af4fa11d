import CatalogModel

/// Converts MARC records in any notation to import rows.
final class MARCRows {
  private let refusal: (any Error)?
  private var number = 0
  /// Counts the values in the records that are not stored.
  let counter = EntryCounter(repeated: MARCBook.repeated)

  /// Creates a converter.
  ///
  /// - Parameter refusal: The reason why ids of records cannot be used, or `nil` if they can be used.
  init(refusingIDs refusal: (any Error)?) { self.refusal = refusal }

  /// Returns the row for a single record, such as a rejected record, or `nil` if the bytes are not a record.
  ///
  /// - Throws: The error that prevents reading the record.
  static func row(in bytes: [UInt8]) throws -> ImportRow? {
    let rows = MARCRows(refusingIDs: nil)
    let source = MemorySource(bytes)
    if MARCStart.isXML(bytes[...]) { return try MARCXMLRowReader(source, rows).next() }
    return MARCStart.isISO2709(bytes[...]) ? try MARCRowReader(source, encoding: nil, rows).next() : nil
  }

  func rejected(_ reason: String, raw: [UInt8]) -> ImportRow {
    number += 1
    return ImportRow(number: number, content: .rejected(reason: reason), raw: raw)
  }

  /// Returns the row for a record.
  ///
  /// - Throws: The reason why ids cannot be used, if the first record has an id.
  func row(of record: MARCRecord, raw: [UInt8]) throws -> ImportRow {
    let book = MARCBook(record)
    number += 1
    let id = book.id
    if id != nil, number == 1, let refusal { throw refusal }
    do {
      if let id, refusal != nil { throw InvalidValue("id", id, "a record with an id needs the name of its source") }
      let row = try book.sourceRecord()
      book.countLost(counter)
      return ImportRow(number: number, content: .record(row), raw: raw)
    } catch {
      return ImportRow(number: number, content: .rejected(reason: String(describing: error)), raw: raw, remoteID: id)
    }
  }
}
