extension Query {
  /// Returns the query restricted to the books of another query. Nothing in this query can lift the restriction. The
  /// restriction is a separate part, so that its words do not affect the ranking. It is evaluated with the owner's
  /// values, so that no viewer can include or exclude books by changing their own marks. It comes first, so that saved
  /// searches in this query cannot use up the number of searches that the restriction may use.
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
