/// The rules by which what sources say and what the user says become what a book shows. Pure: used by edits, imports,
/// undo and refresh alike.
package enum Merge {
  /// The visible value of a field, given what its source says and the user's edit, if there is one.
  ///
  /// | case | visible |
  /// | --- | --- |
  /// | no edit | theirs |
  /// | edited | mine; a conflict is a state of the edit and hides nothing |
  /// | tags | (theirs − removed) ∪ added |
  /// | dates | mine, or what the source says since where that only says more |
  package static func visible(theirs: FieldValue?, edit: FieldEdit?) -> FieldValue? {
    guard let edit else { return theirs }
    switch edit.value {
    case .tags(let change):
      let tags = change.applied(to: theirs.items)
      return tags.isEmpty ? nil : .list(tags)
    case .value(let mine):
      // While the source's value is that of the edit, the user has seen it and set another, less precise or not.
      return theirs == edit.base ? mine : morePrecise(mine, theirs) ?? mine
    }
  }

  /// What several sources say together: for each field the first value present, by precedence; a compatible date of a
  /// later source may make it more precise, and identifiers and files of all count.
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

  /// The fields whose values of several sources add up.
  package static let addedUp: Set<BookField> = [.identifiers, .files]

  /// Identifiers and files of several sources add up: each knows the book by names of its own, and has files of its own. A
  /// file that two sources name is what the first says of it. `nil` of other fields.
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

  /// The more precise of two compatible dates; `nil` when the values are no such pair.
  private static func morePrecise(_ one: FieldValue?, _ other: FieldValue?) -> FieldValue? {
    guard case .date(let first)? = one, case .date(let second)? = other, first.isCompatible(with: second) else {
      return nil
    }
    return .date(second.precision > first.precision ? second : first)
  }
}
