import CatalogSources

extension AnswerSchema {
  /// Writes the schema as JSON.
  ///
  /// - Parameter isOnePerLine: True if a list is sent as one entry per line.
  func write(isOnePerLine: Bool, to json: inout JSONWriter) {
    switch self {
    case .books where isOnePerLine, .book: Self.writeBook(to: &json)
    case .objects where isOnePerLine, .object: Self.writeObject(to: &json)
    case .books: json.listSchema(Self.writeBook)
    case .objects: json.listSchema(Self.writeObject)
    }
  }

  private static func writeBook(to json: inout JSONWriter) {
    json.object { json in
      json.member("$ref", "#/components/schemas/Book")
    }
  }

  private static func writeObject(to json: inout JSONWriter) {
    json.object { json in
      json.member("type", "object")
    }
  }
}

extension JSONWriter {
  /// Writes the schema of a list.
  ///
  /// - Parameter entry: Writes the schema of an entry.
  mutating func listSchema(_ entry: (inout JSONWriter) -> Void) {
    beginObject()
    member("type", "array")
    key("items")
    entry(&self)
    endObject()
  }
}
