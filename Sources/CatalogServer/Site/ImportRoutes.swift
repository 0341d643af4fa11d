import Catalog
import CatalogJSON
import CatalogModel
import CatalogSources
import FoundationEssentials

/// The routes for importing books from an uploaded file: a preview of the changes first, then the import once the
/// viewer confirms it.
struct ImportRoutes {
  let pages: PageMaker
  let imports: ServedImports

  private static let rule = UploadRule(
    limit: .max,
    types: [
      "text/csv", "text/tab-separated-values", "text/plain", "application/json", "application/jsonl",
      "application/x-ndjson", "application/gzip", "application/x-gzip", "application/octet-stream",
    ],
    admit: { try $0.requireEditor() })

  var routes: [Route] {
    [
      Route(.get, "/import", formats: [.html], summary: "Returns the form that uploads a file of books.") { request in
        try request.requireEditor()
        return .now(try pages.response(request) { ImportHTML(context: $0).form() })
      },
      Route(
        .post, "/import", formats: [.json, .html],
        query: [
          QueryParameter("name", .text, summary: "The name of the file, if the body is the file itself."),
          QueryParameter("source", .text, summary: "The name of the source. Default: the name of the file."),
          QueryParameter("dryRun", .choice(["1"]), summary: "Reports what would change, without changing anything."),
        ], answers: .object,
        summary: "Imports the books in a file: a table, JSON Lines, or an export from another program."
      ) { try take($0) }.taking(Self.rule),
      Route(.get, "/import/:token", formats: [.html], summary: "Returns the preview, progress or result of an import.")
      {
        try show($0)
      },
      Route(.post, "/import/:token", formats: [.html], summary: "Imports an uploaded file, or cancels its import.") {
        try decide($0)
      },
    ]
  }

  private func take(_ request: RoutedRequest) throws -> Answer {
    let offer = try Self.rule.offer(for: request)
    let target = request.request.target
    let upload = try UploadReceiver.upload(of: request.request, offer, in: FileManager.default.temporaryDirectory.path)
    let isDryRun = (upload["dryRun"] ?? target["dryRun"]).map { !$0.isEmpty } ?? false
    guard upload.file.count > 0 else { throw Problem.badRequest("The file is empty. Choose a file with books.") }
    return .later {
      let source = try await imports.source(
        of: upload, wished: upload["source"] ?? target["source"], for: request.viewer)
      if request.format == .html {
        let token = try imports.keep(upload, source: source, for: request.viewer)
        try await imports.look(token)
        return ChangeAnswer(request: request).page(["import", token])
      }
      let sent = SentImport(upload: upload, source: source, viewer: request.viewer)
      let outcome = try await imports.outcome(of: sent, isDryRun: isDryRun)
      return ChangeAnswer(request: request).document { ImportJSON.write(outcome.report, outcome.table, to: &$0) }
    }
  }

  private func kept(_ request: RoutedRequest) throws -> KeptImport {
    try request.requireEditor()
    guard let kept = imports.kept(request["token"], for: request.viewer) else {
      throw Problem(
        404, detail: "This file is no longer available, because files are kept for half an hour. Send it again.")
    }
    return kept
  }

  private func show(_ request: RoutedRequest) throws -> Answer {
    let kept = try kept(request)
    var response = try pages.response(request) { try ImportHTML(context: $0).page(of: kept, token: request["token"]) }
    // A script learns of progress from events. Without scripts, the browser reloads the page.
    if kept.isRunning { response.fields.set("Refresh", "5") }
    return .now(response)
  }

  private func decide(_ request: RoutedRequest) throws -> Answer {
    let (kept, token) = (try kept(request), request["token"])
    let body = try ChangeBody(request, keys: ["source", "action"])
    let (wished, action) = (try body.text("source"), try body.text("action"))
    let answer = ChangeAnswer(request: request)
    guard case .tried(let tried) = kept.state, let upload = kept.upload else {
      return .now(answer.page(["import", token]))
    }
    if action == "leave" {
      imports.forget(token)
      return .now(answer.page(["import"]))
    }
    return .later {
      let source: SentSource
      do {
        source =
          wished?.trimmed() == tried.report.source
          ? kept.source : try await imports.source(of: upload, wished: wished, for: request.viewer)
      } catch let problem as Problem where problem.status < 500 {
        return try pages.response(request, status: problem.status) {
          try ImportHTML(context: $0, refusal: problem.detail, typedSource: wished).page(of: kept, token: token)
        }
      }
      // An import under another name would change other books than the preview showed, so make a new preview first.
      if action == "look" || source != kept.source {
        try imports.lookAgain(token, source: source, for: request.viewer)
        try await imports.look(token)
      } else {
        try imports.start(token, for: request.viewer)
      }
      return answer.page(["import", token])
    }
  }
}
