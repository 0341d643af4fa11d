import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The user's own words on simulated books, besides fields that the user makes: a source that is the user's own says them too.
let simulatedPersonal: [BookField] = [.readState, .finished, .rating, .earlierReadings]

/// What simulated sources say of fields of the user's own. A source knows them by names and the catalog by numbers: among
/// statements they have numbers that no catalog gives.
enum SimulatedOwn {
  static let shelf = BookField.own(1_000_001, .text)
  static let score = BookField.own(1_000_002, .number)
  static let fields = [shelf, score]

  static func name(of field: BookField) -> String { field == shelf ? "shelf" : "score" }

  /// Whether a source that calls a field so may have made one of this name: where that is taken, a number stands behind it.
  static func mayBe(_ made: String) -> Bool {
    fields.map(name).contains { made == $0 || made.hasPrefix($0 + "-") }
  }
}

extension SourceRecord {
  /// A record of what a simulated server says.
  init(_ remoteID: String, simulated statements: Statements) throws {
    try self.init(remoteID, statements.filter { !$0.key.isOwn })
    for field in SimulatedOwn.fields {
      guard let said = statements[field], let kind = field.ownKind else { continue }
      own.append(OwnValue(SimulatedOwn.name(of: field), kind, try said.flatMap { try field.value(of: $0) }))
    }
  }
}

extension SeededGenerator {
  /// What a source says of a personal field.
  mutating func sourceValue(of field: BookField) -> String {
    switch field {
    case .readState: pick(["want", "reading", "read", "unread"])
    case .finished: pick(["2019", "2020"])
    case .rating: pick(["1", "2"])
    case .earlierReadings: pick(["1999 | 2000 | read", " |  | read | 2"])
    case SimulatedOwn.shelf: pick(["attic", "cellar"])
    default: pick(["1", "2.5"])
    }
  }

  /// What the user says of a personal field, mostly no source's word; an empty text for none.
  mutating func userValue(of field: BookField) -> String {
    switch field {
    case .readState: pick(["read", "paused", "abandoned", "unread"])
    case .finished: pick(["2020", "2021", ""])
    case .rating: pick(["2", "4.5", ""])
    case .earlierReadings: pick(["2001 | 2002 | abandoned", ""])
    default: field.ownKind == .text ? pick(["attic", "loft", ""]) : pick(["1", "7", ""])
    }
  }
}

extension CatalogImage {
  /// A field of the user's own.
  struct Own: Equatable {
    let name: String
    let firstName: String
    let kind: String
    let isRemoved: Bool
  }

  /// What stands in a book's column of details, as people type it.
  static func details(_ cell: String?) -> [BookField: String] {
    var values: [BookField: String] = [:]
    for line in (cell ?? "").split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      guard parts.count == 2, let field = BookField(rawValue: parts[0]) else { continue }
      values[field] = typed(field, parts[1].replacing("\\n", with: "\n"))
    }
    return values
  }

  /// A value as people type it, of its text in the file: columns and details spell one and the same number in two ways.
  static func typed(_ field: BookField, _ stored: String) -> String {
    switch field {
    case .readState: Int64(stored).flatMap(ReadState.init)?.rawValue ?? stored
    case .finished: String(stored.prefix(4))
    default: field.decode(stored)?.description ?? stored
    }
  }
}
