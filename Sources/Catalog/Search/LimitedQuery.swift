extension Query {
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
