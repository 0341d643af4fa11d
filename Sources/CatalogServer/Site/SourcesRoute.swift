import Catalog
import CatalogJSON
import CatalogModel
import CatalogSources

/// The routes for the catalog's sources and their state. The owner adds, refreshes and pauses sources.
struct SourcesRoute {
  /// An action on a source.
  private enum Action: String, CaseIterable { case refresh, pause, resume, add }

  /// The kinds of sources that have a web address.
  static let kinds: [CatalogSource.Kind] = [.opds, .calibre, .feed]

  let pages: PageMaker
  let refreshes: SourceRefreshes

  var routes: [Route] {
    [
      Route(
        .get, "/sources", formats: [.json, .html], answers: .objects,
        summary: "Returns the sources and the results of their last refreshes."
      ) { try answer($0) },
      Route(
        .post, "/sources", formats: [.json, .html], takes: ["name", "action", "kind", "location"], answers: .object,
        summary: "Refreshes, pauses, resumes or adds a source, depending on action. To add a source, send its kind "
          + "and location."
      ) { try change($0) },
    ]
  }

  private func answer(_ request: RoutedRequest) throws -> Answer {
    // A refresh progresses without changing the catalog, so the response has no validators and is never a 304.
    try pages.catalog.read(request) { view in
      let sources = try view.sources()
      return try request.answer { _ in
        if request.format == .html {
          let context = try PageContext(view: view, request: request, maker: pages)
          return SourcesHTML(context: context, sources: sources, refused: nil) { refreshes.progress(of: $0) }.bytes()
        }
        var json = JSONWriter(layout: .compact)
        json.array { json in
          for source in sources { SourceJSON.write(source, to: &json) }
        }
        json.endLine()
        return json.bytes
      }
    }
  }

  private func change(_ request: RoutedRequest) throws -> Answer {
    try request.requireOwner()
    let body = try ChangeBody(request, keys: ["name", "action", "kind", "location"])
    guard let name = try body.text("name"), let action = try body.text("action").flatMap(Action.init)
    else {
      throw Problem.badRequest(
        "Send the name of a source in name, and one of these in action: "
          + "\(Action.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    let (kind, location) = (try body.text("kind"), try body.text("location"))
    return try pages.answer(request, of: body) {
      try change(request, name, action, kind: kind, location: location)
    } page: { context, refused in
      let sources = try context.view.sources()
      return SourcesHTML(context: context, sources: sources, refused: refused) { refreshes.progress(of: $0) }.bytes()
    }
  }

  private func change(
    _ request: RoutedRequest, _ name: String, _ action: Action, kind: String?, location: String?
  ) throws -> Answer {
    try pages.catalog.change(request) { transaction, _ in
      switch action {
      case .pause: return try transaction.pauseSource(name)
      case .resume: return try transaction.resumeSource(name)
      case .refresh: return try transaction.snapshot.source(named: name)
      case .add where kind == CatalogSource.Kind.samples.rawValue:
        return try transaction.addSource(name.trimmed(), kind: .samples, location: nil)
      case .add:
        guard let kind = kind.flatMap(CatalogSource.Kind.init(rawValue:)), Self.kinds.contains(kind) else {
          throw Problem.badRequest(
            "kind must be one of \((Self.kinds + [.samples]).map(\.rawValue).joined(separator: ", ")).")
        }
        let address = location?.trimmed() ?? ""
        guard PageAddress(web: address) != nil, SourceLocation.withoutCredentials(address) == nil else {
          throw Problem.badRequest("location must be an http or https address without a password.")
        }
        return try transaction.addSource(name.trimmed(), kind: kind, location: address)
      }
    } respond: { source in
      if action == .refresh || action == .add { try refreshes.start(source) }
      let answer = ChangeAnswer(request: request)
      guard request.format == .html else { return answer.document(source) }
      // The sample books are there at once, and a viewer who tries them wants to see them.
      return answer.page(source.kind == .samples && action == .add ? [""] : ["sources"])
    }
  }
}
