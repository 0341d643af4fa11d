import CatalogModel
import CatalogSources

/// An OpenAPI document that describes routes (spec.openapis.org/oas/v3.1.0).
struct OpenAPIDocument {
  private let routes: [Route]

  init(_ routes: [Route]) { self.routes = routes }

  var bytes: [UInt8] {
    var json = JSONWriter(layout: .indented)
    json.beginObject()
    json.member("openapi", "3.1.0")
    json.key("info")
    json.beginObject()
    json.member("title", "Catalog")
    json.member(
      "description", "The books of a catalog. Later versions only add keys, so programs should ignore unknown keys.")
    json.member("version", "1")
    json.endObject()
    json.key("paths")
    json.beginObject()
    for (path, routes) in Dictionary(grouping: routes, by: \.pattern.description).sorted(by: { $0.key < $1.key }) {
      json.key(Self.template(routes[0].pattern))
      json.beginObject()
      for route in routes { Self.write(route, path, to: &json) }
      json.endObject()
    }
    json.endObject()
    json.key("components")
    json.beginObject()
    json.key("schemas")
    json.beginObject()
    json.key("Book")
    BookSchema.write(to: &json)
    json.key("Problem")
    Self.writeProblem(to: &json)
    json.endObject()
    json.endObject()
    json.endObject()
    json.endLine()
    return json.bytes
  }

  /// Returns a path template: `/book/{id}` for `/book/:id`.
  private static func template(_ pattern: RoutePattern) -> String {
    "/"
      + pattern.description.split(separator: "/").map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
      .joined(separator: "/")
  }

  private static func write(_ route: Route, _ path: String, to json: inout JSONWriter) {
    json.key(route.method.rawValue.lowercased())
    json.beginObject()
    json.member("summary", route.summary)
    json.key("parameters")
    json.beginArray()
    for name in route.pattern.parameters { writePathParameter(name, to: &json) }
    for parameter in route.query { write(parameter, to: &json) }
    json.endArray()
    if !route.takes.isEmpty { writeBody(route.takes, to: &json) }
    if let upload = route.upload { writeFile(upload, to: &json) }
    json.key("responses")
    json.beginObject()
    json.key("200")
    json.beginObject()
    json.member("description", route.summary)
    json.key("content")
    json.beginObject()
    for format in route.formats {
      json.key(format.mediaType)
      json.beginObject()
      if let schema = route.answers, format == .json || format == .jsonLines {
        json.key("schema")
        schema.write(isOnePerLine: format == .jsonLines, to: &json)
      }
      json.endObject()
    }
    json.endObject()
    json.endObject()
    json.key("default")
    json.beginObject()
    json.member("description", "The reason why the request failed, and what to do.")
    json.key("content")
    json.beginObject()
    json.key("application/problem+json")
    json.beginObject()
    json.key("schema")
    json.beginObject()
    json.member("$ref", "#/components/schemas/Problem")
    json.endObject()
    json.endObject()
    json.endObject()
    json.endObject()
    json.endObject()
    json.endObject()
  }

  private static func writeBody(_ keys: [String], to json: inout JSONWriter) {
    json.key("requestBody")
    json.beginObject()
    json.key("content")
    json.beginObject()
    json.key(Format.json.mediaType)
    json.beginObject()
    json.key("schema")
    json.beginObject()
    json.member("type", "object")
    json.member("additionalProperties", false)
    json.key("properties")
    json.beginObject()
    for key in keys {
      // The types of the values are described in docs/json.md.
      json.key(key)
      json.beginObject()
      json.endObject()
    }
    json.endObject()
    json.endObject()
    json.endObject()
    json.endObject()
    json.endObject()
  }

  /// Writes the schema of an uploaded file, which is sent as the body or in a form.
  private static func writeFile(_ upload: UploadRule, to json: inout JSONWriter) {
    json.key("requestBody")
    json.beginObject()
    json.member("required", true)
    json.key("content")
    json.beginObject()
    for type in upload.types {
      json.key(type)
      json.beginObject()
      json.endObject()
    }
    json.key(UploadRule.form)
    json.beginObject()
    json.key("schema")
    json.beginObject()
    json.member("type", "object")
    json.key("properties")
    json.beginObject()
    json.key("file")
    json.beginObject()
    json.member("contentMediaType", "application/octet-stream")
    json.endObject()
    json.endObject()
    json.endObject()
    json.endObject()
    json.endObject()
    json.endObject()
  }

  private static func writePathParameter(_ name: String, to json: inout JSONWriter) {
    json.beginObject()
    json.member("name", name)
    json.member("in", "path")
    json.member("required", true)
    json.key("schema")
    json.beginObject()
    // All path parameters are numbers of books or steps.
    json.member("type", "integer")
    json.member("minimum", 1)
    json.endObject()
    json.endObject()
  }

  private static func write(_ parameter: QueryParameter, to json: inout JSONWriter) {
    json.beginObject()
    json.member("name", parameter.name)
    json.member("in", "query")
    json.member("description", parameter.summary)
    json.key("schema")
    json.beginObject()
    switch parameter.kind {
    case .text: json.member("type", "string")
    case .number(let range):
      json.member("type", "integer")
      json.member("minimum", range.lowerBound)
      if range.upperBound != .max { json.member("maximum", range.upperBound) }
    case .choice(let words):
      json.member("type", "string")
      json.key("enum")
      json.strings(words)
    }
    json.endObject()
    json.endObject()
  }

  private static func writeProblem(to json: inout JSONWriter) {
    json.beginObject()
    json.member("type", "object")
    json.member("description", "A description of a problem (RFC 9457).")
    json.key("properties")
    json.beginObject()
    for (name, type) in [("type", "string"), ("title", "string"), ("status", "integer"), ("detail", "string")] {
      json.key(name)
      json.beginObject()
      json.member("type", type)
      json.endObject()
    }
    json.endObject()
    json.endObject()
  }
}

extension Format {
  /// The media type without parameters.
  fileprivate var mediaType: String { String(type.prefix { $0 != ";" }) }
}
