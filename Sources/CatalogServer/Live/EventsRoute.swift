/// A stream of events, one for each change of the catalog (HTML, section 9.2).
struct EventsRoute {
  let events: CatalogEvents

  init(_ events: CatalogEvents) { self.events = events }

  var route: Route {
    Route(
      .get, "/events",
      summary:
        "A stream of events, one for each change: what has changed since the last one that the client names, and from now on."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    let stream = EventStream()
    let response = Response.events(stream)
    if request.isHead { return .now(Response(fields: response.fields, body: .omitted(length: nil))) }
    try events.follow(stream, request)
    return .now(response)
  }
}
