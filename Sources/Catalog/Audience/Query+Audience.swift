extension Query {
  /// Returns the query for an audience that may see only public fields. Words without a field do not search notes and
  /// reviews. Conditions on custom fields and forbidden saved searches become plain words, exactly as if these fields
  /// and searches did not exist. The results therefore do not reveal if they exist.
  ///
  /// - Parameters:
  ///   - hasOwnWords: True if words without a field also search the notes and reviews of the person who is shown.
  ///   - searches: The keys (``SavedSearch/key(_:)``) of the saved searches that the query may use.
  func ofPublicTexts(hasOwnWords: Bool, searches: Set<String>) -> Query {
    func publicPart(_ part: Query) -> Query { part.ofPublicTexts(hasOwnWords: hasOwnWords, searches: searches) }
    switch self {
    case .text(var match) where match.field == nil:
      match.isPublic = !hasOwnWords
      return .text(match)
    case .all(let parts):
      // The words of a condition on an unknown field become words of the surrounding query.
      return .all(
        parts.flatMap { part in
          let publicPart = publicPart(part)
          if case .named = part, case .all(let words) = publicPart { return words }
          return [publicPart]
        })
    case .any(let parts): return .any(parts.map(publicPart))
    case .not(let part): return .not(publicPart(part))
    case .named(let field): return publicPart(field.otherwise)
    case .saved(let search):
      return searches.contains(SavedSearch.key(search.name)) ? self : publicPart(search.otherwise)
    default: return self
    }
  }

  /// The names of the saved searches that the query uses. Searches used only inside other saved searches are not
  /// included.
  var searchNames: [String] {
    switch self {
    case .saved(let search): [search.name]
    case .all(let parts), .any(let parts): parts.flatMap(\.searchNames)
    case .not(let part): part.searchNames
    default: []
    }
  }

  /// Returns the query restricted to the books that another query finds. No part of this query can lift the
  /// restriction.
  ///
  /// The restriction is a separate part, so its words do not affect the ranking. It uses the owner's values, so viewers
  /// cannot get around it by changing their own values. It comes first, so it is resolved before the saved searches in
  /// this query can exhaust the limit on saved searches.
  func limited(to books: Query) -> Query {
    if books == .everything { return self }
    let parts =
      switch self {
      case .everything: [Query]()
      case .all(let parts): parts
      default: [self]
      }
    return .all([.owners(books)] + parts)
  }
}
