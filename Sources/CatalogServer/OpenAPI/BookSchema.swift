import CatalogModel
import CatalogSources

/// The schema of a book's object (JSON Schema, draft 2020-12), derived from the fields that every catalog has.
enum BookSchema {
  static func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("type", "object")
      json.object("properties") { json in
        for key in BookJSON.allKeys {
          json.key(key.name)
          switch key {
          case .id: write("integer", to: &json)
          case .uuid: write("string", format: "uuid", to: &json)
          case .isbn13: write("string", isNullable: true, to: &json)
          case .year: write("integer", isNullable: true, to: &json)
          case .fractionRead: write("number", isNullable: true, to: &json)
          case .changed: write("string", format: "date-time", to: &json)
          case .own, .other: write("object", to: &json)
          case .field(let field): write(field.definition.kind, isNullable: field.isClearable, to: &json)
          }
        }
      }
    }
  }

  private static func write(_ kind: FieldKind, isNullable: Bool, to json: inout JSONWriter) {
    switch kind {
    case .integer: write("integer", isNullable: isNullable, to: &json)
    case .decimal, .number: write("number", isNullable: isNullable, to: &json)
    case .flag: write("boolean", isNullable: isNullable, to: &json)
    case .instant: write("string", isNullable: isNullable, format: "date-time", to: &json)
    case .line, .text, .address, .code, .date, .isbn, .vocabulary: write("string", isNullable: isNullable, to: &json)
    case .names, .tags: json.listSchema { write("string", to: &$0) }
    case .records(let parts):
      json.listSchema { json in
        json.object { json in
          json.member("type", "object")
          json.object("properties") { json in
            for part in parts {
              json.key(part.name)
              write(part.kind, isNullable: !part.isRequired, to: &json)
            }
          }
        }
      }
    }
  }

  private static func write(
    _ type: String, isNullable: Bool = false, format: String? = nil, to json: inout JSONWriter
  ) {
    json.object { json in
      json.key("type")
      if isNullable { json.strings([type, "null"]) } else { json.string(type) }
      if let format { json.member("format", format) }
    }
  }
}
