import Catalog
import CatalogModel
import CatalogSources

/// The routes for changing a single book, by form or JSON, and for removing it.
struct EditRoutes {
  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  var routes: [Route] {
    [
      Route(.get, "/book/:id/edit", formats: [.html], summary: "Returns the form that changes a book.") { request in
        let id = try request.book()
        return try pages.page(request) { try EditHTML($0, id).bytes() }
      },
      Route(
        .patch, "/book/:id", formats: [.json], takes: BookEdit.keys, answers: .object,
        summary: "Changes fields of a book. Send the new values in set, and the old values of these fields in seen."
      ) { try edit($0) },
      Route(
        .post, "/book/:id", formats: [.json, .html], takes: BookEdit.keys, answers: .object,
        summary: "Changes fields of a book, like PATCH."
      ) { try edit($0) },
      Route(.delete, "/book/:id", formats: [.json], answers: .object, summary: "Removes a book from all lists.") {
        try remove($0)
      },
      Route(
        .post, "/book/:id/remove", formats: [.json, .html], answers: .object, summary: "Removes a book, like DELETE."
      ) { try remove($0) },
    ]
  }

  private func edit(_ request: RoutedRequest) throws -> Answer {
    let id = try request.book()
    let body = try ChangeBody(request, keys: BookEdit.keys)
    return try pages.answer(request, of: body) {
      try edit(id, body, request)
    } page: {
      try EditHTML($0, id, refused: $1).bytes()
    }
  }

  private func edit(_ id: Book.ID, _ body: ChangeBody, _ request: RoutedRequest) throws -> Answer {
    try catalog.change(request) { transaction, view in
      let edit =
        switch body {
        case .form(let form): try BookEdit(form, own: view.own)
        case .json(let body): try BookEdit(body, own: view.own)
        }
      guard try view.book(id) != nil else { throw Problem.notFound }
      try view.requireMayChange(edit.fields)
      do { return EditOutcome.made(try edit.make(of: id, in: transaction)) } catch let collision as EditCollision {
        return .collided(collision, own: view.own)
      }
    } respond: { outcome in
      switch outcome {
      case .made(let outcome):
        return ChangeAnswer(request: request).response(outcome, at: ["book", String(id)])
      case .collided(let collision, let own): return try collided(collision, own, request)
      }
    }
  }

  private enum EditOutcome: Sendable {
    case made(ChangeOutcome)
    case collided(EditCollision, own: OwnFields)
  }

  private func collided(_ collision: EditCollision, _ own: OwnFields, _ request: RoutedRequest) throws -> Response {
    guard request.format == .html else {
      return Response(
        409, fields: ["Content-Type": "application/problem+json", "Cache-Control": "no-store"],
        body: .bytes(collision.document(own)))
    }
    return try pages.response(request, status: 409) { try CollisionHTML(context: $0, collision: collision).bytes() }
  }

  private func remove(_ request: RoutedRequest) throws -> Answer {
    let id = try request.book()
    try request.requireEditor()
    // A removal has no parameters. Refuse a body with keys instead of ignoring them.
    _ = try ChangeBody(request, keys: [])
    return try catalog.change(request) { transaction, _ in
      guard try transaction.snapshot.book(id) != nil else { throw Problem.notFound }
      return try transaction.remove([id])
    } respond: { outcome in
      ChangeAnswer(request: request).response(outcome, at: [])
    }
  }
}
