extension Query {
  /// The fields that a query asks about by name, besides those that every book is found by: words of titles, authors, series, tags
  /// and publishers, years, languages and what else is bibliographic. Its saved searches and own fields are in their places already.
  var askedFields: Set<BookField> {
    var fields: Set<BookField> = []
    collectFields(into: &fields)
    return fields
  }

  /// Whether it asks where values come from: which source has a book, and what the user has edited.
  var asksAboutOrigins: Bool {
    switch self {
    case .source, .state(.edited): true
    case .all(let parts), .any(let parts): parts.contains(where: \.asksAboutOrigins)
    case .not(let part): part.asksAboutOrigins
    case .named(let field): field.otherwise.asksAboutOrigins
    case .saved(let search): search.otherwise.asksAboutOrigins
    default: false
    }
  }

  private func collectFields(into fields: inout Set<BookField>) {
    switch self {
    case .pattern(let condition): fields.insert(condition.field)
    case .whole(let condition): fields.insert(condition.field)
    case .own(let condition): fields.insert(condition.field)
    case .has(let field): fields.insert(field)
    case .state(.owned), .state(.lent): fields.insert(.copies)
    // Words anywhere are words of these, too.
    case .text(let match) where match.field == nil: fields.formUnion([.notes, .review])
    case .file: fields.formUnion([.files, .attachments])
    case .state(.rated), .rating: fields.insert(.rating)
    case .state(.reread): fields.insert(.earlierReadings)
    case .all(let parts), .any(let parts): for part in parts { part.collectFields(into: &fields) }
    case .not(let part): part.collectFields(into: &fields)
    case .named(let field): field.otherwise.collectFields(into: &fields)
    case .saved(let search): search.otherwise.collectFields(into: &fields)
    case .everything, .nothing, .text, .isbn, .year, .pages, .average, .dates, .language, .source, .state, .format,
      .identifier:
      break
    }
  }
}
