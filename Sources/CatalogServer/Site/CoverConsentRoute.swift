import Catalog

/// The route for the owner's answer to the question whether covers that books name on the web may be fetched.
struct CoverConsentRoute {
  let catalog: ServedCatalog
  let queue: CoverQueue

  var route: Route {
    Route(
      .post, "/covers", formats: [.json, .html], takes: ["fetch"], answers: .object,
      summary:
        "Stores the owner's decision: if fetch is true, the server fetches the covers that books name on the web."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    try request.requireOwner()
    let body = try ChangeBody(request, keys: ["fetch"])
    let consent: CoverConsent = try body.flag("fetch") ? .granted : .refused
    let back = ReturnAddress(try body.text("back"), basePath: request.basePath)
    return try catalog.change(request) { transaction, _ in
      try transaction.setCoverConsent(consent)
    } respond: {
      queue.take(consent)
      // Pages no longer ask.
      catalog.countCovers()
      return request.format == .html
        ? .leading(to: back.page(basePath: request.basePath).text)
        : ChangeAnswer(request: request).document(fetchesCovers: consent == .granted)
    }
  }
}
