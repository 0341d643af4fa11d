/// Computes the values of a book from its sources, the user's edits and providers' metadata. This is the only code that
/// turns layers into columns.
package enum Materialise {
  /// Returns the book with every bibliographic field computed from its layers. Personal fields are unchanged, since
  /// they have no layers.
  ///
  /// - Parameters:
  ///   - sources: The values of the book's sources, already combined by precedence.
  ///   - edits: The user's edits. Call ``updated(_:from:)`` first to update their `theirs`.
  ///   - metadata: The metadata of providers, in order of preference. It fills absent values.
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

  /// Fills a field with providers' metadata if neither a source nor the user gives it a value. It must run last,
  /// because requests to providers depend on the ISBN, title and authors that the other layers determine.
  private static func fill(
    _ book: inout Book, sources: FieldPresences, edits: [FieldEdit], metadata: [MetadataLayer]
  ) {
    // A book that was added by its ISBN alone shows the ISBN as its title until one is known.
    if sources[.title].value == nil, !edits.contains(where: { $0.field == .title }), let isbn = book.isbn {
      book.title = title(of: isbn)
    }
    guard !metadata.isEmpty else { return }
    let original = book
    for field in BookField.bibliographic
    where sources[field].value == nil && !edits.contains(where: { $0.field == field }) {
      guard let (_, value) = MetadataLayer.first(for: field, original, among: metadata) else { continue }
      if book[field]?.storedText != value.storedText { book[field] = value }
    }
  }

  /// Returns the title that is shown for a book of which only the ISBN is known.
  package static func title(of isbn: ISBN) -> String { "ISBN \(isbn.asGiven)" }

  /// Updates one field of a book, for a change that leaves the layers of the other fields alone.
  package static func show(_ field: BookField, in book: inout Book, sources: FieldPresences, edit: FieldEdit?) {
    let value = Merge.visible(theirs: sources[field].value, edit: edit)
    if value == nil, !field.isClearable { return }
    if book[field]?.storedText != value?.storedText { book[field] = value }
  }

  /// Returns the edits with the current values of the sources.
  package static func updated(_ edits: [FieldEdit], from sources: FieldPresences) -> [FieldEdit] {
    edits.map { edit in
      var edit = edit
      edit.theirs = sources[edit.field].value
      return edit
    }
  }

  /// Returns the values of a book's only source, derived from the book itself: `theirs` for an edited field, otherwise
  /// the column.
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
