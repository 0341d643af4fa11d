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
  /// Of fields that the user made, those that are mentioned.
  private var own: [BookField: FieldPresence] = [:]

  /// A record that mentions no field.
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

  /// The fields that the user made and that are mentioned.
  package var ownFields: [BookField] { own.isEmpty ? [] : own.keys.sorted() }

  /// The values of personal fields.
  package var personal: DetailFields {
    var personal = DetailFields()
    for field in BookField.personal + ownFields where field != .added {
      if let value = self[field].value { personal[field] = value }
    }
    return personal
  }

  /// This record with other values of personal fields, and no others of these.
  package func saying(_ personal: DetailFields) -> FieldPresences {
    var result = self
    for field in BookField.personal + ownFields where field != .added { result[field] = .absent }
    for field in personal.fields { result[field] = personal[field].map(FieldPresence.value) ?? .absent }
    return result
  }

  /// This record as changed by a newer one: what the newer one mentions replaces, the rest stays. A title cannot be
  /// cleared.
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
