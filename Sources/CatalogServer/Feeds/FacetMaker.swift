import Catalog

/// Counts what a list of books can be narrowed to.
struct FacetMaker {
  /// Of so many books the tags are counted: each of them is read for that. Of more, the menu of tags leads on.
  private static let mostBooksWithTags = 500
  /// How many values a facet has at most, those of the most books.
  private static let mostValues = 40

  let view: ServedView
  let books: BooksAddress
  /// How many books the list has as it is.
  let total: Int

  /// The facets that part the list. Each is counted as if it were not taken, so that another value can be taken in its place.
  func groups() throws -> [FacetGroup] {
    try BooksAddress.Facet.allCases.compactMap { facet in
      let values = try values(of: facet)
      return values.count > 1 ? FacetGroup(title: facet.title, values: values) : nil
    }
  }

  private func values(of facet: BooksAddress.Facet) throws -> [FacetGroup.Value] {
    let query = books.query(without: facet)
    let active = books.narrowing[facet]
    let all = active == nil ? total : try view.count(of: query, in: books.group)
    var known: [BookFacet.Value] = []
    if facet != .tag || all <= Self.mostBooksWithTags {
      known = try view.values(of: facet.facet, in: query, group: books.group).values
    }
    var values = known.prefix(Self.mostValues).filter { FeedAddress.canHold($0.condition) }.map { value in
      FacetGroup.Value(
        title: FeedText.title(value.words), address: books.narrowed(by: facet, value.condition), count: value.count,
        isActive: value.condition == active)
    }
    guard let active else { return values }
    // What is taken can be left again, also where it is not among those that are listed.
    if !values.contains(where: \.isActive) {
      values.append(
        FacetGroup.Value(
          title: FeedText.title(active), address: books.narrowed(by: facet, active), count: total, isActive: true))
    }
    values.insert(FacetGroup.Value(title: "All", address: books.narrowed(by: facet, nil), count: all), at: 0)
    return values
  }
}
