extension Query {
  /// The fields that the query depends on, without the fields that every viewer may search: titles, authors, series,
  /// tags, publishers, years, languages and other bibliographic data. `origins` is true if the query depends on the
  /// sources of books or on the user's edits. Saved searches and custom fields must already be resolved.
  var queried: (fields: Set<BookField>, origins: Bool) {
    var queried: (fields: Set<BookField>, origins: Bool) = ([], false)
    collect(into: &queried)
    return queried
  }

  private func collect(into queried: inout (fields: Set<BookField>, origins: Bool)) {
    switch self {
    case .pattern(let condition): queried.fields.insert(condition.field)
    case .whole(let condition): queried.fields.insert(condition.field)
    case .own(let condition): queried.fields.insert(condition.field)
    case .has(let field): queried.fields.insert(field)
    case .state(.owned), .state(.lent): queried.fields.insert(.copies)
    // A word without a field may also match notes and reviews.
    case .text(let match) where match.field == nil && !match.isPublic: queried.fields.formUnion([.notes, .review])
    case .file: queried.fields.formUnion([.files, .attachments])
    case .state(.rated), .rating: queried.fields.insert(.rating)
    case .source, .state(.edited): queried.origins = true
    case .progress: queried.fields.insert(.progress)
    case .state(.reread): queried.fields.insert(.earlierReadings)
    case .all(let parts), .any(let parts): for part in parts { part.collect(into: &queried) }
    case .not(let part), .owners(let part): part.collect(into: &queried)
    case .named(let field): field.otherwise.collect(into: &queried)
    case .saved(let search): search.otherwise.collect(into: &queried)
    case .everything, .nothing, .text, .isbn, .year, .edition, .pages, .average, .dates, .language, .state, .format,
      .identifier:
      break
    }
  }
}
