extension Query {
  /// The query among the books of another one, which nothing in it leads out of. Those stand apart, so that their words are no part of
  /// a ranking, and are asked of what the owner says, so that nobody moves books in or out by what they say for themselves; and in front, so that saved searches that the query asks for never use up how many these may ask for.
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
