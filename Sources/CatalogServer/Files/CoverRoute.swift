import CatalogModel
import CatalogSources

/// The route of book covers.
struct CoverRoute {
  let catalog: ServedCatalog
  let covers: ServedCovers

  var route: Route {
    Route(.get, "/cover/:fingerprint", summary: "Returns the cover of a book, at the address in the book's entry.") {
      try answer($0)
    }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    guard let (address, isCurrent) = try catalog.read(request, { try covers.cover(at: request["fingerprint"], $0) })
    else {
      throw Problem.notFound
    }
    let name = request["fingerprint"]
    return .later {
      let cover: Cover
      do { cover = try await covers.image(at: address) } catch let error as SourceFailure {
        if [.missing, .nonsense, .tooLarge].contains(error.code) { throw Problem.notFound }
        throw Problem(503, detail: "The cover could not be fetched. Try again later.", fields: ["Retry-After": "60"])
      }
      // If the file has changed since the address was made, the response must not be cached.
      let fields: HeaderFields = [
        "Content-Type": "image/\(cover.image.kind.rawValue)",
        "Cache-Control": isCurrent ? "private, max-age=31536000, immutable" : "no-cache",
        "ETag": EntityTag(isCurrent ? name : name + "-" + String(cover.bytes.count, radix: 36)).description,
      ]
      return Response(fields: fields, body: .bytes(cover.bytes))
    }
  }
}
