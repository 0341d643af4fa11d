import Catalog

/// What there is as a page for people alone, and the files that pages load.
struct PageRoutes {
  /// How many steps, conflicts, or books of a step a page shows where nobody says how many.
  private static let usualLimit = 100

  let catalog: ServedCatalog

  var routes: [Route] {
    [
      Route(.get, "/book/:id/history", formats: [.html], summary: "What was done to a book, the last step first.") {
        try bookHistory($0)
      },
      Route(.get, "/history", formats: [.html], summary: "The last steps of the history, the newest first.") {
        try history($0)
      },
      Route(.get, "/history/:step", formats: [.html], summary: "What a step changed, book by book.") { try step($0) },
      Route(
        .get, "/conflicts", formats: [.html], summary: "Fields of which the user and a source say different things."
      ) {
        try conflicts($0)
      },
      Route(.get, "/duplicates", formats: [.html], summary: "Books that may be the same, the surest in front.") {
        request in
        catalog.slowPage(request) { try DuplicatesHTML(context: $0, groups: $0.view.duplicates()).bytes() }
      },
      Route(.get, "/sources", formats: [.html], summary: "The sources, and how their last refreshes went.") { request in
        try catalog.page(request) { SourcesHTML(context: $0, sources: try $0.view.sources()).bytes() }
      },
      Route(.get, "/facets", formats: [.html], summary: "By what the books of a query can be told apart, with counts.")
      {
        request in try catalog.page(request) { try FacetHTML($0).bytes() }
      },
    ] + WebAsset.all.map(assetRoute)
  }

  private func history(_ request: RoutedRequest) throws -> Answer {
    let limit = try limit(request)
    return try catalog.page(request) { context in
      let steps = try context.view.steps(limit: limit)
      return HistoryHTML(context: context, entries: steps.map { ($0, []) }, book: nil, limit: limit).bytes()
    }
  }

  private func bookHistory(_ request: RoutedRequest) throws -> Answer {
    let (id, limit) = (Book.ID(try request.number("id")), try limit(request))
    return try catalog.page(request) { context in
      let entries = try context.view.history(of: id, limit: limit)
      guard let book = try context.view.book(id) else { throw Problem.notFound }
      return HistoryHTML(
        context: context, entries: entries.map { ($0.step, $0.changes) }, book: book, limit: limit
      ).bytes()
    }
  }

  private func step(_ request: RoutedRequest) throws -> Answer {
    let (number, limit) = (try request.number("step"), try limit(request))
    return try catalog.page(request) { context in
      guard let changes = try context.view.changes(of: HistoryStep.ID(number), limit: limit) else {
        throw Problem.notFound
      }
      return StepHTML(context: context, changes: changes).bytes()
    }
  }

  private func conflicts(_ request: RoutedRequest) throws -> Answer {
    let limit = try limit(request)
    return try catalog.page(request) { context in
      ConflictsHTML(
        context: context, conflicts: try context.view.conflicts(limit: limit), count: try context.view.conflictCount()
      ).bytes()
    }
  }

  private func limit(_ request: RoutedRequest) throws(Problem) -> Int {
    try ListAddress.number(request.request.target["limit"], "limit", in: 1...ListAddress.largestSize)
      ?? Self.usualLimit
  }

  /// A file that pages load, at the address that has its fingerprint: it never changes there.
  private func assetRoute(_ asset: WebAsset) -> Route {
    Route(.get, asset.address(basePath: "").text, summary: "\(asset.name), which the pages load.") { request in
      let fields: HeaderFields = [
        "Content-Type": asset.type, "Cache-Control": "public, max-age=31536000, immutable",
      ]
      return .now(
        Response(fields: fields, body: request.isHead ? .omitted(length: asset.bytes.count) : .bytes(asset.bytes)))
    }
  }
}

extension RoutedRequest {
  /// A number in the path: digits alone.
  ///
  /// - Throws: ``Problem``, 404.
  func number(_ name: String) throws(Problem) -> Int64 {
    guard self[name].isDigits, let number = Int64(self[name]) else { throw Problem.notFound }
    return number
  }
}
