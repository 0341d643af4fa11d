import CatalogSources

extension AnswerSchema {
  /// Writes it as a schema.
  ///
  /// - Parameter isOnePerLine: whether a list is told as its entries, one a line.
  func write(isOnePerLine: Bool, to json: inout JSONWriter) {
    switch self {
    case .books where isOnePerLine, .book: Self.writeBook(to: &json)
    case .objects where isOnePerLine, .object: Self.writeObject(to: &json)
    case .books: Self.writeList(to: &json, Self.writeBook)
    case .objects: Self.writeList(to: &json, Self.writeObject)
    }
  }

  private static func writeBook(to json: inout JSONWriter) {
    json.beginObject()
    json.member("$ref", "#/components/schemas/Book")
    json.endObject()
  }

  private static func writeObject(to json: inout JSONWriter) {
    json.beginObject()
    json.member("type", "object")
    json.endObject()
  }

  private static func writeList(to json: inout JSONWriter, _ entry: (inout JSONWriter) -> Void) {
    json.beginObject()
    json.member("type", "array")
    json.key("items")
    entry(&json)
    json.endObject()
  }
}
