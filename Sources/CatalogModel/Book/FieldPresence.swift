/// A record's statement about one field: not mentioned, without a value, or with a value. Not mentioning a field
/// differs from stating that it has no value: a field that a source does not mention stays unchanged.
public enum FieldPresence: Hashable, Sendable {
  /// The record does not mention the field.
  case absent
  /// The record states that the field has no value.
  case null
  /// The record states a value.
  case value(FieldValue)

  /// The stated value; `nil` if the record states none.
  public var value: FieldValue? {
    if case .value(let value) = self { value } else { nil }
  }
}

/// One ``FieldPresence`` for each field of a book: a record's statements, in canonical form.
public struct FieldPresences: Hashable, Sendable {
  private var entries: [FieldPresence]
  /// The presences of the user-defined fields that are mentioned.
  private var own: [BookField: FieldPresence] = [:]

  /// Creates a record that mentions no field.
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

  /// The fields that are mentioned.
  public var mentioned: [BookField] { BookField.allCases.filter { self[$0] != .absent } + ownFields }

  /// The user-defined fields that are mentioned.
  package var ownFields: [BookField] { own.isEmpty ? [] : own.keys.sorted() }

  /// The values of personal fields, except the date added.
  package var personal: DetailFields {
    var personal = DetailFields()
    for field in BookField.personal + ownFields where field != .added {
      if let value = self[field].value { personal[field] = value }
    }
    return personal
  }

  /// Returns this record with the values of all personal fields replaced, except the date added.
  package func saying(_ personal: DetailFields) -> FieldPresences {
    var result = self
    for field in BookField.personal + ownFields where field != .added { result[field] = .absent }
    for field in personal.fields { result[field] = personal[field].map(FieldPresence.value) ?? .absent }
    return result
  }

  /// Returns this record updated by a newer one: fields that the newer record mentions are replaced, and other fields
  /// stay unchanged. A field that requires a value, such as the title, cannot be cleared.
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
