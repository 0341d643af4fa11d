import CatalogDatabase
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Suggestions of existing values by their prefixes.
@Suite("Values of fields")
struct FieldValueReaderTests {
  private static let fields: [BookField] = [
    .title, .authors, .series, .publisher, .tags, .language, .identifiers, .files,
  ]

  /// Creates two hundred books, some with tags in unusual letters.
  private func filled() async throws -> TemporaryCatalog {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: 7)
    try await temporary.importRecords(try random.records(200))
    for (id, tag) in ["Åben", "aBBA", "ÀB", "ab\u{10FFFF}c", "a\u{301}\u{302}b", "日本", "日曜", "ẞa", "ssb"].enumerated() {
      try await temporary.catalog.edit(Book.ID(Int64(id + 1))) { $0.tags.insert(tag) }
    }
    return temporary
  }

  @Test("suggested tags are all those that fold to the typed prefix, as a scan finds them")
  func tags() async throws {
    let temporary = try await filled()
    let tags = Set(try await temporary.catalog.page("", size: 300).books.flatMap(\.tags))
    #expect(tags.count > 9)
    for typed in ["", "a", "ab", "AB", "àb", "abb", "日", "ss", "s", "\u{10FFFF}", "zzz"] {
      let folded = Fold.fold(typed)
      let expected = tags.filter { Fold.fold($0).unicodeScalars.starts(with: folded.unicodeScalars) }
      let found = try await temporary.catalog.values(of: .tags, beginningWith: typed, limit: 1_000)
      #expect(Set(found) == expected && found.count == expected.count, "\(typed)")
    }
  }

  @Test("each suggestion is an index seek without scans or sorts")
  func plans() async throws {
    let temporary = try await filled()
    let shelf = try await temporary.catalog.addField("shelf", .text)
    try await temporary.catalog.edit(1) { $0[shelf] = .text("attic") }
    for field in Self.fields + [shelf.field] {
      let connection = try Connection(path: temporary.path, mode: .readWrite)
      for typed in ["", "a", "the d", "a 12"] {
        _ = try FieldValueReader(connection: connection).values(of: field, beginningWith: typed, limit: 20)
      }
      let read = try connection.preparedStatements { !$0.contains("FROM posting_change") && !$0.contains("sqlite_") }
      #expect(!read.isEmpty)
      for statement in read {
        #expect(statement.plan.count == 1 && statement.plan[0].hasPrefix("SEARCH"), "\(field): \(statement)")
      }
    }
  }

  @Test("a series is found with and without its leading article")
  func articles() async throws {
    let temporary = try TemporaryCatalog()
    let names = ["The Hunger Games", "Hunger and Thirst", "No Hunger", "The Great Hunger"]
    try await temporary.importRecords(
      names.enumerated().map { index, name in SourceRecord("\(index)") { ($0.title, $0.series) = ("x", name) } })
    for (typed, found) in [
      ("hun", [names[1], names[0]]), ("hunger g", [names[0]]), ("the hunger", [names[0]]), ("great", [names[3]]),
    ] {
      try await expectEqual(temporary.catalog.values(of: .series, beginningWith: typed), found)
    }
  }

  @Test("removed books contribute no values")
  func removed() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords([
      SourceRecord("1") {
        ($0.title, $0.authors, $0.tags, $0.series) = ("Dune", ["Frank Herbert"], ["sand"], "Dune Saga")
      }
    ])
    for field in [BookField.title, .authors, .tags, .series] {
      try await expectEqual(temporary.catalog.values(of: field).count, 1)
    }
    try await temporary.catalog.remove(1)
    for field in [BookField.title, .authors, .tags, .series] {
      try await expectEqual(temporary.catalog.values(of: field), [])
    }
  }

  @Test("a glance reads an existing catalog of this version and leaves it and its folder unchanged")
  func glance() async throws {
    let temporary = try await filled()
    try await temporary.catalog.addField("shelf", .text)
    func fields() -> Int? { BookCatalog.glance(at: temporary.path) { try $0.fields().shown.count } }
    // While others have it open, and after they close it.
    expectEqual(fields(), 1)
    temporary.catalog.close()
    let (names, bytes) = (try names(in: temporary), try temporary.folder.read(temporary.name))
    expectEqual(fields(), 1)
    #expect(BookCatalog.glance(at: temporary.path + "-none") { _ in 1 } == nil)
    #expect(try self.names(in: temporary) == names && temporary.folder.read(temporary.name) == bytes)
    for version in [1_000, 3] {
      try temporary.foreign().run("PRAGMA user_version = \(version)")
      #expect(fields() == nil)
    }
  }

  /// Returns the names of the files in the folder of a catalog.
  private func names(in temporary: TemporaryCatalog) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path).sorted()
  }
}

extension TemporaryCatalog {
  /// The name of the catalog's file.
  fileprivate var name: String { String(path.split(separator: "/").last ?? "") }
}
