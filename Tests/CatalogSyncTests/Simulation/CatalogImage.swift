import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The contents of a catalog's file, read as another program reads it.
struct CatalogImage {
  struct Key: Hashable, Comparable {
    let source: String
    let remoteID: String

    static func < (one: Key, other: Key) -> Bool { (one.source, one.remoteID) < (other.source, other.remoteID) }
  }

  struct Record {
    let book: Catalog.Book.ID
    let isTombstone: Bool
    /// The time at which it became a tombstone.
    let gone: Int64?
    /// The source's values, from the record itself or from the book's columns.
    let delivered: [BookField: String]
    /// The source's values of personal fields; `nil` if they are not kept.
    let personal: [BookField: String]?
    /// The rank of the record among those of its book; sources decide among equal ranks.
    let rank: Int64
  }

  struct Book: Equatable {
    let hidden: Int
    let isbn: String?
    /// Personal fields, including user-defined ones.
    let personal: [BookField: String]
    let shown: [BookField: String]
  }

  struct Kept: Hashable {
    let payload: String
    /// The version of the rules by which it was read.
    let decoder: Int
  }

  struct Place: Hashable, Comparable {
    let book: Catalog.Book.ID
    let field: BookField

    static func < (one: Place, other: Place) -> Bool {
      (one.book, one.field.rawValue) < (other.book, other.field.rawValue)
    }
  }

  struct Position: Equatable {
    let cursor: String?
    let generation: Int
    /// The version of the rules by which it was read; negative while they replace another version.
    let decoder: Int
  }

  var books: [Catalog.Book.ID: Book] = [:]
  var records: [Key: Record] = [:]
  var edits: Set<Place> = []
  var conflicts: Set<Place> = []
  /// The sources' values of an edited field at the time of the edit.
  var bases: [Place: String?] = [:]
  var quarantine: [Key: Kept] = [:]
  var positions: [String: Position] = [:]
  var fields: [OwnField.ID: Own] = [:]
  /// The names of the sources, in order of precedence.
  var precedence: [String] = []

  /// - Parameter labels: The simulation's names of sources that the catalog calls by other names, by their numbers.
  init(_ file: ForeignConnection, labels: [CatalogSource.ID: String] = [:]) throws {
    func label(_ number: String?, _ name: String?) -> String {
      labels[CatalogSource.ID(number ?? "") ?? 0] ?? name ?? ""
    }
    for row in try file.rows(
      "SELECT id, hidden, isbn, details, read_state, finished, rating, title, pages, publisher, tags FROM book")
    {
      let details = Self.details(row[3])
      let personal = Self.values(simulatedPersonal, row[4..<7] + [nil]).filter { $0.value != "unread" }
      books[Catalog.Book.ID(row[0] ?? "") ?? 0] = Book(
        hidden: Int(row[1] ?? "") ?? -1, isbn: row[2],
        personal: personal.merging(details.filter { $0.key.isPersonal }) { $1 },
        shown: Self.values(simulatedFields, row[7...] + [nil]).merging(details.filter { !$0.key.isPersonal }) { $1 })
    }
    for row in try file.rows("SELECT id, name, first_name, kind, removed FROM own_field") {
      fields[OwnField.ID(row[0] ?? "") ?? 0] = Own(
        name: row[1] ?? "", firstName: row[2] ?? "", kind: row[3] ?? "", isRemoved: row[4] != "0")
    }
    precedence = try file.rows("SELECT id, name FROM source ORDER BY precedence").map { label($0[0], $0[1]) }
    var theirs: [Place: String?] = [:]
    for row in try file.rows("SELECT book_id, field, theirs, base FROM field_edit") {
      guard let slot = Self.slot(row) else { continue }
      edits.insert(slot)
      bases[slot] = .some(row[3].map { Self.typed(slot.field, $0) })
      theirs[slot] = .some(row[2].map { Self.typed(slot.field, $0) })
    }
    conflicts = Set(try file.rows("SELECT book_id, field FROM conflict").compactMap(Self.slot))
    let paths = simulatedFields.map { "json_extract(payload, '$.\($0.rawValue)')" }.joined(separator: ", ")
    for row in try file.rows(
      """
      SELECT name, remote_id, book_id, gone_at, payload, source.id, personal, rank, \(paths)
      FROM source_record JOIN source ON source.id = source_id
      """)
    {
      let book = Catalog.Book.ID(row[2] ?? "") ?? 0
      var delivered = Self.values(simulatedFields, row[8...])
      if row[4] == nil {
        delivered = books[book]?.shown ?? [:]
        for field in simulatedFields {
          if let theirs = theirs[Place(book: book, field: field)] { delivered[field] = theirs }
        }
      }
      records[Key(source: label(row[5], row[0]), remoteID: row[1] ?? "")] = Record(
        book: book, isTombstone: row[3] != nil, gone: row[3].flatMap { Int64($0) }, delivered: delivered,
        personal: row[6].map(Self.details), rank: row[7].flatMap { Int64($0) } ?? 0)
    }
    for row in try file.rows(
      """
      SELECT name, remote_id, CAST(payload AS TEXT), decoder, source.id
      FROM quarantine JOIN source ON source.id = source_id
      """)
    {
      quarantine[Key(source: label(row[4], row[0]), remoteID: row[1] ?? "")] = Kept(
        payload: row[2] ?? "", decoder: Int(row[3] ?? "") ?? 0)
    }
    for row in try file.rows(
      "SELECT name, cursor, generation, source.id, decoder FROM sync_cursor JOIN source ON source.id = source_id")
    {
      positions[label(row[3], row[0])] = Position(
        cursor: row[1], generation: Int(row[2] ?? "") ?? 0, decoder: Int(row[4] ?? "") ?? 0)
    }
  }

  private static func values(_ fields: [BookField], _ cells: ArraySlice<String?>) -> [BookField: String] {
    var values: [BookField: String] = [:]
    for (field, cell) in zip(fields, cells) {
      guard let cell, !cell.isEmpty else { continue }
      values[field] = typed(field, cell)
    }
    return values
  }

  private static func slot(_ row: [String?]) -> Place? {
    guard let book = row[0].flatMap(Catalog.Book.ID.init), let field = row[1].flatMap(BookField.init(rawValue:)) else {
      return nil
    }
    return Place(book: book, field: field)
  }
}
