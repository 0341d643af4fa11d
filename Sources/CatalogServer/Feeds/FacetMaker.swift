import Catalog

/// The facets by which a list of books can be filtered, with counts.
struct FacetMaker {
  /// The maximum number of books in a list whose tags are counted. Counting reads each book. For longer lists,
  /// e-readers use the menu of tags instead.
  private static let maxBooksWithTags = 500
  /// The maximum number of values of a facet, most frequent first.
  private static let maxValues = 40

  let view: ServedView
  let books: BooksAddress
  /// The number of books in the list.
  let total: Int

  /// Returns the facets with more than one value. The values of each facet are counted as if that facet were not
  /// applied, so that the client can replace the active value by another.
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
    if facet != .tag || all <= Self.maxBooksWithTags {
      known = try view.values(of: facet.facet, in: query, group: books.group).values
    }
    var values = known.prefix(Self.maxValues).filter { FeedAddress.canHold($0.condition) }.map { value in
      FacetGroup.Value(
        title: FeedText.title(value.words), address: books.narrowed(by: facet, value.condition), count: value.count,
        isActive: value.condition == active)
    }
    guard let active else { return values }
    // List the active value even if it is not among the most frequent values, so that the client can remove it.
    if !values.contains(where: \.isActive) {
      values.append(
        FacetGroup.Value(
          title: FeedText.title(active), address: books.narrowed(by: facet, active), count: total, isActive: true))
    }
    values.insert(FacetGroup.Value(title: "All", address: books.narrowed(by: facet, nil), count: all), at: 0)
    return values
  }
}
