import Catalog
import CatalogModel
import CatalogSources

/// The routes for adding a book by hand.
struct AddRoutes {
  let pages: PageMaker
  /// The offline lookup of books by ISBN; `nil` if it is not available.
  let completer: (any RecordCompleter)?
  private var catalog: ServedCatalog { pages.catalog }

  var routes: [Route] {
    [
      Route(
        .get, "/add", formats: [.html],
        query: [QueryParameter("isbn", .text, summary: "The ISBN that the form contains at first.")],
        summary: "Returns the form that adds a book."
      ) { request in
        try pages.page(request) { try AddHTML($0).bytes() }
      },
      Route(
        .post, "/add", formats: [.json, .html], takes: ["set", "online"], answers: .object,
        summary:
          "Adds a book with the fields in set (at least a title or an ISBN), or the Open Library book whose key is "
          + "in online."
      ) { try add($0) },
    ]
  }

  private func add(_ request: RoutedRequest) throws -> Answer {
    try request.requireEditor()
    let body = try ChangeBody(request, keys: ["set", "online"])
    return try pages.answer(request, of: body) {
      try answer(request, body)
    } page: {
      try AddHTML($0, refused: $1).bytes()
    }
  }

  /// Adds the book that a body describes.
  func answer(_ request: RoutedRequest, _ body: ChangeBody) throws -> Answer {
    if let key = try body.text("online"), !key.isEmpty {
      guard let online = pages.online else { throw Problem.badRequest("This server does not search for books online.") }
      return .later {
        let record = try await online.record(key, for: request.viewer)
        return try await add(request, body, Asked(provider: online.provider.name, record: record)).response()
      }
    }
    if let completer, let isbn = Self.loneISBN(try Self.values(body, own: catalog.read(request) { $0.own })) {
      return .later {
        let known = await Self.known(of: isbn, by: completer)
        return try await add(request, body, Asked(provider: pages.online?.provider.name, known: known)).response()
      }
    }
    return try add(request, body, Asked(provider: pages.online?.provider.name))
  }

  /// Metadata about the book, from an online provider or an offline lookup.
  private struct Asked {
    /// The name of the provider to ask for more metadata.
    let provider: String?
    /// The record that the provider has already returned.
    var record: OnlineRecord?
    /// The metadata from the offline lookup, shown until the metadata of the provider arrives.
    var known: ProviderMetadata?
  }

  private static func known(of isbn: ISBN, by completer: any RecordCompleter) async -> ProviderMetadata? {
    // Ignore errors, because the lookup is optional: the provider's metadata arrives later.
    let drafts = try? await completer.knownOffline(of: [SourceRecord(isbn.digits) { $0.isbn = isbn }])
    return drafts?.first.flatMap(\.self).map { draft in
      var known = ProviderMetadata()
      (known.title, known.authors, known.pages) = (draft.title, draft.authors, draft.pages)
      return known
    }
  }

  /// Returns the ISBN if the values contain an ISBN but no title. The title must then be looked up.
  private static func loneISBN(_ values: [BookField: FieldValue]) -> ISBN? {
    guard case .isbn(let isbn)? = values[.isbn], values[.title] == nil else { return nil }
    return isbn
  }

  private func add(_ request: RoutedRequest, _ body: ChangeBody, _ lookup: Asked) throws -> Answer {
    try catalog.change(request) { transaction, view in
      let values = try Self.values(body, own: view.own)
      try view.requireMayChange(values.keys)
      if let record = lookup.record, let provider = lookup.provider {
        try Self.refuse(record.identity, in: view)
        return (try transaction.add(record.fields.merging(values) { $1 }, record.metadata, from: provider), false)
      }
      guard let isbn = Self.loneISBN(values) else { return (try transaction.add(values), false) }
      // Somebody who scans a shelf often scans a book twice.
      try Self.refuse(("", [], [isbn]), in: view)
      let outcome = try transaction.add(values)
      if let provider = lookup.provider {
        try transaction.askMetadata(of: outcome.books, from: provider)
        if let known = lookup.known, let id = outcome.books.first {
          try transaction.showForNow(known, of: id, from: provider)
        }
      }
      return (outcome, true)
    } respond: { outcome, isScanned in
      // After a book was added by its ISBN alone, show the form again for the next book.
      let path = isScanned ? ["add"] : outcome.books.first.map { ["book", String($0)] } ?? [""]
      return ChangeAnswer(request: request).response(outcome, at: path)
    }
  }

  /// Throws ``Problem``, 409, if the catalog already contains the book.
  private static func refuse(
    _ identity: (title: String, authors: [String], isbns: [ISBN]), in view: ServedView
  ) throws {
    let (title, authors, isbns) = identity
    guard let id = try view.ids(titled: title, by: authors, isbns: isbns).first, let book = try view.book(id) else {
      return
    }
    var problem = Problem(409, detail: "“\(book.title)” is already in the catalog as book \(id).")
    problem.book = id.rawValue
    throw problem
  }

  private static func values(_ body: ChangeBody, own: OwnFields) throws -> [BookField: FieldValue] {
    switch body {
    case .json(let body): return try body.values("set", own: own).compactMapValues(\.self)
    case .form(let form):
      var values: [BookField: FieldValue] = [:]
      for entry in form.fields {
        // An empty field is not a value: a book added by its ISBN alone has no title yet.
        guard !entry.value.isEmpty, let field = own.field(named: entry.name) else { continue }
        values[field] = try own.definition(of: field).typedValue(of: entry.value)
      }
      return values
    }
  }
}

extension OnlineRecord {
  /// The title, authors and ISBNs that identify the same book in the catalog.
  fileprivate var identity: (title: String, authors: [String], isbns: [ISBN]) {
    var (title, isbns) = ("", [ISBN]())
    if case .text(let text)? = fields[.title] { title = text }
    if case .isbn(let isbn)? = fields[.isbn] { isbns = [isbn] }
    return (title, metadata.authors, isbns)
  }
}
