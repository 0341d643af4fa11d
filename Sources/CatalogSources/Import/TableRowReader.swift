import CatalogModel
import FoundationEssentials

/// Reads books from a table, one per row.
final class TableRowReader: RowReader {
  private let rows: any TableRows
  private var records: TableRecords
  /// Counts the values that are not imported.
  let counter: TableCounter
  /// The rows that were read ahead to detect list separators and are not returned yet.
  private var ahead: ArraySlice<CSVRow>
  private var hasLookedAhead = false
  /// The user-defined fields that the header declares, returned before the first row.
  private var fields: ArraySlice<OwnValue>

  init(_ rows: any TableRows, mapping: ColumnMapping) {
    ahead = mapping.hasHeader ? [] : [rows.headerRow]
    self.rows = rows
    fields = mapping.own.filter(\.isDeclared).map(\.field)[...]
    records = TableRecords(mapping: mapping)
    counter = TableCounter(
      header: mapping.header, unused: mapping.unused, repeated: mapping.repeated, encoding: rows.encoding)
  }

  func next() throws -> ImportRow? {
    if let field = fields.popFirst() { return ImportRow(number: 0, content: .field(field), raw: []) }
    if !hasLookedAhead { try lookAhead() }
    guard let row = try ahead.popFirst() ?? read() else { return nil }
    if row.isInOtherEncoding { counter.countForeign() }
    return importRow(row)
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
    while let row = try rows.next() {
      if !records.isSkipped(row) { return row }
      counter.countRow()
    }
    return nil
  }

  private func importRow(_ row: CSVRow) -> ImportRow {
    let number = row.number + (records.mapping.hasHeader ? 0 : 1)
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
