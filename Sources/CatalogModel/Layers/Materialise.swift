/// Writes what sources and the user say into a book: the one place where layers become columns.
package enum Materialise {
  /// The book with every bibliographic field as its layers make it. Personal fields stay: they have no layers.
  ///
  /// - Parameters:
  ///   - sources: what the book's sources say, already combined by precedence.
  ///   - edits: the user's edits; `theirs` of each is brought up to date by ``updated(_:from:)`` before.
  ///   - metadata: what providers say, the one asked first in front; it fills what is absent.
  package static func book(
    _ book: Book, sources: FieldPresences, edits: [FieldEdit], metadata: [MetadataLayer]
  ) -> Book {
    var result = book
    for field in BookField.bibliographic {
      show(field, in: &result, sources: sources, edit: edits.first { $0.field == field })
    }
    fill(&result, sources: sources, edits: edits, metadata: metadata)
    return result
  }

  /// Shows what providers say in the fields of which neither a source nor the user says anything. Last of all: by which
  /// ISBN, title and authors a provider is asked, the others decide.
  private static func fill(
    _ book: inout Book, sources: FieldPresences, edits: [FieldEdit], metadata: [MetadataLayer]
  ) {
    // A book that was added by its ISBN alone is called by that until somebody says how it is called.
    if sources[.title].value == nil, !edits.contains(where: { $0.field == .title }), let isbn = book.isbn {
      book.title = title(of: isbn)
    }
    guard !metadata.isEmpty else { return }
    let asked = book
    for field in BookField.bibliographic
    where sources[field].value == nil && !edits.contains(where: { $0.field == field }) {
      guard let (_, value) = MetadataLayer.first(for: field, asked, among: metadata) else { continue }
      if book[field]?.storedText != value.storedText { book[field] = value }
    }
  }

  /// What a book is called of which only the ISBN is known.
  package static func title(of isbn: ISBN) -> String { "ISBN \(isbn.asGiven)" }

  /// The same for one field, where the layers of the others have not changed.
  package static func show(_ field: BookField, in book: inout Book, sources: FieldPresences, edit: FieldEdit?) {
    let value = Merge.visible(theirs: sources[field].value, edit: edit)
    if value == nil, !field.isClearable { return }
    if book[field]?.storedText != value?.storedText { book[field] = value }
  }

  /// The edits with what their sources say now.
  package static func updated(_ edits: [FieldEdit], from sources: FieldPresences) -> [FieldEdit] {
    edits.map { edit in
      var edit = edit
      edit.theirs = sources[edit.field].value
      return edit
    }
  }

  /// What the only source of a book says, read off the book itself: `theirs` where the field is edited, else the column.
  package static func onlySource(of book: Book, edits: [FieldEdit]) -> FieldPresences {
    var values = FieldPresences()
    for field in BookField.bibliographic {
      let value: FieldValue? =
        if let edit = edits.first(where: { $0.field == field }) { edit.theirs } else { book[field] }
      if let value { values[field] = .value(value) }
    }
    return values
  }
}
