import CatalogModel
import CatalogSources

/// An OpenAPI document that describes routes (spec.openapis.org/oas/v3.1.0).
struct OpenAPIDocument {
  private let routes: [Route]

  init(_ routes: [Route]) { self.routes = routes }

  var bytes: [UInt8] {
    var json = JSONWriter(layout: .indented)
    json.object { json in
      json.member("openapi", "3.1.0")
      json.object("info") { json in
        json.member("title", "Catalog")
        json.member(
          "description", "The books of a catalog. Later versions only add keys, so programs should ignore unknown keys."
        )
        json.member("version", "1")
      }
      json.object("paths") { json in
        for (path, routes) in Dictionary(grouping: routes, by: \.pattern.description).sorted(by: { $0.key < $1.key }) {
          json.object(Self.template(routes[0].pattern)) { json in
            for route in routes { Self.write(route, path, to: &json) }
          }
        }
      }
      json.object("components") { json in
        json.object("schemas") { json in
          json.key("Book")
          BookSchema.write(to: &json)
          json.key("Problem")
          Self.writeProblem(to: &json)
        }
      }
    }
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
    json.object(route.method.rawValue.lowercased()) { json in
      json.member("summary", route.summary)
      json.array("parameters") { json in
        for name in route.pattern.parameters { writePathParameter(name, to: &json) }
        for parameter in route.query { write(parameter, to: &json) }
      }
      if !route.takes.isEmpty { writeBody(route.takes, to: &json) }
      if let upload = route.upload { writeFile(upload, to: &json) }
      json.object("responses") { json in
        json.object("200") { json in
          json.member("description", route.summary)
          json.object("content") { json in
            for format in route.formats {
              json.object(format.mediaType) { json in
                if let schema = route.answers, format == .json || format == .jsonLines {
                  json.key("schema")
                  schema.write(isOnePerLine: format == .jsonLines, to: &json)
                }
              }
            }
          }
        }
        json.object("default") { json in
          json.member("description", "The reason why the request failed, and what to do.")
          json.object("content") { json in
            json.object("application/problem+json") { json in
              json.object("schema") { json in
                json.member("$ref", "#/components/schemas/Problem")
              }
            }
          }
        }
      }
    }
  }

  private static func writeBody(_ keys: [String], to json: inout JSONWriter) {
    json.object("requestBody") { json in
      json.object("content") { json in
        json.object(Format.json.mediaType) { json in
          json.object("schema") { json in
            json.member("type", "object")
            json.member("additionalProperties", false)
            json.object("properties") { json in
              for key in keys {
                // The types of the values are described in docs/json.md.
                json.key(key)
                json.beginObject()
                json.endObject()
              }
            }
          }
        }
      }
    }
  }

  /// Writes the schema of an uploaded file, which is sent as the body or in a form.
  private static func writeFile(_ upload: UploadRule, to json: inout JSONWriter) {
    json.object("requestBody") { json in
      json.member("required", true)
      json.object("content") { json in
        for type in upload.types {
          json.key(type)
          json.beginObject()
          json.endObject()
        }
        json.object(UploadRule.form) { json in
          json.object("schema") { json in
            json.member("type", "object")
            json.object("properties") { json in
              json.object("file") { json in
                json.member("contentMediaType", "application/octet-stream")
              }
            }
          }
        }
      }
    }
  }

  private static func writePathParameter(_ name: String, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("in", "path")
      json.member("required", true)
      json.object("schema") { json in
        // All path parameters are numbers of books or steps.
        json.member("type", "integer")
        json.member("minimum", 1)
      }
    }
  }

  private static func write(_ parameter: QueryParameter, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", parameter.name)
      json.member("in", "query")
      json.member("description", parameter.summary)
      json.object("schema") { json in
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
      }
    }
  }

  private static func writeProblem(to json: inout JSONWriter) {
    json.object { json in
      json.member("type", "object")
      json.member("description", "A description of a problem (RFC 9457).")
      json.object("properties") { json in
        for (name, type) in [("type", "string"), ("title", "string"), ("status", "integer"), ("detail", "string")] {
          json.object(name) { json in
            json.member("type", type)
          }
        }
      }
    }
  }
}

extension Format {
  /// The media type without parameters.
  fileprivate var mediaType: String { String(type.prefix { $0 != ";" }) }
}
