import CatalogSources

/// The response to a problem: JSON (RFC 9457), or a small page for clients that request pages.
enum ProblemAnswer {
  private static let json = Format(fileExtension: "json", type: "application/problem+json")

  /// Returns the response to a problem.
  ///
  /// - Parameters:
  ///   - accept: The `Accept` field of the request, if any.
  ///   - page: Makes the page; returns `nil` to use the default page.
  static func response(
    _ problem: Problem, accept: String?, page: (Problem) -> [UInt8]? = { _ in nil }
  ) -> Response {
    var fields = problem.fields
    fields.set("Cache-Control", "no-store")
    fields.list("Vary", ["Accept"])
    let format = AcceptedTypes(accept).preferred(of: [json, .html]) ?? json
    fields.set("Content-Type", format.type)
    let body = format == .html ? page(problem) ?? defaultPage(problem) : document(problem)
    return Response(problem.status, fields: fields, body: .bytes(body))
  }

  private static func document(_ problem: Problem) -> [UInt8] {
    var json = JSONWriter(layout: .compact)
    json.object { json in
      json.member("type", "about:blank")
      json.member("title", problem.title)
      json.member("status", problem.status)
      if let detail = problem.detail { json.member("detail", detail) }
    }
    json.endLine()
    return json.bytes
  }

  private static func defaultPage(_ problem: Problem) -> [UInt8] {
    let title = MarkupEscape.text(problem.title)
    let detail = problem.detail.map { "<p>\(MarkupEscape.text($0))</p>\n" } ?? ""
    let head = "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>\(title)</title>"
    return Array(
      "<!DOCTYPE html>\n<html lang=\"en\"><head>\(head)</head>\n<body><h1>\(title)</h1>\n\(detail)</body></html>\n".utf8
    )
  }
}
