/// The route of the event stream, with an event for each change to the catalog (HTML, section 9.2).
struct EventsRoute {
  let events: CatalogEvents
  let admission: Admission

  var route: Route {
    Route(
      .get, "/events",
      summary:
        "Streams an event for each new change. With Last-Event-ID, first sends the changes since that event."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    let stream = EventStream()
    let response = Response.events(stream)
    if request.isHead { return .now(Response(fields: response.fields, body: .omitted(length: nil))) }
    let viewer = request.viewer
    try events.follow(stream, request) { [admission] in
      viewer.account == nil || admission.stillAdmits(request.request, as: viewer)
    }
    return .now(response)
  }
}
