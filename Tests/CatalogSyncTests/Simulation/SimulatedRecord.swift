import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// A server's statements about a book, as people type them: missing fields are not mentioned, and `nil` is an explicit
/// null.
typealias Statements = [BookField: String?]

/// The fields of simulated books other than their ISBN, which identifies the work and never changes.
let simulatedFields: [BookField] = [.title, .pages, .publisher, .tags, .identifiers, .cover]

/// An item in a simulated server's answer.
enum SimulatedItem: Sendable, CustomStringConvertible {
  case delivered(String, Statements)
  case present(String)
  case removed(String)
  /// An unusable record, with the bytes that are kept of it.
  case bad(String?, payload: String)
  /// An imported row without a title, which waits unless its book is known or a service knows its title.
  case untitled(String, UntitledRow)

  var remoteID: String? {
    switch self {
    case .delivered(let remoteID, _), .present(let remoteID), .removed(let remoteID): remoteID
    case .bad(let remoteID, _): remoteID
    case .untitled(let remoteID, _): remoteID
    }
  }

  var description: String {
    switch self {
    case .delivered(let remoteID, let statements):
      let fields = statements.filter { $0.key != .isbn }.map { "\($0.key)=\($0.value ?? "null")" }
      return "\(remoteID) \(fields.sorted().joined(separator: ","))"
    case .present(let remoteID): return "\(remoteID) is there"
    case .removed(let remoteID): return "\(remoteID) is removed"
    case .bad(let remoteID, _): return "\(remoteID ?? "something") is unreadable"
    case .untitled(let remoteID, let row):
      return "\(remoteID) has no title: \(row.isThere == true ? "is there" : "\(row.answer)")"
    }
  }

  func item() throws -> SourceItem {
    switch self {
    case .delivered(let remoteID, let statements): .record(try SourceRecord(remoteID, simulated: statements))
    case .untitled(let remoteID, let row): .record(try SourceRecord(remoteID, simulated: row.statements))
    case .present(let remoteID): .present(remoteID: remoteID)
    case .removed(let remoteID): .removed(remoteID: remoteID)
    case .bad(let remoteID, let payload):
      .bad(BadRecord(remoteID: remoteID, payload: Array(payload.utf8), reason: "it is written in no known way"))
    }
  }
}

/// The bytes of a record in a format that an old decoder does not support.
enum SimulatedPayload {
  static let junk = "junk"

  static func encode(_ remoteID: String, _ statements: Statements) -> String {
    let lines = statements.map { "\($0.key.rawValue)=\($0.value ?? "null")" }.sorted()
    return ([remoteID] + lines).joined(separator: "\n")
  }

  static func decode(_ payload: String) throws -> (remoteID: String, statements: Statements) {
    let lines = payload.split(separator: "\n").map(String.init)
    guard lines.count > 1 else { throw ScriptedFailure("not a record") }
    var statements: Statements = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      guard let field = BookField(rawValue: parts[0]) else { throw ScriptedFailure("not a field") }
      statements[field] = .some(parts[1] == "null" ? nil : parts[1])
    }
    return (lines[0], statements)
  }
}

/// The rules for reading records; each version reads a publisher differently.
enum SimulatedRules {
  static let publishers = ["Ace", "Penguin", "Virago"]

  static func read(_ statements: Statements, by version: Int) -> Statements {
    guard case .some(.some(let name)) = statements[.publisher], let index = publishers.firstIndex(of: name) else {
      return statements
    }
    var read = statements
    read[.publisher] = publishers[(index + version - 1) % publishers.count]
    return read
  }
}

extension SeededGenerator {
  /// Returns a server's statements about a work: always a title, and the other fields stated, stated as empty, or not
  /// mentioned.
  mutating func statements(of work: Int, mentionsAll: Bool = false) -> Statements {
    var statements: Statements = [.isbn: Self.isbn(of: work)]
    for field in simulatedFields {
      if field != .title, !mentionsAll {
        if oneIn(4) { continue }
        if oneIn(6) {
          statements[field] = .some(nil)
          continue
        }
      }
      statements[field] = .some(value(of: field, work: work))
    }
    for field in simulatedPersonal + SimulatedOwn.fields where mentionsAll || oneIn(2) {
      statements[field] = .some(!mentionsAll && oneIn(4) ? nil : sourceValue(of: field))
    }
    return statements
  }

  /// Returns one of few values, so that sources and the user agree and disagree.
  mutating func value(of field: BookField, work: Int) -> String {
    switch field {
    case .title: "Work \(work) \(pick(["one", "two", "three"]))"
    case .pages: pick(["100", "200", "300"])
    case .tags: pick(["a", "b", "a; b", "b; c"])
    case .cover: "https://covers.example/\(pick(["front", "back", "spine"])).jpg"
    // They differ from those of other works, because they identify the book of a record.
    case .identifiers: pick(["goodreads | \(1_000 + work)", "goodreads | \(1_000 + work); oclc | \(2_000 + work)"])
    default: pick(SimulatedRules.publishers)
    }
  }

  /// Returns a valid ISBN that is unique to a work.
  static func isbn(of work: Int) -> String {
    let digits = "978000000" + String(1000 + work).suffix(3)
    let sum = digits.enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * ($1.element.wholeNumberValue ?? 0) }
    return digits + String((10 - sum % 10) % 10)
  }
}
