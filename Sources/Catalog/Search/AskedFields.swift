extension Query {
  /// The fields that a query asks about by name, besides those that every book is found by: words of titles, authors, series, tags
  /// and publishers, years, languages and what else is bibliographic. Its saved searches and own fields are in their places already.
  /// With them, whether it asks where values come from: which source has a book, and what the user has edited.
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
    // Words anywhere are words of these, too.
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
