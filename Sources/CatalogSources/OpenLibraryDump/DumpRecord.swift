import CatalogModel

/// Decodes the used parts of dump records, by the same rules as for responses of the server.
struct DumpRecord {
  private static let selections: [DumpKind: JSONSelection] = [
    .editions: .members(named: [
      "title", "subtitle", "works", "covers", "number_of_pages", "isbn_13", "isbn_10", "authors", "by_statement",
      "publish_date",
    ]),
    .works: .members(named: ["title", "description", "subjects", "first_publish_date", "covers", "authors"]),
    .authors: .members(named: ["name"]),
  ]

  private let parser = JSONParser(passesOverUnusable: true)
  private let selection: JSONSelection

  init(_ kind: DumpKind) { selection = Self.selections[kind] ?? .everything }

  /// Returns the record of a line.
  ///
  /// - Throws: `JSONParser.Failure` if it is not valid JSON.
  func value(of line: DumpLine) throws(JSONParser.Failure) -> JSONValue { try value(of: Array(line.json)) }

  /// Returns the record from a string that ``JSONValue/text`` created.
  func value(of text: String) throws(JSONParser.Failure) -> JSONValue { try value(of: Array(text.utf8)) }

  private func value(of bytes: [UInt8]) throws(JSONParser.Failure) -> JSONValue {
    try parser.value(of: bytes, selection)
  }
}

/// Finds the authors of an edition or a work.
enum DumpAuthors {
  /// Returns the numbers of the authors' keys, in order. Editions refer to authors directly, works through entries with
  /// roles.
  static func numbers(_ value: JSONValue) -> [Int64] {
    (value["authors"]?.items ?? []).compactMap { entry in
      let author = entry["author"] ?? entry
      return (author["key"]?.string ?? author.string).flatMap { DumpNumbers.key($0, DumpKind.authors.letter) }
    }
  }

  /// Returns the name at the beginning of the statement on the title page, as in `by Frank Herbert ; edited by …`;
  /// `nil` if the text does not look like a name. Editors and translators, who are also named there, are not taken for
  /// authors.
  static func statement(_ value: JSONValue) -> String? {
    guard var text = value["by_statement"]?.string?.trimmed() else { return nil }
    if text.lowercased().hasPrefix("by ") { text = String(text.dropFirst(3)).trimmed() }
    for end in [";", "[", ",", " and ", " & ", " with "] {
      if let found = text.firstRange(of: end) { text = String(text[..<found.lowerBound]).trimmed() }
    }
    // A full stop after a single letter belongs to an initial.
    if text.hasSuffix("."), text.dropLast().last?.isLowercase == true { text.removeLast() }
    guard text.count <= 80, text.first?.isUppercase == true, !text.contains(where: \.isNumber) else { return nil }
    return OpenLibraryValue.authors(.array([.string(text)])).first
  }
}
