import Catalog
import CatalogJSON
import CatalogSources

/// The routes that support searching: the facets of a query's books, and the saved searches.
struct SearchRoutes {
  /// The maximum number of values per facet, most frequent first.
  private static let values = 100

  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  var routes: [Route] {
    [
      Route(
        .get, "/facets", formats: [.json, .html], query: [.query, .facet], answers: .objects,
        summary: "Returns the facets of the books that match a query, with counts."
      ) { try facets($0) },
      Route(
        .get, "/searches", formats: [.json], answers: .objects,
        summary: "Returns the saved searches, with counts."
      ) {
        try searches($0)
      },
    ]
  }

  private func facets(_ request: RoutedRequest) throws -> Answer {
    if request.format == .html { return try pages.page(request) { try FacetHTML($0).bytes() } }
    let target = request.request.target
    let facets = try target["facet"].map { name in
      guard let facet = BookFacet.all.first(where: { $0.name == name }) else {
        throw Problem.badRequest("facet must be one of \(BookFacet.all.map(\.name).candidates).")
      }
      return [facet]
    }
    let query = target["q"] ?? ""
    return try catalog.json(request) { view, json in
      try json.array { json in
        for facet in facets ?? BookFacet.all {
          try json.object { json in
            json.member("facet", facet.name)
            try json.array("values") { json in
              for value in try view.values(of: facet, in: BookQuery(query)).values.prefix(Self.values) {
                json.object { json in
                  json.member("value", value.words)
                  json.member("books", value.count)
                  json.member("query", value.condition)
                  json.member("narrowed", BookQuery.text(query, and: value.condition))
                }
              }
            }
          }
        }
      }
    }
  }

  private func searches(_ request: RoutedRequest) throws -> Answer {
    try catalog.json(request) { view, json in
      try json.array { json in
        for search in try view.savedSearches() {
          SavedSearchJSON.write(search, books: try view.count(of: BookQuery("@\(search.name)")), to: &json)
        }
      }
    }
  }
}
