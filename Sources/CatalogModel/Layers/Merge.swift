/// The rules that combine the values of sources and of the user into a book's visible values. Edits, imports, undo and
/// refresh all use these functions, which are pure.
package enum Merge {
  /// Returns the visible value of a field, given the source's value (*theirs*) and the user's edit (*mine*), if there
  /// is one.
  ///
  /// | case | visible |
  /// | --- | --- |
  /// | no edit | theirs |
  /// | edited | mine, even if there is a conflict |
  /// | tags | (theirs − removed) ∪ added |
  /// | dates | mine, or the source's new date if it only makes mine more precise |
  package static func visible(theirs: FieldValue?, edit: FieldEdit?) -> FieldValue? {
    guard let edit else { return theirs }
    switch edit.value {
    case .tags(let change):
      let tags = change.applied(to: theirs.items)
      return tags.isEmpty ? nil : .list(tags)
    case .value(let mine):
      // If the source's value is still the one from the time of the edit, the user chose another value deliberately,
      // even if the user's value is less precise.
      return theirs == edit.base ? mine : morePrecise(mine, theirs) ?? mine
    }
  }

  /// Returns the combined values of several sources. For each field, the value of the source with the highest
  /// precedence is used, with two exceptions. A date is replaced by a compatible date from another source that is more
  /// precise. The identifiers and files of all sources are combined.
  package static func combined(byPrecedence records: [FieldPresences]) -> FieldPresences {
    guard var result = records.first else { return FieldPresences() }
    for record in records.dropFirst() {
      for field in BookField.bibliographic {
        if let all = united(result[field].value, record[field].value, field) {
          result[field] = .value(all)
        } else if result[field].value == nil {
          if record[field] != .absent { result[field] = record[field] }
        } else if let precise = morePrecise(result[field].value, record[field].value) {
          result[field] = .value(precise)
        }
      }
    }
    return result
  }

  /// The fields that combine the values of several sources.
  package static let addedUp: Set<BookField> = [.identifiers, .files]

  /// Returns the union of two sources' identifiers or files; `nil` for other fields. If both sources list the same
  /// file, the first source's entry is used.
  package static func united(_ one: FieldValue?, _ other: FieldValue?, _ field: BookField) -> FieldValue? {
    guard case .records(let first)? = one, case .records(let second)? = other else { return nil }
    let more: [FieldRecord]
    switch field {
    case .identifiers: more = second.filter { !first.contains($0) }
    case .files:
      let known = Set(first.map { $0["address"] })
      more = second.filter { !known.contains($0["address"]) }
    default: return nil
    }
    return .records(Array((first + more).prefix(FieldLimits.listItems)))
  }

  /// Returns the more precise of two compatible dates; `nil` if the values are not compatible dates.
  private static func morePrecise(_ one: FieldValue?, _ other: FieldValue?) -> FieldValue? {
    guard case .date(let first)? = one, case .date(let second)? = other, first.isCompatible(with: second) else {
      return nil
    }
    return .date(second.precision > first.precision ? second : first)
  }
}
