import Catalog
import CatalogModel
import CatalogSources
import FoundationEssentials

/// The routes for replacing a book's cover with an uploaded image, or with a cover that the catalog knows.
///
/// Requests never contain a path: the server chooses where it stores an image, and finds a chosen cover by its address
/// on this server.
struct BookCoverRoutes {
  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  private static let rule = UploadRule(
    limit: OwnCovers.imageBytes,
    types: ImageHeader.Kind.allCases.map { "image/\($0.rawValue)" } + ["application/octet-stream"],
    admit: { try $0.requireEditor() })

  private static let parameters = [
    QueryParameter(
      "seen", .text,
      summary: "The value of seen that GET returned. Nothing is changed if the cover has changed since."),
    QueryParameter("overwrite", .choice(["1"]), summary: "Replaces the cover even if it has changed."),
  ]

  var routes: [Route] {
    [
      Route(
        .get, "/book/:id/cover", formats: [.json], answers: .object,
        summary: "Returns the address of a book's cover, and a value (seen) that identifies the cover."
      ) { try tell($0) },
      Route(
        .put, "/book/:id/cover", formats: [.json], query: Self.parameters, answers: .object,
        summary: "Sets the image in the body as a book's cover."
      ) { try replace($0) }.taking(Self.rule),
      Route(
        .post, "/book/:id/cover", formats: [.json, .html], query: Self.parameters, answers: .object,
        summary: "Sets an image as a book's cover, like PUT."
      ) { try replace($0) }.taking(Self.rule),
      Route(
        .delete, "/book/:id/cover", formats: [.json], query: Self.parameters, answers: .object,
        summary: "Removes a book's own cover."
      ) { try remove($0) },
      Route(
        .post, "/book/:id/cover/remove", formats: [.json, .html], query: Self.parameters, answers: .object,
        summary: "Removes a book's own cover, like DELETE."
      ) { try remove($0) },
      Route(
        .get, "/book/:id/covers", formats: [.html],
        summary: "Returns the page with the covers of a book and of its other editions in the catalog."
      ) { request in
        let id = try request.book()
        return try pages.page(request) { try CoverChoiceHTML($0, id).bytes() }
      },
      Route(
        .post, "/book/:id/cover/choose", formats: [.json, .html], query: Self.parameters,
        takes: [CoverChoiceHTML.cover, OwnCover.seen], answers: .object,
        summary: "Gives a book a cover that it or another book has. cover is the last part of the cover's address."
      ) { try choose($0) },
    ]
  }

  private func tell(_ request: RoutedRequest) throws -> Answer {
    let id = try request.book()
    return try catalog.json(request) { view, json in
      guard let book = try view.book(id), let cover = try view.ownCover(of: id) else { throw Problem.notFound }
      let link = try pages.covers?.link(of: book, view, try ServedPlaces(view), basePath: request.basePath)
      json.object { json in
        json.member("address", link?.address)
        json.member("seen", view.viewer.mayEdit ? catalog.coverMark(cover, of: id) : nil)
      }
    }
  }

  private func replace(_ request: RoutedRequest) throws -> Answer {
    let id = try request.book()
    let offer = try Self.rule.offer(for: request)
    let upload = try UploadReceiver.upload(of: request.request, offer, in: FileManager.default.temporaryDirectory.path)
    let seen = try Self.seen(by: request, upload[OwnCover.seen])
    let image = try upload.file.bytes(atMost: OwnCovers.imageBytes)
    guard ImageHeader(image) != nil else {
      throw Problem(415, detail: "The file is not a supported image. Send a JPEG, PNG, WebP or GIF.")
    }
    return .later {
      // Check first, so that no image is stored if the change is refused.
      try await catalog.readLater(request) { try check(id, seen, $0) }
      let address: String
      do { address = try catalog.ownCovers.store(image) } catch { throw ServedCatalog.reported(error) }
      return try await change(id, to: address, seen, request).response()
    }
  }

  private func remove(_ request: RoutedRequest) throws -> Answer {
    let id = try request.book()
    try request.requireEditor()
    let body = try ChangeBody(request, keys: [])
    return try change(id, to: nil, try Self.seen(by: request, try body.text(OwnCover.seen)), request)
  }

  private func choose(_ request: RoutedRequest) throws -> Answer {
    let id = try request.book()
    let body = try ChangeBody(request, keys: [CoverChoiceHTML.cover, OwnCover.seen])
    let seen = try Self.seen(by: request, try body.text(OwnCover.seen))
    let name = try body.text(CoverChoiceHTML.cover) ?? ""
    try request.requireEditor()
    return try catalog.change(request) { transaction, view in
      try check(id, seen, view)
      guard let cover = try pages.covers?.cover(at: name, view) else {
        throw Problem(409, detail: "This cover does not exist any more. Open the page with the covers again.")
      }
      return try transaction.edit([id], [.set(.cover, .text(cover.address))])
    } respond: { outcome in
      ChangeAnswer(request: request).response(outcome, at: ["book", String(id)])
    }
  }

  private func change(_ id: Book.ID, to address: String?, _ seen: String?, _ request: RoutedRequest) throws -> Answer {
    try request.requireEditor()
    return try catalog.change(request) { transaction, view in
      try check(id, seen, view)
      return try transaction.edit([id], [.set(.cover, address.map(FieldValue.text))])
    } respond: { outcome in
      ChangeAnswer(request: request).response(outcome, at: ["book", String(id)])
    }
  }

  /// Returns the cover that the client last saw; `nil` if the client overwrites any cover.
  ///
  /// - Throws: ``Problem``, 428 if the request contains neither `seen` nor `overwrite`.
  private static func seen(by request: RoutedRequest, _ field: String?) throws(Problem) -> String? {
    if let seen = field ?? request.request.target["seen"], !seen.isEmpty { return seen }
    guard request.request.target["overwrite"]?.isEmpty == false else {
      throw Problem(
        428,
        detail: "Send the value of seen that GET returned, so that concurrent changes aren't lost, or send "
          + "overwrite=1 to replace any cover.")
    }
    return nil
  }

  /// Checks that the book's cover is the one that the client saw.
  ///
  /// - Throws: ``Problem``, 404 if the book does not exist; 409 if its cover has changed since.
  private func check(_ id: Book.ID, _ seen: String?, _ view: ServedView) throws {
    guard let cover = try view.ownCover(of: id) else { throw Problem.notFound }
    guard let seen, seen != catalog.coverMark(cover, of: id) else { return }
    throw Problem(
      409, detail: "Somebody else has changed the cover. Your change was not stored. Look at the book again.")
  }
}
