import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The built-in personal fields of simulated books: a source of the user's own states them as well.
let simulatedPersonal: [BookField] = [.readState, .finished, .rating, .earlierReadings, .progress]

/// The statements of simulated sources about user-defined fields. A source knows the fields by name and the catalog by
/// number, so statements use numbers that no catalog assigns.
enum SimulatedOwn {
  static let shelf = BookField.own(1_000_001, .text)
  static let score = BookField.own(1_000_002, .number)
  static let fields = [shelf, score]

  /// Returns the user-defined fields among values.
  static func made(in values: [BookField: String]) -> [BookField] { values.keys.filter(\.isOwn) }

  static func name(of field: BookField) -> String { field == shelf ? "shelf" : "score" }

  /// Returns true if a source that uses this field name may have created a field with the given one: a number follows a
  /// name that is taken.
  static func mayBe(_ made: String) -> Bool {
    fields.map(name).contains { made == $0 || made.hasPrefix($0 + "-") }
  }
}

extension SourceRecord {
  /// Creates a record with the statements of a simulated server.
  init(_ remoteID: String, simulated statements: Statements) throws {
    try self.init(remoteID, statements.filter { !$0.key.isOwn })
    for field in SimulatedOwn.fields {
      guard let stated = statements[field], let kind = field.ownKind else { continue }
      own.append(OwnValue(SimulatedOwn.name(of: field), kind, try stated.flatMap { try field.value(of: $0) }))
    }
  }
}

extension SeededGenerator {
  /// Returns a source's value for a personal field.
  mutating func sourceValue(of field: BookField) -> String {
    switch field {
    case .readState: pick(["want", "reading", "read", "unread"])
    case .finished: pick(["2019", "2020"])
    case .rating: pick(["1", "2"])
    case .earlierReadings: pick(["1999 | 2000 | read", " |  | read | 2"])
    case .progress:
      pick(["2019-01-01 |  | 5 |  | device", "2019-01-01 |  | 5 |  | device; 2019-03-01 |  | 40 |  | device"])
    case SimulatedOwn.shelf: pick(["attic", "cellar"])
    default: pick(["1", "2.5"])
    }
  }

  /// Returns the user's value for a personal field, usually different from the sources'; an empty text for none.
  mutating func userValue(of field: BookField) -> String {
    switch field {
    case .readState: pick(["read", "paused", "abandoned", "unread"])
    case .finished: pick(["2020", "2021", ""])
    case .rating: pick(["2", "4.5", ""])
    case .earlierReadings: pick(["2001 | 2002 | abandoned", ""])
    case .progress: pick(["2019-02-01 | 12", "2019-01-01 |  | 5 |  | device; 2019-02-01 | 30", ""])
    default: field.ownKind == .text ? pick(["attic", "loft", ""]) : pick(["1", "7", ""])
    }
  }
}

extension CatalogImage {
  /// A user-defined field.
  struct Own: Equatable {
    let name: String
    let firstName: String
    let kind: String
    let isRemoved: Bool
  }

  /// Returns the values in a book's details column, as people type them.
  static func details(_ cell: String?) -> [BookField: String] {
    var values: [BookField: String] = [:]
    for line in (cell ?? "").split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      guard parts.count == 2, let field = BookField(rawValue: parts[0]) else { continue }
      values[field] = typed(field, parts[1].replacing("\\n", with: "\n"))
    }
    return values
  }

  /// Returns a value as people type it, from its text in the file: columns and details write the same number in two
  /// ways.
  static func typed(_ field: BookField, _ stored: String) -> String {
    switch field {
    case .readState: Int64(stored).flatMap(ReadState.init)?.rawValue ?? stored
    case .finished: String(stored.prefix(4))
    default: field.decode(stored)?.description ?? stored
    }
  }
}
