/// Writes what sources and the user say into a book: the one place where layers become columns.
enum Materialise {
  /// The book with every bibliographic field as its layers make it. Personal fields stay: they have no layers.
  ///
  /// - Parameters:
  ///   - sources: what the book's sources say, already combined by precedence.
  ///   - edits: the user's edits; `theirs` of each is brought up to date by ``updated(_:from:)`` before.
  static func book(_ book: Book, sources: FieldPresences, edits: [FieldEdit]) -> Book {
    var result = book
    for field in BookField.bibliographic {
      show(field, in: &result, sources: sources, edit: edits.first { $0.field == field })
    }
    return result
  }

  /// The same for one field, where the layers of the others have not changed.
  static func show(_ field: BookField, in book: inout Book, sources: FieldPresences, edit: FieldEdit?) {
    let value = Merge.visible(theirs: sources[field].value, edit: edit)
    if value == nil, !field.isClearable { return }
    if book[field]?.storedText != value?.storedText { book[field] = value }
  }

  /// The edits with what their sources say now.
  static func updated(_ edits: [FieldEdit], from sources: FieldPresences) -> [FieldEdit] {
    edits.map { edit in
      var edit = edit
      edit.theirs = sources[edit.field].value
      return edit
    }
  }

  /// What the only source of a book says, read off the book itself: `theirs` where the field is edited, else the column.
  static func onlySource(of book: Book, edits: [FieldEdit]) -> FieldPresences {
    var values = FieldPresences()
    for field in BookField.bibliographic {
      let value: FieldValue? =
        if let edit = edits.first(where: { $0.field == field }) { edit.theirs } else { book[field] }
      if let value { values[field] = .value(value) }
    }
    return values
  }
}
