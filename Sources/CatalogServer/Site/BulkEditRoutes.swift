import Catalog
import CatalogModel
import CatalogSources
import Platform

/// The routes for changing several books at once: the form, the preview, and the change.
struct BulkEditRoutes {
  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  var routes: [Route] {
    [
      Route(.get, "/edit", formats: [.html], query: [.query], summary: "Returns the form that changes several books.") {
        request in
        let target = request.request.target
        let books = try Self.books(target.query.filter { $0.name == "book" }.map(\.value))
        return try pages.page(request) { context in
          try BulkEditHTML(context, query: books.isEmpty ? target["q"] ?? "" : nil, books: books).form()
        }
      },
      Route(
        .post, "/edit", formats: [.json, .html], takes: BulkEdit.keys, answers: .object,
        summary:
          "Changes the books that match the query in query, or the books whose numbers are in books. With dryRun, only reports what would change."
      ) { try edit($0) },
    ]
  }

  private static func books(_ texts: [String]) throws(Problem) -> [Book.ID] {
    let numbers = texts.compactMap { $0.isDigits ? Int64($0) : nil }
    guard numbers.count == texts.count, numbers.count <= BulkEdit.maxBooks else {
      throw .badRequest(
        "book must be the number of a book, and can be given at most \(BulkEdit.maxBooks.grouped) times.")
    }
    return numbers.map { Book.ID($0) }
  }

  /// Returns the form for the books selected in a list. The selection is sent in a form, because the ids of many books
  /// do not fit in an address.
  private func choose(_ request: RoutedRequest, _ books: [Book.ID]) throws -> Response {
    guard !books.isEmpty else {
      throw Problem.badRequest("No books are selected. Go back and select books in the list.")
    }
    return try pages.response(request) { context in
      let shown = try books.filter { try context.view.book($0) != nil }
      guard !shown.isEmpty else { throw Problem(404, detail: "The selected books are no longer in the catalog.") }
      return try BulkEditHTML(context, query: nil, books: shown).form()
    }
  }

  private func edit(_ request: RoutedRequest) throws -> Answer {
    let body = try ChangeBody(request, keys: BulkEdit.keys)
    if request.format == .html, case .form(let form) = body, form[BulkEdit.selected] != nil {
      return .now(try choose(request, Self.books(form.values(of: "books"))))
    }
    let (query, books) = (try body.text("query"), try body.numbers("books") ?? [])
    return try pages.answer(request, of: body) {
      try edit(body, request)
    } page: { context, refused in
      try BulkEditHTML(context, query: query, books: books.map { Book.ID($0) }).form(refused)
    }
  }

  private func edit(_ body: ChangeBody, _ request: RoutedRequest) throws -> Answer {
    try catalog.change(request, isDryRun: try body.flag("dryRun")) { transaction, view in
      let edit =
        switch body {
        case .form(let form): try BulkEdit(form, own: view.own)
        case .json(let body): try BulkEdit(body, own: view.own)
        }
      return (edit, try edit.make(in: transaction, view), view.own)
    } respond: { edit, outcome, own in
      let answer = ChangeAnswer(request: request)
      guard request.format == .html else { return answer.document(outcome, tried: edit.isDryRun ? own : nil) }
      guard edit.isDryRun, case .form(let form) = body else {
        var list = request.list
        list.query = edit.query ?? list.query
        return answer.page([""], query: list.items, step: outcome.step)
      }
      return try pages.response(request) {
        try BulkEditHTML($0, query: edit.query, books: edit.books).preview(outcome, of: form)
      }
    }
  }
}
