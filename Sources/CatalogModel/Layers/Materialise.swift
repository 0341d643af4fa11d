/// Computes the values of a book from its sources, the user's edits and providers' metadata. No other code combines
/// these layers.
package enum Materialise {
  /// Returns the book with every bibliographic field computed from its layers: sources, edits and metadata. Personal
  /// fields are unchanged, since they have no layers.
  ///
  /// - Parameters:
  ///   - sources: The values of the book's sources, already combined by precedence.
  ///   - edits: The user's edits. Call ``updated(_:from:)`` first, so that they contain the sources' current values.
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

  /// Uses providers' metadata for fields that have no value from a source or the user. This must run last, because the
  /// requests to providers depend on the ISBN, title and authors from the other layers.
  private static func fill(
    _ book: inout Book, sources: FieldPresences, edits: [FieldEdit], metadata: [MetadataLayer]
  ) {
    // A book that was added by its ISBN alone shows the ISBN as its title until a title is known.
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

  /// Returns the title that is shown for a book until its real title is known.
  package static func title(of isbn: ISBN) -> String { "ISBN \(isbn.asGiven)" }

  /// Computes a single field of a book from its layers, for a change that affects no other field.
  package static func show(_ field: BookField, in book: inout Book, sources: FieldPresences, edit: FieldEdit?) {
    let value = Merge.visible(theirs: sources[field].value, edit: edit)
    if value == nil, !field.isClearable { return }
    if book[field]?.storedText != value?.storedText { book[field] = value }
    if field.givesYear { book.decideWorkDate() }
  }

  /// Returns the edits, updated with the current values of the sources.
  package static func updated(_ edits: [FieldEdit], from sources: FieldPresences) -> [FieldEdit] {
    edits.map { edit in
      var edit = edit
      edit.theirs = sources[edit.field].value
      return edit
    }
  }

  /// Returns the values that a book's only source gives. For edited fields, they are in the edits
  /// (``FieldEdit/theirs``). For all other fields, the book shows the source's values.
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
