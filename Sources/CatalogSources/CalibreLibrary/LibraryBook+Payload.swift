import CatalogModel

/// The data stored for an unusable book: JSON with the names of the tables and columns that it was read from.
extension LibraryBook {
  var payload: [UInt8] {
    var members: [String: JSONValue] = [
      "id": .integer(number), "copy": .boolean(isCopy), "title": .string(metadata.title),
      "authors": .array(metadata.authors.map(JSONValue.string)), "tags": .array(metadata.tags.map(JSONValue.string)),
      "languages": .array(metadata.languages.map(JSONValue.string)),
      "identifiers": .array(metadata.identifiers.map { .array([.string($0.type), .string($0.value)]) }),
      "path": .string(path), "has_cover": .boolean(hasCover),
      "data": .array(formats.map { .array([.string($0.name), .string($0.file), .integer($0.size)]) }),
      "columns": .array(columns.map(Self.column)),
    ]
    let texts = [
      "uuid": uuid, "series": metadata.series, "publisher": metadata.publisher, "pubdate": metadata.published,
      "isbn": metadata.isbn, "timestamp": added, "comments": metadata.comments,
    ]
    for (name, text) in texts { members[name] = text.map(JSONValue.string) }
    members["series_index"] = metadata.seriesNumber.map(JSONValue.number)
    members["rating"] = metadata.stars.map(JSONValue.number)
    return Array(JSONValue.object(members).text.utf8)
  }

  /// Parses data written by ``payload``.
  ///
  /// - Throws: `JSONParser.Failure`, or ``JSONBook/Failure`` if the data does not describe a book.
  init(payload: [UInt8]) throws {
    let value = try JSONParser().value(of: payload)
    guard case .object = value, let number = value["id"]?.integer else { throw JSONBook.Failure.notAnObject }
    func texts(_ key: String) -> [String] { value[key]?.items?.compactMap(\.string) ?? [] }
    self.number = number
    uuid = value["uuid"]?.string
    if case .boolean(true)? = value["copy"] { isCopy = true }
    metadata.title = value["title"]?.string ?? ""
    (metadata.authors, metadata.tags, metadata.languages) = (texts("authors"), texts("tags"), texts("languages"))
    (metadata.series, metadata.publisher) = (value["series"]?.string, value["publisher"]?.string)
    (metadata.seriesNumber, metadata.stars) = (value["series_index"]?.double, value["rating"]?.double)
    (metadata.published, metadata.isbn) = (value["pubdate"]?.string, value["isbn"]?.string)
    (added, metadata.comments) = (value["timestamp"]?.string, value["comments"]?.string)
    path = value["path"]?.string ?? ""
    if case .boolean(true)? = value["has_cover"] { hasCover = true }
    metadata.identifiers =
      value["identifiers"]?.items?.compactMap { pair in
        guard let parts = pair.items, parts.count == 2, let type = parts[0].string, let name = parts[1].string
        else { return nil }
        return BookIdentifier(type, name)
      } ?? []
    formats =
      value["data"]?.items?.compactMap { format in
        guard let parts = format.items, parts.count == 3, let name = parts[0].string, let file = parts[1].string,
          let size = parts[2].integer
        else { return nil }
        return Format(name: name, file: file, size: size)
      } ?? []
    // Older payloads contain the columns as an object, which is ignored.
    columns = value["columns"]?.items?.compactMap(Self.column) ?? []
  }

  private static func column(_ column: OwnValue) -> JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(column.name), "kind": .string(column.kind.rawValue),
      "choices": .array(column.choices.map(JSONValue.string)),
    ]
    members["value"] = column.value.map { .string($0.storedText) }
    return .object(members)
  }

  private static func column(_ value: JSONValue) -> OwnValue? {
    guard let name = value["name"]?.string, let kind = value["kind"]?.string.flatMap(OwnField.Kind.init(rawValue:))
    else {
      return nil
    }
    let choices = value["choices"]?.items?.compactMap(\.string) ?? []
    return OwnValue(name, kind, choices: choices, stored: value["value"]?.string)
  }
}
