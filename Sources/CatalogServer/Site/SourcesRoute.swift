import Catalog
import CatalogJSON
import CatalogSources

/// The sources of the catalog, and how each is.
struct SourcesRoute {
  let catalog: ServedCatalog

  var route: Route {
    Route(
      .get, "/sources", formats: [.json], answers: .objects, summary: "The sources, and how their last refreshes went."
    ) { request in
      try catalog.json(request) { view, json in
        json.beginArray()
        for source in try view.sources() { SourceJSON.write(source, to: &json) }
        json.endArray()
      }
    }
  }
}
