/// The presence of a field in a record: not mentioned, mentioned without a value, or with one. Absent is not null: what a
/// source does not mention stays as it was.
public enum FieldPresence: Hashable, Sendable {
  /// The record does not mention the field.
  case absent
  /// The record says that the field has no value.
  case null
  /// The record says this.
  case value(FieldValue)

  /// The value, if there is one.
  public var value: FieldValue? {
    if case .value(let value) = self { value } else { nil }
  }
}

/// One ``FieldPresence`` for each field of a book: a record's statements, in canonical form.
public struct FieldPresences: Hashable, Sendable {
  private var entries: [FieldPresence]

  /// A record that mentions no field.
  package init() {
    entries = Array(repeating: .absent, count: BookField.allCases.count)
  }

  /// The presence of one field; `.absent` until it is set.
  public package(set) subscript(field: BookField) -> FieldPresence {
    get { entries[field.ordinal] }
    set { entries[field.ordinal] = newValue }
  }

  /// The fields that are mentioned.
  public var mentioned: [BookField] { BookField.allCases.filter { self[$0] != .absent } }

  /// This record as changed by a newer one: what the newer one mentions replaces, the rest stays. A title cannot be
  /// cleared.
  package func updated(by newer: FieldPresences) -> FieldPresences {
    var result = self
    for field in BookField.allCases where newer[field] != .absent {
      if newer[field] == .null, !field.isClearable { continue }
      result[field] = newer[field]
    }
    return result
  }
}
