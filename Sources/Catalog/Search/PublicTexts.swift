extension Query {
  /// The query whose words that may stand anywhere have to stand in one of the texts that can be asked for by name: notes and reviews
  /// are none of them.
  var ofPublicTexts: Query {
    switch self {
    case .text(let match) where match.field == nil:
      .any(
        TextMatch.Field.allCases.map { field in
          var match = match
          match.field = field
          return .text(match)
        })
    case .all(let parts): .all(parts.map(\.ofPublicTexts))
    case .any(let parts): .any(parts.map(\.ofPublicTexts))
    case .not(let part): .not(part.ofPublicTexts)
    case .named(let field):
      .named(
        NamedField(
          name: field.name, text: field.text, isPhrase: field.isPhrase, isPattern: field.isPattern,
          otherwise: field.otherwise.ofPublicTexts))
    case .saved(let search): .saved(NamedSearch(name: search.name, otherwise: search.otherwise.ofPublicTexts))
    default: self
    }
  }
}
