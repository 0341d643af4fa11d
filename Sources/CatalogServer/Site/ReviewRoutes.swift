import Catalog
import CatalogSources

/// The routes for reviews that people share with others.
struct ReviewRoutes {
  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  var routes: [Route] {
    [
      Route(
        .get, "/book/:id/reviews", formats: [.json], answers: .objects,
        summary: "Returns the reviews of a book that other people share."
      ) { try reviews($0) },
      Route(
        .post, "/reviews", formats: [.json, .html], takes: ["shown"], answers: .object,
        summary: "Shares your reviews with everyone who has an account if shown is true; otherwise makes them private."
      ) { try show($0) },
    ]
  }

  private func reviews(_ request: RoutedRequest) throws -> Answer {
    let id = try request.book()
    return try catalog.json(request) { view, json in
      guard let reviews = try view.shownReviews(of: id) else { throw Problem.notFound }
      json.array { json in
        for review in reviews {
          json.object { json in
            json.member("person", review.person)
            json.member("review", review.text)
          }
        }
      }
    }
  }

  private func show(_ request: RoutedRequest) throws -> Answer {
    let body = try ChangeBody(request, keys: ["shown"])
    guard request.viewer.hasReviews else {
      throw Problem(403, detail: "You have no reviews to share.")
    }
    let shows = try body.flag("shown")
    let back = ReturnAddress(try body.text("back"), basePath: request.basePath)
    return try catalog.change(request) { transaction, _ in
      try transaction.showReviews(shows)
    } respond: { _ in
      request.format == .html
        ? .leading(to: back.page(basePath: request.basePath).text)
        : ChangeAnswer(request: request).document(showsReviews: shows)
    }
  }
}
