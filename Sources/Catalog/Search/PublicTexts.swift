/// What somebody may ask about who may know what is public alone.
struct PublicQueryRights: Hashable, Sendable {
  /// The keys of the saved searches that may be asked for.
  let searches: Set<String>
  /// Whether words that may stand anywhere are looked for in what they have written of books for themselves, too.
  let hasOwnWords: Bool
}

extension Query {
  /// The query of somebody who may know what is public alone. Words that may stand anywhere are not looked for in notes and reviews but
  /// their own. Fields of the user's own are not known, nor searches that were saved
  /// under other names than these: what asks by them is words, as it is where there are none, so that nobody finds out that they are.
  ///
  /// - Parameter rights: what may be asked about besides.
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

  /// The words of what is no field are words of the query that it stands in.
  private func publicParts(_ rights: PublicQueryRights) -> [Query] {
    let part = ofPublicTexts(rights)
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
