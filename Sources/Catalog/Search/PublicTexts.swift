extension Query {
  /// The query of somebody who may know what is public alone. Words that may stand anywhere have to stand in one of the texts that can
  /// be asked for by name: notes and reviews are none of them. Fields of the user's own are not known, nor searches that were saved
  /// under other names than these: what asks by them is words, as it is where there are none, so that nobody finds out that they are.
  ///
  /// - Parameter searches: the keys of the searches that may be asked for.
  func ofPublicTexts(_ searches: Set<String>) -> Query {
    switch self {
    case .text(let match) where match.field == nil:
      .any(
        TextMatch.Field.allCases.map { field in
          var match = match
          match.field = field
          return .text(match)
        })
    case .all(let parts): .all(parts.flatMap { $0.publicParts(searches) })
    case .any(let parts): .any(parts.map { $0.ofPublicTexts(searches) })
    case .not(let part): .not(part.ofPublicTexts(searches))
    case .named(let field): field.otherwise.ofPublicTexts(searches)
    case .saved(let search):
      searches.contains(SavedSearch.key(search.name)) ? self : search.otherwise.ofPublicTexts(searches)
    default: self
    }
  }

  /// The words of what is no field are words of the query that it stands in.
  private func publicParts(_ searches: Set<String>) -> [Query] {
    let part = ofPublicTexts(searches)
    if case .named = self, case .all(let words) = part { return words }
    return [part]
  }

  /// The names of the saved searches that it asks for itself.
  var searchNames: [String] {
    switch self {
    case .saved(let search): [search.name]
    case .all(let parts), .any(let parts): parts.flatMap(\.searchNames)
    case .not(let part): part.searchNames
    default: []
    }
  }
}
