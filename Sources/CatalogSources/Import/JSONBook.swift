import Catalog
import FoundationEssentials

/// The object of one line: the keys of docs/json.md, in the forms that other programs write them too. Keys that are not
/// known are kept as they came.
struct JSONBook: Decodable {
  var builder = RecordBuilder()

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private typealias Container = KeyedDecodingContainer<Key>

  /// Keys that say the same as another one, or belong to the catalog that wrote them.
  private static let ignored: Set<String> = ["isbn13", "changed", "reason"]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var unknown: [String: JSONValue] = [:]
    for key in container.allKeys {
      switch key.stringValue {
      case "id": builder.id = try Self.scalar(container, key)
      case "uuid":
        guard let text = try Self.scalar(container, key) else { continue }
        guard let uuid = UUID(uuidString: text) else { throw InvalidValue("uuid", text, "it is not a UUID") }
        builder.uuid = uuid
      case "year":
        guard !container.contains(Key(stringValue: "published")) else { continue }
        // Nearly always a number, and an attempt that fails costs as much as the rest of the row.
        if let year = try? container.decode(Int64.self, forKey: key) {
          try builder.set(.published, BookField.published.value(of: String(year)))
        } else {
          try take(.published, container, key)
        }
      case "seriesIndex", "series_index":
        if !container.contains(Key(stringValue: "seriesNumber")) { try take(.seriesNumber, container, key) }
      case let name:
        if let field = BookField(rawValue: name) {
          try take(field, container, key)
        } else if !Self.ignored.contains(name) {
          unknown[name] = try container.decode(JSONValue.self, forKey: key)
        }
      }
    }
    if builder.values[.isbn] == .absent, case let key = Key(stringValue: "isbn13"), container.contains(key) {
      try take(.isbn, container, key)
    }
    if !unknown.isEmpty { builder.unknown = JSONValue.object(unknown).text }
  }

  private mutating func take(_ field: BookField, _ container: Container, _ key: Key) throws {
    if try container.decodeNil(forKey: key) {
      // What cannot be without a value is not cleared by a null.
      if field.isClearable { try builder.set(field, nil) }
      return
    }
    switch field {
    case .isbn:
      let text = try Self.scalar(container, key) ?? ""
      try builder.setISBN { try field.value(of: text) }
    case .authors, .tags:
      if let items = try? container.decode([String].self, forKey: key) {
        try builder.set(field, .list(items))
      } else {
        try builder.set(field, field.value(of: container.decode(String.self, forKey: key)))
      }
    case .pages, .ratingsCount:
      if let number = try? container.decode(Int.self, forKey: key) { return try builder.set(field, .integer(number)) }
      try setText(field, container, key)
    case .seriesNumber, .averageRating, .rating:
      if let number = try? container.decode(Double.self, forKey: key) {
        return try builder.set(field, .decimal(number))
      }
      try setText(field, container, key)
    default:
      try setText(field, container, key)
    }
  }

  private mutating func setText(_ field: BookField, _ container: Container, _ key: Key) throws {
    guard let text = try Self.scalar(container, key) else { return try builder.set(field, nil) }
    try builder.set(field, field.value(of: text))
  }

  /// A string, or a number as text.
  private static func scalar(_ container: Container, _ key: Key) throws -> String? {
    if try container.decodeNil(forKey: key) { return nil }
    if let text = try? container.decode(String.self, forKey: key) { return text }
    if let number = try? container.decode(Int64.self, forKey: key) { return String(number) }
    return try container.decode(Double.self, forKey: key).shortest
  }
}
