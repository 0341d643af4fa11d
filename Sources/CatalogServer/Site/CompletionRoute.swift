import Catalog
import CatalogSources

/// The route for suggestions while the user types a query or the value of a field.
struct CompletionRoute {
  let catalog: ServedCatalog

  var route: Route {
    Route(
      .get, "/completions", formats: [.json], query: [.query, .field], answers: .objects,
      summary: "Returns suggestions that complete a query, or a value of a field."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    let target = request.request.target
    let typed = target["q"] ?? ""
    return try catalog.json(request) { view, json in
      let suggestions: [TypedSuggestion]
      if let name = target["field"] {
        guard let field = view.own.field(named: name) else {
          throw Problem.badRequest("field must be the name of an existing field.")
        }
        suggestions = try view.valueCompletions(of: field, typed)
      } else {
        suggestions = try view.queryCompletions(typed)
      }
      json.array { json in
        for suggestion in suggestions {
          json.object { json in
            json.member("label", suggestion.label)
            json.member("text", suggestion.text)
            json.member("note", suggestion.note)
          }
        }
      }
    }
  }
}
