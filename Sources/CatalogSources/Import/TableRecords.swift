import CatalogModel
import FoundationEssentials

/// The reason why a row cannot be read at all: too few cells, a NUL byte, or an unclosed quote.
struct UnsoundRow: Error, CustomStringConvertible {
  /// The reason, worded to follow “row 5 rejected:”.
  let description: String
}

/// Converts the rows of a table to records.
struct TableRecords {
  private(set) var mapping: ColumnMapping
  private let values: CellValues

  init(mapping: ColumnMapping) {
    self.mapping = mapping
    values = CellValues(dialect: mapping.dialect)
  }

  /// Detects the separators of list columns from the first rows.
  mutating func findDivisions(in rows: [CSVRow]) { mapping.findDivisions(in: rows) }

  /// Returns true if, by the dialect's rules, the row is not a book of the user.
  func isSkipped(_ row: CSVRow) -> Bool {
    guard let skipped = mapping.skipped, row.problem == nil, row.cells.indices.contains(skipped.index) else {
      return false
    }
    return skipped.words.contains(values.unwrapped(row.cells[skipped.index]).lowercased())
  }

  /// Returns the record of a row.
  ///
  /// - Throws: ``UnsoundRow``, or `InvalidValue` if the row is not usable.
  func record(of row: CSVRow) throws -> SourceRecord { try builder(of: row).record() }

  func builder(of row: CSVRow) throws -> RecordBuilder {
    if let problem = row.problem { throw UnsoundRow(description: problem) }
    let cells = row.cells
    var builder = RecordBuilder()
    for field in BookField.allCases {
      guard let columns = mapping.columns[field] else { continue }
      try set(field, of: &builder) { builder in
        guard let (value, column) = try value(of: field, columns, cells) else { return }
        guard field == .readState || field == .tags else { return try builder.set(field, value) }
        try builder.noting(column, field) { try $0.set(field, value) }
      }
    }
    for addition in mapping.additions where cells.indices.contains(addition.index) {
      var text = values.unwrapped(cells[addition.index], addition.content.kind)
      if mapping.dialect.hasMarkup, case .paragraph = addition.content { text = MarkupText.plain(text) }
      if text.isEmpty { continue }
      let roles = addition.roles.flatMap { cells.indices.contains($0) ? values.unwrapped(cells[$0]) : nil } ?? ""
      try builder.noting(addition.index, addition.content.field) { builder in
        try set(addition.content.field, of: &builder) {
          try addition.content.add(text, roles: roles, addition.division, to: &$0)
        }
      }
    }
    try builder.end(as: .read)
    for column in mapping.own where cells.indices.contains(column.index) {
      try setting(isNeeded: mapping.dialect.isStrict, in: &builder) { builder in
        let text = values.text(of: cells[column.index], column.kind)
        guard let value = try column.value(of: text) else { return }
        try builder.add(own: value)
        if !column.isDeclared { builder.note(column.index, value) }
      }
    }
    builder.id = id(in: cells)
    if let column = mapping.uuidColumn, case let text = values.unwrapped(cells[column]), !text.isEmpty {
      try setting(isNeeded: mapping.dialect.isStrict, in: &builder) { builder in
        guard let uuid = Self.uuid(text) else { throw InvalidValue("uuid", text, "it is not a UUID") }
        builder.uuid = uuid
      }
    }
    if mapping.dialect.fillsInUnknowns {
      if builder.values[.series] == .absent { builder.leaveOut(.seriesNumber) }
      if case .date(let date)? = builder.values[.published].value, date.year <= 101 { builder.leaveOut(.published) }
    }
    if mapping.dialect.hasSeriesInTitle, builder.values[.series] == .absent,
      case .text(let title)? = builder.values[.title].value, let series = SeriesInTitle(title)
    {
      try builder.leavingOutInvalid { try $0.set(series.places) }
    }
    return builder
  }

  /// Sets a field of a record. An invalid title rejects the row. An invalid ISBN or cover is left out, even in strict
  /// dialects.
  private func set(
    _ field: BookField, of builder: inout RecordBuilder, _ body: (inout RecordBuilder) throws -> Void
  ) throws {
    let isNeeded = field == .title || mapping.dialect.isStrict && ![.isbn, .cover].contains(field)
    try setting(isNeeded: isNeeded, in: &builder, body)
  }

  /// Sets a part of a record.
  ///
  /// - Parameter isNeeded: True if an invalid value rejects the row.
  private func setting(
    isNeeded: Bool, in builder: inout RecordBuilder, _ body: (inout RecordBuilder) throws -> Void
  ) throws {
    if isNeeded { try body(&builder) } else { try builder.leavingOutInvalid(body) }
  }

  /// Returns the source's id for a book whose row is otherwise unusable, or `nil` if the row contains no id.
  func ownID(of row: CSVRow) -> String? {
    let cells = row.cells
    if let id = id(in: cells) { return id.utf8.count > SourceRecord.remoteIDBytes ? nil : id }
    guard let column = mapping.uuidColumn, cells.indices.contains(column) else { return nil }
    return Self.uuid(values.unwrapped(cells[column]))?.lowercaseText
  }

  /// Parses a UUID. Some programs write it without hyphens.
  private static func uuid(_ text: String) -> UUID? {
    if let uuid = UUID(text: text) { return uuid }
    guard text.utf8.count == 32, text.utf8.allSatisfy({ $0 < 128 }) else { return nil }
    var digits = text[...]
    let groups = [8, 4, 4, 4, 12].map { count -> Substring in
      defer { digits = digits.dropFirst(count) }
      return digits.prefix(count)
    }
    return UUID(text: groups.joined(separator: "-"))
  }

  private func id(in cells: [String]) -> String? {
    guard let column = mapping.idColumn, cells.indices.contains(column) else { return nil }
    let id = cells[column].trimmed()
    return id.isEmpty ? nil : id
  }

  /// Returns the first value in a field's columns, and the index of its column. For ISBNs, an invalid cell is skipped
  /// if another column has a valid ISBN.
  private func value(of field: BookField, _ columns: [ColumnMapping.Column], _ cells: [String]) throws
    -> (value: FieldValue, column: Int)?
  {
    var failure: (any Error)?
    for column in columns where cells.indices.contains(column.index) {
      do {
        if let value = try values.value(of: cells[column.index], for: field.definition, column.division) {
          return (value, column.index)
        }
      } catch {
        guard field == .isbn else { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }
}
