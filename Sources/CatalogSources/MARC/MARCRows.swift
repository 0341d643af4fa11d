import CatalogModel

/// Makes rows of records, whichever way they were written.
final class MARCRows {
  private let refusal: (any Error)?
  private var number = 0
  /// What of the records is not kept.
  let counter = EntryCounter(repeated: MARCBook.repeated)

  /// - Parameter refusal: why ids of records cannot be used; `nil` where they can.
  init(refusingIDs refusal: (any Error)?) { self.refusal = refusal }

  /// The row of bytes that are one record, such as one that was rejected; `nil` of what is none.
  ///
  /// - Throws: what keeps them from being read.
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

  /// - Throws: why ids cannot be used, where the first record has one.
  func row(of record: MARCRecord, raw: [UInt8]) throws -> ImportRow {
    let book = MARCBook(record)
    number += 1
    let id = book.id
    if id != nil, number == 1, let refusal { throw refusal }
    do {
      if let id, refusal != nil { throw InvalidValue("id", id, "the input has no name that says whose it is") }
      let row = try book.sourceRecord()
      book.countLost(counter)
      return ImportRow(number: number, content: .record(row), raw: raw)
    } catch {
      return ImportRow(number: number, content: .rejected(reason: String(describing: error)), raw: raw, remoteID: id)
    }
  }
}
