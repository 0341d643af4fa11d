/// A number or name by which a service or a library knows a book: `goodreads` and `234225`.
///
/// Records of one identifier that names an edition are of one book, whatever their titles say.
public struct BookIdentifier: Hashable, Codable, Sendable {
  /// Whose name it is: letters, digits, hyphens, underscores and dots, at most 40 of them, in small letters: `goodreads`,
  /// `openlibrary`, `asin`, `oclc`, `lccn`, `doi`, `isbn` for further ISBNs, `uri`.
  public var type: String
  /// The name: one line of at most 500 bytes of UTF-8.
  public var value: String

  /// An identifier of its parts.
  public init(_ type: String, _ value: String) {
    self.type = type
    self.value = value
  }
}

extension BookIdentifier {
  /// Whether two books with it are one: some name a work of many editions or a set of volumes, or say where a file is. A
  /// UUID stays in an e-book that somebody began as a copy of another one, such as a translation.
  package var namesOneEdition: Bool {
    if isPlaceholder || type == "openlibrary" && value.hasSuffix("W") { return false }
    return !Self.widerTypes.contains(type)
  }

  private static let widerTypes: Set<String> = [
    "openlibrary-work", "librarything-work", "hardcover", "oclc", "lccn", "lcc", "ddc", "viaf", "wikidata", "uri",
    "url", "uuid", "issn",
  ]

  /// Whether the value is what programs write for none.
  package var isPlaceholder: Bool { Self.placeholders.contains(value.lowercased()) }

  private static let placeholders: Set<String> = [
    "0", "-", "--", "?", "n/a", "na", "nan", "nil", "none", "null", "unknown", "false",
  ]
}

extension BookIdentifier: FieldRecordConvertible {
  /// The parts of the field.
  static let parts = [
    FieldPart("type", .code(bytes: 40), isRequired: true), FieldPart("value", .line(bytes: 500), isRequired: true),
  ]

  package var record: FieldRecord {
    FieldRecord([FieldRecord.Part("type", .text(type)), FieldRecord.Part("value", .text(value))])
  }

  /// Without a type or a value it names nothing.
  package init?(record: FieldRecord) {
    guard let type = record["type"].text, let value = record["value"].text else { return nil }
    self.init(type, value)
  }
}
