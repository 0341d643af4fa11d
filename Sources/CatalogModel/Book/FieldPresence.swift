/// A record's value for one field. Omitting a field differs from clearing it: a field that a source does not mention
/// keeps its value.
public enum FieldPresence: Hashable, Sendable {
  /// The record does not mention the field.
  case absent
  /// The record contains the field without a value.
  case null
  /// The record contains a value for the field.
  case value(FieldValue)

  /// The value; `nil` if the record contains none.
  public var value: FieldValue? {
    if case .value(let value) = self { value } else { nil }
  }
}

/// The values of a record in canonical form: one ``FieldPresence`` for each field.
public struct FieldPresences: Hashable, Sendable {
  private var entries: [FieldPresence]
  /// The user-defined fields that the record mentions, and their values.
  private var own: [BookField: FieldPresence] = [:]

  /// Creates a record that mentions no fields.
  package init() {
    entries = Array(repeating: .absent, count: BookField.allCases.count)
  }

  /// The presence of one field; `.absent` until it is set.
  public package(set) subscript(field: BookField) -> FieldPresence {
    get { field.isOwn ? own[field] ?? .absent : entries[field.ordinal] }
    set {
      if field.isOwn {
        own[field] = newValue == .absent ? nil : newValue
      } else {
        entries[field.ordinal] = newValue
      }
    }
  }

  /// The fields that the record mentions.
  public var mentioned: [BookField] { BookField.allCases.filter { self[$0] != .absent } + ownFields }

  /// The user-defined fields that the record mentions.
  package var ownFields: [BookField] { own.isEmpty ? [] : own.keys.sorted() }

  /// The values of personal fields, except the date added.
  package var personal: DetailFields {
    var personal = DetailFields()
    for field in BookField.personal + ownFields where field != .added {
      if let value = self[field].value { personal[field] = value }
    }
    return personal
  }

  /// Returns this record with the given values in place of all personal values, except the date added.
  package func saying(_ personal: DetailFields) -> FieldPresences {
    var result = self
    for field in BookField.personal + ownFields where field != .added { result[field] = .absent }
    for field in personal.fields { result[field] = personal[field].map(FieldPresence.value) ?? .absent }
    return result
  }

  /// Returns this record, updated by a newer one. Fields that the newer record mentions are replaced; other fields stay
  /// unchanged. A field that requires a value, such as the title, cannot be cleared.
  package func updated(by newer: FieldPresences) -> FieldPresences {
    var result = self
    for field in BookField.allCases where newer[field] != .absent {
      if newer[field] == .null, !field.isClearable { continue }
      result[field] = newer[field]
    }
    result.own.merge(newer.own) { _, new in new }
    return result
  }
}
