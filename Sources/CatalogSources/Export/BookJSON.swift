import CatalogModel
import FoundationEssentials

/// A book as JSON, for `--json` and for exports: the keys of docs/json.md in a fixed order.
public enum BookJSON {
  /// A key of a book's object, and with it what stands there.
  package enum Key: Equatable, Sendable {
    case id, uuid
    /// The thirteen digits, beside the number as it was given.
    case isbn13
    case changed
    /// The fields that the user made, of which the book has a value.
    case own
    case field(BookField)
    /// A key that is not the book's own.
    case other(String)

    package init(_ name: String) { self = BookJSON.allKeys.first { $0.name == name } ?? .other(name) }

    package var name: String {
      switch self {
      case .id: "id"
      case .uuid: "uuid"
      case .isbn13: "isbn13"
      case .changed: "changed"
      case .own: JSONBook.ownKey
      case .field(let field): field.rawValue
      case .other(let name): name
      }
    }
  }

  /// Every key, in the order in which they are written: fields in their order, about them what the catalog knows.
  package static let allKeys: [Key] =
    [.id, .uuid] + BookField.allCases.flatMap { $0 == .isbn ? [.field($0), .isbn13] : [.field($0)] } + [.changed, .own]

  /// The names of all keys, in the order in which they are written.
  public static let keys = allKeys.map(\.name)

  /// The keys of an export: what another catalog can take in. The id and the time of the last change are this one's.
  static let exportedKeys = allKeys.filter { $0 != .id && $0 != .isbn13 && $0 != .changed }

  /// - Parameters:
  ///   - own: the fields that the user made. Where the book has a value of none, their key is left out.
  ///   - other: writes the value of a key that is not the book's own.
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
    json.key(Key.own.name)
    json.beginObject()
    for (field, value) in values {
      json.key(field.name)
      json.value(value, of: field.definition)
    }
    json.endObject()
  }
}
