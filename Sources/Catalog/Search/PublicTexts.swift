/// The query rights of a viewer who may see only public data.
struct PublicQueryRights: Hashable, Sendable {
  /// The keys (``SavedSearch/key(_:)``) of the saved searches that the viewer may use.
  let searches: Set<String>
  /// True if words without a field also search the viewer's own notes and reviews.
  let hasOwnWords: Bool
}

extension Query {
  /// Returns the query for a viewer who may see only public data. Words without a field do not search notes and
  /// reviews, except the viewer's own if `rights` permits that. Conditions on custom fields and forbidden saved
  /// searches become plain words, exactly as if these fields and searches did not exist. The results therefore do not
  /// reveal if they exist.
  func ofPublicTexts(_ rights: PublicQueryRights) -> Query {
    switch self {
    case .text(let match) where match.field == nil: .text(match.ofPublicTexts(rights))
    case .all(let parts): .all(parts.flatMap { $0.publicParts(rights) })
    case .any(let parts): .any(parts.map { $0.ofPublicTexts(rights) })
    case .not(let part): .not(part.ofPublicTexts(rights))
    case .named(let field): field.otherwise.ofPublicTexts(rights)
    case .saved(let search):
      rights.searches.contains(SavedSearch.key(search.name)) ? self : search.otherwise.ofPublicTexts(rights)
    default: self
    }
  }

  /// Returns the parts that replace this query within a larger query. A condition on an unknown field becomes words of
  /// the larger query.
  private func publicParts(_ rights: PublicQueryRights) -> [Query] {
    let part = ofPublicTexts(rights)
    if case .named = self, case .all(let words) = part { return words }
    return [part]
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
}

extension TextMatch {
  fileprivate func ofPublicTexts(_ rights: PublicQueryRights) -> TextMatch {
    var match = self
    match.isPublic = !rights.hasOwnWords
    return match
  }
}
