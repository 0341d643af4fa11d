import CatalogModel
import CatalogSources

/// The route of book covers.
struct CoverRoute {
  let catalog: ServedCatalog
  let covers: ServedCovers

  var route: Route {
    Route(
      .get, "/cover/:fingerprint",
      query: [
        QueryParameter(
          "width", .choice(ServedCovers.widths.map(String.init)),
          summary: "The width in pixels. Default: that of the original.")
      ], summary: "Returns the cover of a book, at the address in the book's entry."
    ) { try answer($0) }
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    guard let (address, isCurrent) = try catalog.read(request, { try covers.cover(at: request["fingerprint"], $0) })
    else {
      throw Problem.notFound
    }
    let (name, width) = (request["fingerprint"], request.request.target["width"].flatMap { Int($0) })
    return .later {
      let cover: Cover
      do { cover = try await covers.image(at: address) } catch let error as SourceFailure {
        if [.missing, .malformed, .tooLarge].contains(error.code) { throw Problem.notFound }
        throw Problem(503, detail: "The cover could not be fetched. Try again later.", fields: ["Retry-After": "60"])
      }
      guard let width, cover.isScaled(to: width) else { return Self.response(cover, name, isFinal: isCurrent) }
      if let sized = await covers.sized(cover, to: width) {
        return Self.response(sized, "\(name)-w\(width)", isFinal: isCurrent)
      }
      // The smaller form may be available later.
      return Self.response(cover, name, isFinal: false)
    }
  }

  /// Returns the response with an image.
  ///
  /// - Parameter isFinal: True if another image never has the same address. False if the file has changed since the
  ///   address was made, or if the image serves in place of another one. The response must not be cached then.
  private static func response(_ cover: Cover, _ name: String, isFinal: Bool) -> Response {
    let fields: HeaderFields = [
      "Content-Type": "image/\(cover.image.kind.rawValue)",
      "Cache-Control": isFinal ? "private, max-age=31536000, immutable" : "no-cache",
      "ETag": EntityTag(isFinal ? name : name + "-" + String(cover.bytes.count, radix: 36)).description,
    ]
    return Response(fields: fields, body: .bytes(cover.bytes))
  }
}
