/// An identifier of a book at a service or a library, such as `234225` at `goodreads`.
///
/// If an identifier names one edition, all records that share it belong to the same book, even if their titles differ.
///
/// ```swift
/// try await catalog.edit(book.id) { $0.identifiers.append(BookIdentifier("goodreads", "234225")) }
/// ```
public struct BookIdentifier: Hashable, Codable, Sendable {
  /// The type of the identifier, in lower case: at most 40 letters, digits, hyphens, underscores and dots. Examples are
  /// `goodreads`, `openlibrary`, `asin`, `oclc`, `lccn`, `doi`, `uri`, and `isbn` for additional ISBNs.
  public var type: String
  /// The identifier: one line of at most 500 bytes of UTF-8.
  public var value: String

  /// Creates an identifier.
  public init(_ type: String, _ value: String) {
    self.type = type
    self.value = value
  }
}

extension BookIdentifier {
  /// True if two books that share this identifier are the same book. False if the identifier denotes a work with many
  /// editions, a set of volumes, or the location of a file. UUIDs are not unique to one edition either: an e-book that
  /// was made from another e-book, such as a translation, may keep that book's UUID.
  package var namesOneEdition: Bool {
    if isPlaceholder || type == "openlibrary" && value.hasSuffix("W") { return false }
    return !Self.widerTypes.contains(type)
  }

  private static let widerTypes: Set<String> = [
    "openlibrary-work", "librarything-work", "hardcover", "oclc", "lccn", "lcc", "ddc", "viaf", "wikidata", "uri",
    "url", "uuid", "issn",
  ]

  /// True if the value is a placeholder that programs write for a missing value, such as `unknown`.
  package var isPlaceholder: Bool { Self.placeholders.contains(value.lowercased()) }

  private static let placeholders: Set<String> = [
    "0", "-", "--", "?", "n/a", "na", "nan", "nil", "none", "null", "unknown", "false",
  ]
}

extension BookIdentifier: FieldRecordConvertible {
  /// The parts of each record in ``BookField/identifiers``.
  static let parts = [
    FieldPart("type", .code(bytes: 40), isRequired: true), FieldPart("value", .line(bytes: 500), isRequired: true),
  ]

  package var record: FieldRecord {
    FieldRecord([FieldRecord.Part("type", .text(type)), FieldRecord.Part("value", .text(value))])
  }

  /// Creates an identifier from a record. Returns `nil` if the record has no type or no value.
  package init?(record: FieldRecord) {
    guard let type = record["type"].text, let value = record["value"].text else { return nil }
    self.init(type, value)
  }
}
