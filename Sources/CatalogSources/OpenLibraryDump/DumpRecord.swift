import CatalogModel

/// Records of dumps, as much of them as is used, by the rules by which answers of the server are read.
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

  /// Reads the record of a line.
  ///
  /// - Throws: `JSONParser.Failure` where it is no JSON.
  func value(of line: DumpLine) throws(JSONParser.Failure) -> JSONValue { try value(of: Array(line.json)) }

  /// The same of a text that ``JSONValue/text`` made.
  func value(of text: String) throws(JSONParser.Failure) -> JSONValue { try value(of: Array(text.utf8)) }

  private func value(of bytes: [UInt8]) throws(JSONParser.Failure) -> JSONValue {
    try parser.value(of: bytes, selection)
  }
}

/// Whom a record of an edition or a work names as its authors.
enum DumpAuthors {
  /// Their keys' numbers, in order. Editions name the authors themselves, works what each did.
  static func numbers(_ value: JSONValue) -> [Int64] {
    (value["authors"]?.items ?? []).compactMap { entry in
      let author = entry["author"] ?? entry
      return (author["key"]?.string ?? author.string).flatMap { DumpNumbers.key($0, DumpKind.authors.letter) }
    }
  }

  /// The first name in the line that stands on the title page, where that is one: `by Frank Herbert ; edited by …`. Who has
  /// edited or translated is named there too, and is not taken for the author.
  static func statement(_ value: JSONValue) -> String? {
    guard var text = value["by_statement"]?.string?.trimmed() else { return nil }
    if text.lowercased().hasPrefix("by ") { text = String(text.dropFirst(3)).trimmed() }
    for end in [";", "[", ",", " and ", " & ", " with "] {
      if let found = text.firstRange(of: end) { text = String(text[..<found.lowerBound]).trimmed() }
    }
    // A point behind a single letter is that of an initial.
    if text.hasSuffix("."), text.dropLast().last?.isLowercase == true { text.removeLast() }
    guard text.count <= 80, text.first?.isUppercase == true, !text.contains(where: \.isNumber) else { return nil }
    return OpenLibraryValue.authors(.array([.string(text)])).first
  }
}
