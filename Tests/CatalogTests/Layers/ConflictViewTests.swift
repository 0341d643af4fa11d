import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// The rule for conflicts is written twice: in Swift for edits in memory, and in SQL for the view and its index.
@Suite struct ConflictViewTests {
  /// Returns few values for each field, so that the source's earlier and current values and the user's often agree or
  /// nearly agree.
  private func pool(_ field: BookField, _ random: inout SeededGenerator) throws -> [FieldValue?] {
    let texts: [String]
    switch field {
    case .published:
      texts = [
        "1965", "1965-08", "1965-08-01", "1965-08-02", "1965-09", "1966", "-1965", "-1965-08", "0196", "0000",
        "0000-01",
        "-0001",
      ]
    case .isbn: texts = ["0441013597", "9780441013593", "0-441-01359-7", "316148410X", "978-3-16-148410-0"]
    default:
      return [nil] + (0..<3).map { _ in random.value(of: field) }
    }
    return [nil] + (try texts.map { try field.value(of: $0) })
  }

  private func draw(_ field: BookField, _ pool: [FieldValue?], _ random: inout SeededGenerator) -> FieldEdit {
    let edited: EditedValue =
      field == .tags
      ? .tags(TagChange(added: Set(random.pick(pool).items), removed: ["old"])) : .value(random.pick(pool))
    return FieldEdit(
      field: field, base: random.pick(pool), theirs: random.pick(pool), value: edited, at: Date(milliseconds: 1))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `the view and the rule in Swift agree on random edits`(
    seed: UInt64
  ) throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    var expected: Set<String> = []
    var all: [String: FieldEdit] = [:]
    for book in Book.ID(1)...60 {
      _ = try temporary.catalog.write { try $0.add { $0.title = "Book \(book)" } }
      for field in BookField.bibliographic {
        let edit = draw(field, try pool(field, &random), &random)
        try temporary.catalog.database.write { try FieldEditTable(connection: $0).write(edit, of: book) }
        // The rule is applied to the values as read back from the file.
        let stored = try temporary.catalog.database.read { try FieldEditTable(connection: $0).edits(of: book) }
        let read = try #require(stored.first { $0.field == field })
        expectEqual(read, edit, "seed \(seed)")
        all["\(book) \(field.rawValue)"] = edit
        if edit.isConflict { expected.insert("\(book) \(field.rawValue)") }
      }
    }
    // Read with plain SQLite, as any program may.
    let rows = try temporary.foreign().rows("SELECT book_id, field FROM conflict")
    let found = Set(rows.map { row in row.compactMap(\.self).joined(separator: " ") })
    expectEqual(rows.count, found.count)
    for name in found.symmetricDifference(expected).sorted() {
      Issue.record("seed \(seed): only \(found.contains(name) ? "the view" : "Swift") has a conflict: \(all[name]!)")
    }
    #expect(expected.count > 50 && expected.count < all.count, "the draw has both")
    try expectEqual(temporary.catalog.read { try $0.status().conflicts }, expected.count)
  }

  @Test func `every pair of dates is judged the same by both rules`() throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: 1)
    let dates = try pool(.published, &random)
    var expected: Set<String> = []
    var book: Book.ID = 0
    for theirs in dates {
      for mine in dates {
        book = book.advanced(by: 1)
        let edit = FieldEdit(
          field: .published, base: .date(try PartialDate("2000")), theirs: theirs, value: .value(mine),
          at: Date(milliseconds: 1))
        if edit.isConflict { expected.insert(String(book)) }
        _ = try temporary.catalog.write { try $0.add { $0.title = "Book" } }
        let id = book
        try temporary.catalog.database.write { try FieldEditTable(connection: $0).write(edit, of: id) }
      }
    }
    let rows = try temporary.foreign().rows("SELECT book_id FROM conflict")
    expectEqual(Set(rows.compactMap { $0[0] }), expected)
  }

  @Test func `conflicts are found by their index`() throws {
    let temporary = try TemporaryCatalog()
    let plan = try temporary.foreign().rows("EXPLAIN QUERY PLAN SELECT count(*) FROM edit_conflict")
    expectEqual(plan.count, 1)
    expectEqual(plan[0][3]?.contains("field_edit_conflict"), true, "\(plan)")
  }
}
