import CatalogModel
import FoundationEssentials

/// Reads books from a table, one row a book.
actor CSVRecordReader: RecordReader {
  /// The rows, and the stream under them, which knows how far they are.
  struct Input {
    let rows: any TableRows
    let stream: ByteStream
  }

  private let input: Input
  private var records: TableRecords
  /// Counts what is not kept.
  nonisolated let counter: TableCounter
  /// Rows that were read and not taken yet: the first ones, by which is found out how lists are divided.
  private var ahead: ArraySlice<CSVRow>
  private var hasLookedAhead = false
  /// The fields of the user's own that the header names, to be told before the first row.
  private var fields: [OwnValue]

  init(_ input: sending Input, mapping: ColumnMapping) {
    ahead = mapping.hasHeader ? [] : [input.rows.headerRow]
    self.input = input
    fields = mapping.own.filter(\.isDeclared).map(\.field)
    records = TableRecords(mapping: mapping)
    counter = TableCounter(
      header: mapping.header, unused: mapping.unused, repeated: mapping.repeated,
      encoding: input.rows.encoding)
  }

  func nextBatch() throws -> ImportBatch? {
    var batch = fields.map { ImportRow(number: 0, content: .field($0), raw: []) }
    fields = []
    var bytes = 0
    while batch.count < JSONLinesRecordReader.batchRows, bytes < JSONLinesRecordReader.batchBytes,
      let row = try next()
    {
      let number = row.number + (records.mapping.hasHeader ? 0 : 1)
      bytes += row.raw.count
      if row.isInOtherEncoding { counter.countForeign() }
      batch.append(importRow(number, row))
    }
    return batch.isEmpty ? nil : ImportBatch(rows: batch, bytesRead: Int64(input.stream.bytesConsumed))
  }

  private func next() throws -> CSVRow? {
    if !hasLookedAhead { try lookAhead() }
    if let row = ahead.popFirst() { return row }
    return try read()
  }

  private func lookAhead() throws {
    hasLookedAhead = true
    var bytes = 0
    while ahead.count < ColumnDivision.sampledRows, bytes < ColumnDivision.sampledBytes, let row = try read() {
      bytes += row.raw.count
      ahead.append(row)
    }
    records.findDivisions(in: Array(ahead))
  }

  private func read() throws -> CSVRow? {
    while let row = try input.rows.next() {
      if !records.isSkipped(row) { return row }
      counter.countRow()
    }
    return nil
  }

  private func importRow(_ number: Int, _ row: CSVRow) -> ImportRow {
    do {
      let builder = try records.builder(of: row)
      counter.count(row.cells, builder.outcomes)
      return ImportRow(
        number: number, content: .record(try builder.record()), raw: row.raw)
    } catch {
      return ImportRow(
        number: number, content: .rejected(reason: String(describing: error)), raw: row.raw,
        remoteID: records.ownID(of: row))
    }
  }
}
