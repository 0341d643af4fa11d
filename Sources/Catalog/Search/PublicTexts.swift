/// The rights of a viewer who may see only public data.
struct PublicQueryRights: Hashable, Sendable {
  /// The keys of the saved searches that the viewer may use.
  let searches: Set<String>
  /// True if words that may match anywhere also match the viewer's own notes and reviews.
  let hasOwnWords: Bool
}

extension Query {
  /// Returns the query for a viewer who may see only public data. Words that may match anywhere do not match notes and
  /// reviews, except the viewer's own if `rights` permit that. Custom fields, and saved searches without permission,
  /// are treated as unknown. Conditions that name them become plain words, exactly as if they did not exist, so that
  /// the viewer cannot find out about them.
  ///
  /// - Parameter rights: The permissions beyond public data.
  func ofPublicTexts(_ rights: PublicQueryRights) -> Query {
    switch self {
    case .text(let match) where match.field == nil:
      .text(TextMatch(field: nil, isPublic: !rights.hasOwnWords, words: match.words, isPrefix: match.isPrefix))
    case .all(let parts): .all(parts.flatMap { $0.publicParts(rights) })
    case .any(let parts): .any(parts.map { $0.ofPublicTexts(rights) })
    case .not(let part): .not(part.ofPublicTexts(rights))
    case .named(let field): field.otherwise.ofPublicTexts(rights)
    case .saved(let search):
      rights.searches.contains(SavedSearch.key(search.name)) ? self : search.otherwise.ofPublicTexts(rights)
    default: self
    }
  }

  /// Returns the parts that replace this query in the surrounding query. If the name of a field is unknown, the words
  /// of the condition become words of the surrounding query.
  private func publicParts(_ rights: PublicQueryRights) -> [Query] {
    let part = ofPublicTexts(rights)
    if case .named = self, case .all(let words) = part { return words }
    return [part]
  }

  /// The names of the saved searches that the query uses directly.
  var searchNames: [String] {
    switch self {
    case .saved(let search): [search.name]
    case .all(let parts), .any(let parts): parts.flatMap(\.searchNames)
    case .not(let part): part.searchNames
    default: []
    }
  }
}
