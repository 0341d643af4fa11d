extension Query {
  /// The fields that the query names explicitly, and whether it asks for origins: the source of a book, or the user's
  /// edits. Excludes the fields through which every book can be found: words of titles, authors, series, tags and
  /// publishers, years, languages and other bibliographic data. Saved searches and custom fields must be resolved
  /// already.
  var asked: (fields: Set<BookField>, origins: Bool) {
    var asked: (fields: Set<BookField>, origins: Bool) = ([], false)
    collect(into: &asked)
    return asked
  }

  private func collect(into asked: inout (fields: Set<BookField>, origins: Bool)) {
    switch self {
    case .pattern(let condition): asked.fields.insert(condition.field)
    case .whole(let condition): asked.fields.insert(condition.field)
    case .own(let condition): asked.fields.insert(condition.field)
    case .has(let field): asked.fields.insert(field)
    case .state(.owned), .state(.lent): asked.fields.insert(.copies)
    // A search for words anywhere includes these fields.
    case .text(let match) where match.field == nil && !match.isPublic: asked.fields.formUnion([.notes, .review])
    case .file: asked.fields.formUnion([.files, .attachments])
    case .state(.rated), .rating: asked.fields.insert(.rating)
    case .source, .state(.edited): asked.origins = true
    case .state(.reread): asked.fields.insert(.earlierReadings)
    case .all(let parts), .any(let parts): for part in parts { part.collect(into: &asked) }
    case .not(let part), .owners(let part): part.collect(into: &asked)
    case .named(let field): field.otherwise.collect(into: &asked)
    case .saved(let search): search.otherwise.collect(into: &asked)
    case .everything, .nothing, .text, .isbn, .year, .pages, .average, .dates, .language, .state, .format,
      .identifier:
      break
    }
  }
}
