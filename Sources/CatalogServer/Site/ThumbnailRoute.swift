import Catalog
import CatalogSources

/// The route for the small covers in the list that the script of the pages shows.
struct ThumbnailRoute {
  /// The maximum number of books in a request.
  private static let maxBooks = 100

  let pages: PageMaker

  var route: Route {
    Route(
      .get, "/thumbnails", formats: [.json], query: [.books], answers: .objects,
      summary: "Returns the addresses of the covers of books, and the colours of books without a cover."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    let texts = (request.request.target["books"] ?? "").split(separator: ",")
    let numbers = texts.compactMap { Int64($0) }
    guard numbers.count == texts.count, numbers.count <= Self.maxBooks else {
      throw Problem.badRequest("books must be at most \(Self.maxBooks) numbers of books, separated by commas.")
    }
    return try pages.catalog.json(request) { view, json in
      let locations = try ServedPlaces(view)
      try json.array { json in
        for number in numbers {
          guard let book = try view.book(Book.ID(number)) else { continue }
          let link = try pages.covers?.link(of: book, view, locations, basePath: request.basePath)
          json.object { json in
            json.member("id", Int(number))
            // The smallest size is enough for a row. Without sizes, the original is sent.
            let width = pages.covers?.hasSizes == true ? ServedCovers.widths.min().map { "?width=\($0)" } : nil
            json.member("address", link.map { $0.address + (width ?? "") })
            json.member("plate", BookCoverHTML.plate(of: book))
          }
        }
      }
    }
  }
}
