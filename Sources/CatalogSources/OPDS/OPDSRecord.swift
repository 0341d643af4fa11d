import CatalogModel
import FoundationEssentials

/// Puts together what an entry of either format says. Its id and its title make it a record. Numbers, dates and codes
/// that their fields cannot hold are left out: feeds are full of them, and whoever reads one cannot mend it.
struct OPDSRecord {
  private(set) var builder = RecordBuilder()

  /// - Throws: `InvalidValue` when there is no id.
  init(id: String) throws {
    let id = id.trimmed()
    guard !id.isEmpty else { throw InvalidValue("entry", "", "it has no id") }
    builder.uuid = Self.uuid(id)
    if builder.uuid == nil { builder.id = id }
  }

  /// What a record with this id is known by.
  static func remoteID(of id: String) -> String? {
    let id = id.trimmed()
    return id.isEmpty ? nil : uuid(id)?.uuidString.lowercased() ?? id
  }

  private static func uuid(_ id: String) -> UUID? {
    let prefix = "urn:uuid:"
    guard id.lowercased().hasPrefix(prefix) else { return nil }
    return UUID(uuidString: String(id.dropFirst(prefix.count)))
  }

  /// - Throws: `InvalidValue` when it is none.
  mutating func setTitle(_ title: String) throws {
    guard !title.trimmed().isEmpty else { throw InvalidValue("entry", "", "it has no title") }
    try builder.set(.title, .text(title))
  }

  /// Sets a list, unless it is empty.
  mutating func set(_ field: BookField, _ items: [String]) throws {
    if items.contains(where: { !$0.trimmed().isEmpty }) { try builder.set(field, .list(items)) }
  }

  /// Sets a text of one line, unless it is empty.
  mutating func set(_ field: BookField, _ text: String?) throws {
    if let text, !text.trimmed().isEmpty { try builder.set(field, .text(text)) }
  }

  /// Says that the source has no value for a field.
  mutating func clear(_ field: BookField) throws { try builder.set(field, nil) }

  /// Sets a value that is left out where the field cannot hold it.
  mutating func setIfValid(_ field: BookField, _ value: FieldValue?) {
    if let value { try? builder.set(field, value) }
  }

  /// The first of several identifiers that is an ISBN: `urn:isbn:…`, `ISBN …`, or digits alone.
  mutating func setISBN(among identifiers: [String]) {
    let prefix = "urn:isbn:"
    for identifier in identifiers {
      let text = identifier.trimmed()
      let number = text.lowercased().hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
      if let isbn = try? ISBN(number) { return setIfValid(.isbn, .isbn(isbn)) }
    }
  }

  /// The day when the book was published, of the date or the time that a feed gives. Calibre writes the year 101 where it
  /// knows nothing; the first moment of a year is how programs write a year.
  mutating func setPublished(_ text: String) {
    let text = text.trimmed()
    guard let date = try? PartialDate(text), date.year > 101 else { return }
    let isYear = date.month == 1 && date.day == 1 && text.dropFirst(10).hasPrefix("T00:00:00")
    setIfValid(.published, .date(isYear ? (try? PartialDate(year: date.year)) ?? date : date))
  }
}
