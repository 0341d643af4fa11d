import Catalog
import CatalogModel
import CatalogSources

/// Books that are added by hand.
struct AddRoutes {
  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  var routes: [Route] {
    [
      Route(.get, "/add", formats: [.html], summary: "The form by which a book is added.") { request in
        try pages.page(request) { try AddHTML($0).bytes() }
      },
      Route(
        .post, "/add", formats: [.json, .html], takes: ["set"], answers: .object,
        summary: "Adds a book: its fields in set, among them a title or an ISBN."
      ) { try add($0) },
    ]
  }

  private func add(_ request: RoutedRequest) throws -> Answer {
    try request.requireEditor()
    let body = try ChangeBody(request, keys: ["set"])
    let answer = try catalog.change(request) { transaction, view in
      let values = try Self.values(body, own: view.own)
      try view.requireMayChange(values.keys)
      return try transaction.add(values)
    } respond: { outcome in
      ChangeAnswer(request: request).response(outcome, at: outcome.books.first.map { ["book", String($0)] } ?? [""])
    }
    return pages.answer(request, answer, of: body) { try AddHTML($0, refused: $1).bytes() }
  }

  private static func values(_ body: ChangeBody, own: OwnFields) throws -> [BookField: FieldValue] {
    switch body {
    case .json(let body): return try body.values("set", own: own).compactMapValues(\.self)
    case .form(let form):
      var values: [BookField: FieldValue] = [:]
      for entry in form.fields {
        guard let field = own.field(named: entry.name) else { continue }
        values[field] = try own.definition(of: field).typedValue(of: entry.value)
      }
      return values
    }
  }
}
