import CatalogModel
import FoundationEssentials

/// Puts together what a row says, with the identity that its source knows it by.
struct RecordBuilder {
  /// The source's own name for the book.
  var id: String?
  var uuid: UUID?
  private(set) var values = FieldPresences()
  var unknown: String?
  /// A value that could not be used and was left out, with the reason.
  private(set) var leftOut: String?

  /// Sets the ISBN that a text holds. One that is wrong is left out, and said: files are full of them, and a book is more
  /// than its number.
  mutating func setISBN(_ read: () throws -> FieldValue?) throws {
    do {
      if let value = try read() { try set(.isbn, value) }
    } catch let error as InvalidValue {
      leftOut = String(describing: error)
    }
  }

  /// - Throws: `InvalidValue` when the value is none of the field.
  mutating func set(_ field: BookField, _ value: FieldValue?) throws {
    values[field] = try field.canonical(value).map(FieldPresence.value) ?? .null
  }

  /// Adds items to what is said of a list.
  mutating func add(_ items: [String], to field: BookField) throws {
    try set(field, .list(values[field].value.items + items))
  }

  /// Adds identifiers. One that cannot be kept is left out, and said; one that stands for none is none.
  mutating func add(_ identifiers: [BookIdentifier]) throws {
    for identifier in identifiers where !identifier.isPlaceholder {
      do { try add([identifier.record], to: .identifiers) } catch let error as InvalidValue {
        leftOut = String(describing: error)
      }
    }
  }

  /// Adds a paragraph to what is said in a field of text.
  mutating func add(paragraph: String, to field: BookField) throws {
    guard case .text(let text)? = values[field].value else { return try set(field, .text(paragraph)) }
    try set(field, .text(text + "\n\n" + paragraph))
  }

  mutating func add(_ contributors: [Contributor]) throws {
    try add(contributors.map(\.record), to: .contributors)
  }

  private mutating func add(_ records: [FieldRecord], to field: BookField) throws {
    var all = records
    if case .records(let earlier)? = values[field].value { all = earlier + records }
    try set(field, .records(all))
  }

  /// Says nothing of a field.
  mutating func leaveOut(_ field: BookField) { values[field] = .absent }

  /// The record. A row without an id is known by its UUID, else by its ISBN, else by its folded title and authors.
  ///
  /// - Throws: `InvalidValue` when nothing identifies it.
  func record() throws -> SourceRecord {
    SourceRecord(
      canonical: values, remoteID: try remoteID(), hasOwnID: ownID != nil || uuid != nil, uuid: uuid, unknown: unknown)
  }

  /// An empty id names nothing.
  private var ownID: String? { id == "" ? nil : id }

  private func remoteID() throws -> String {
    if let id = ownID {
      guard id.utf8.count <= SourceRecord.remoteIDBytes else {
        throw InvalidValue("id", id, "it has more than \(SourceRecord.remoteIDBytes) bytes")
      }
      return id
    }
    if let uuid { return uuid.uuidString.lowercased() }
    if case .isbn(let isbn)? = values[.isbn].value { return "isbn:\(isbn.digits)" }
    guard case .text(let title)? = values[.title].value else {
      throw InvalidValue("row", "", "it has neither a title nor an id")
    }
    var authors: [String] = []
    if case .list(let names)? = values[.authors].value { authors = names }
    return BookIdentity.key(title: title, authors: authors)
  }
}
