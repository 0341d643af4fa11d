import CatalogModel
import FoundationEssentials

/// Writes books as JSON, for `--json` and for exports. The keys of docs/json.md are written in a fixed order.
public enum BookJSON {
  /// A key in the JSON object of a book. The key determines which value is written.
  package enum Key: Equatable, Sendable {
    case id, uuid
    /// The ISBN as thirteen digits, in addition to the ISBN as entered.
    case isbn13
    /// The year that lists show (``Book/year``).
    case year
    /// The part of the book that was read in the current reading, from 0 to 1 (``Book/fractionRead``).
    case fractionRead
    case changed
    /// The user-defined fields for which the book has a value.
    case own
    case field(BookField)
    /// A key with a value that is not part of the book.
    case other(String)

    package init(_ name: String) { self = BookJSON.allKeys.first { $0.name == name } ?? .other(name) }

    package var name: String {
      switch self {
      case .id: "id"
      case .uuid: "uuid"
      case .isbn13: "isbn13"
      case .year: "year"
      case .fractionRead: "fractionRead"
      case .changed: "changed"
      case .own: JSONBook.ownKey
      case .field(let field): field.rawValue
      case .other(let name): name
      }
    }
  }

  /// The keys of all fields and the catalog's own keys, in the order of the output.
  package static let allKeys: [Key] =
    [.id, .uuid]
    + BookField.allCases.flatMap { field -> [Key] in
      switch field {
      case .isbn: [.field(field), .isbn13]
      case .published: [.field(field), .year]
      case .progress: [.field(field), .fractionRead]
      default: [.field(field)]
      }
    } + [.changed, .own]

  /// The names of all keys in the order of the output.
  public static let keys = allKeys.map(\.name)

  /// The keys of an export, which another catalog can import. The id and the time of the last change belong to this
  /// catalog and are left out, as are values that other fields contain, too.
  static let exportedKeys = allKeys.filter { ![.id, .isbn13, .year, .fractionRead, .changed].contains($0) }

  /// Writes a book.
  ///
  /// - Parameters:
  ///   - own: The user-defined fields. If the book has no values of these fields, the key for user-defined fields is
  ///     left out.
  ///   - other: Writes the value of a key that is not part of the book.
  package static func write(
    _ book: Book, keys: [Key] = BookJSON.allKeys, own: OwnFields, to json: inout JSONWriter,
    other: (String, inout JSONWriter) -> Void = { _, json in json.null() }
  ) {
    json.beginObject()
    for key in keys {
      if key == .own {
        write(own.values(of: book), to: &json)
        continue
      }
      json.key(key.name)
      switch key {
      case .id: json.integer(book.id)
      case .uuid: json.string(book.uuid.lowercaseText)
      case .isbn13: json.string(book.isbn?.digits)
      case .year: json.integer(book.year)
      case .fractionRead: json.number(book.fractionRead.map { ($0 * 10_000).rounded() / 10_000 })
      case .changed: json.string(book.changed.rfc3339)
      case .field(let field): json.value(book[field], of: field.definition)
      case .own: break
      case .other(let name): other(name, &json)
      }
    }
    json.endObject()
  }

  private static func write(_ values: [(field: OwnField, value: FieldValue)], to json: inout JSONWriter) {
    guard !values.isEmpty else { return }
    json.object(Key.own.name) { json in
      for (field, value) in values {
        json.key(field.name)
        json.value(value, of: field.definition)
      }
    }
  }
}
