import Catalog
import CatalogJSON
import CatalogSources

/// The sources of the catalog, and how each is.
struct SourcesRoute {
  let pages: PageMaker

  var route: Route {
    Route(
      .get, "/sources", formats: [.json, .html], answers: .objects,
      summary: "The sources, and how their last refreshes went."
    ) { request in
      if request.format == .html {
        return try pages.page(request) { SourcesHTML(context: $0, sources: try $0.view.sources()).bytes() }
      }
      return try pages.catalog.json(request) { view, json in
        json.beginArray()
        for source in try view.sources() { SourceJSON.write(source, to: &json) }
        json.endArray()
      }
    }
  }
}
