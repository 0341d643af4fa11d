import Catalog
import CatalogJSON
import CatalogSources

/// The routes for open decisions: fields in conflict, and books that may be duplicates.
struct DecisionRoutes {
  let pages: PageMaker
  var catalog: ServedCatalog { pages.catalog }

  var routes: [Route] {
    [
      Route(
        .get, "/conflicts", formats: [.json, .html], query: [.limit], answers: .objects,
        summary: "Returns the conflicts between the user's edits and the sources."
      ) { try conflicts($0) },
      Route(
        .get, "/duplicates", formats: [.json, .html], answers: .objects,
        summary: "Returns possible duplicates, most certain first."
      ) {
        duplicates($0)
      },
    ] + changes
  }

  private func conflicts(_ request: RoutedRequest) throws -> Answer {
    let limit = try request.limit(default: 100)
    if request.format == .html {
      return try pages.page(request) { context in
        let (view, count) = (context.view, try context.view.conflictCount())
        return ConflictsHTML(context: context, conflicts: try view.conflicts(limit: limit), count: count).bytes()
      }
    }
    return try catalog.answer(request) { view, fields in
      fields.set("X-Total-Count", String(try view.conflictCount()))
      var json = JSONWriter(layout: .compact)
      try json.array { json in
        for conflict in try view.conflicts(limit: limit) { ConflictJSON.write(conflict, to: &json) }
      }
      json.endLine()
      return json.bytes
    }
  }

  /// Compares all books with each other. This takes most of a minute for a million books.
  private func duplicates(_ request: RoutedRequest) -> Answer {
    if request.format == .html {
      return pages.slowPage(request) { try DuplicatesHTML(context: $0, groups: $0.view.duplicates()).bytes() }
    }
    return catalog.slowJSON(request) { view, json in
      try json.array { json in
        for group in try view.duplicates() { DuplicateJSON.write(group, to: &json) }
      }
    }
  }
}
