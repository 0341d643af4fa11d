import CatalogModel

/// The cell of a table in which our own exports write a value, and back where it has several parts.
enum FieldCell {
  /// The parts of a record, within an item of a cell.
  private static let parts = ListDivision(["|"], escapes: [(#"\|"#, "|"), (#"\\"#, #"\"#)])

  /// The cell of a value; an empty one of none.
  static func cell(of value: FieldValue?) -> String {
    switch value {
    case .list(let items)?: ListDivision.ours.cell(of: items)
    case .records(let records)?:
      ListDivision.ours.cell(of: records.map { parts.cell(of: $0.texts(\.description)) })
    default: value?.description ?? ""
    }
  }

  /// The records of a field from the items of a cell.
  ///
  /// - Throws: `InvalidValue` for one with too many parts, or of which a part is no value.
  static func records(_ items: [String], _ shape: [FieldPart], of field: FieldDefinition) throws -> FieldValue {
    .records(try items.map { try field.record(parts.items(of: $0), of: shape) })
  }
}
