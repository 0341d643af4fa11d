import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Catalogs of versions in which the year of a book was always that of its edition.
@Suite struct WorkYearUpgradeTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// The years that the books of ``fill()`` show.
  private static let years: [(title: String, year: Int?)] = [
    ("Odyssey", -750), ("Dune", 1965), ("Emma", 1815), ("Undated", nil), ("Known to a provider", nil),
    ("Better known to a provider", 2003), ("Corrected", 1932), ("Doubtful", 1978), ("Cleared", nil),
    ("Of two sources", 1986),
  ]

  private func fill() async throws {
    let dates: [[BookField: String?]] = [
      [.published: "1998", .firstPublished: "-0750"], [.published: "1990-05", .firstPublished: "1965-08"],
      [.published: "1815-12"], [:], [:], [.published: "2003"], [.published: "1999"], [.published: "1977"],
      [.published: "1969"], [.published: "2001", .isbn: "9780140268867"],
    ]
    let records = try zip(Self.years, dates).enumerated().map { number, book in
      try SourceRecord("\(number)", [.title: book.0.title, .authors: "Ira Vance"].merging(book.1) { $1 })
    }
    try await temporary.importRecords(records, source: "shop")
    try await temporary.importRecords(
      [SourceRecord("x", [.title: "Of two sources", .isbn: "9780140268867", .firstPublished: "1986"])], source: "club")
    try catalog.tamper { connection in
      var metadata = ProviderMetadata()
      metadata.firstPublished = try PartialDate("1951")
      for id in [Book.ID(5), 6] {
        let book = try #require(try BookTable(connection: connection).book(id))
        try MetadataApplier(connection: connection, provider: "library", now: temporary.clock.now)
          .apply(metadata, to: book)
      }
    }
    try catalog.set(.firstPublished, of: 7, to: "1932-01")
    try catalog.set(.published, of: 8, to: "1978")
    var doubtful = records[7]
    doubtful.values[.published] = .value(.date(try PartialDate("1979")))
    try await temporary.importRecords([doubtful], source: "shop")
    try catalog.set(.published, of: 9, to: "")
    _ = try await catalog.remove(2)
    try catalog.set(.published, of: 3, to: "1900")
    try catalog.undoStep()
  }

  private func older(before migration: String) throws -> BookCatalog {
    // An older version knows no pending changes of the new terms.
    try catalog.tamper { try PostingChangeTable(connection: $0).merge() }
    let copy = temporary.folder.file("older.db")
    catalog.close()
    try FileManager.default.copyItem(atPath: temporary.path, toPath: copy)
    try OlderSchema.goBack(copy, before: migration)
    return try BookCatalog.open(copy, options: BookCatalog.Options(patience: .seconds(3_000)))
  }

  /// The migrations since books have dates of first publication.
  private static let migrations = Array(OlderSchema.names.prefix { $0 != "editions" })

  @Test(arguments: migrations)
  func `books show the year of their first publication after an upgrade`(before migration: String) async throws {
    try await fill()
    let upgraded = try older(before: migration)
    defer { upgraded.close() }
    try expectEqual(upgraded.findings(), [])
    func years() throws -> [String: Int?] {
      let books = try upgraded.view { try $0.page(size: 100).books }
      return Dictionary(uniqueKeysWithValues: books.map { ($0.title, $0.year) })
    }
    var expected = Dictionary(uniqueKeysWithValues: Self.years.map { ($0.title, $0.year) })
    expected["Dune"] = nil
    try expectEqual(years(), expected)
    try upgraded.view { snapshot in
      for (title, year) in expected {
        let found = try snapshot.page(matching: year.map { "year:\($0)" } ?? "no:year", size: 100).books
        #expect(found.contains { $0.title == title } && found.allSatisfy { $0.year == year }, "\(title)")
      }
      let books = try snapshot.page(size: 100).books
      for order in [BookOrder.year, .year.descending, .edition] {
        let sorted = books.filter { !$0.title.contains("provider") }
        let listed = try snapshot.page(order: order, size: 100).books.filter { !$0.title.contains("provider") }
        expectEqual(listed.map(\.id), SortedBooks.ids(sorted, order), "\(order.name)")
      }
      try expectEqual(snapshot.groups(by: .year).map(\.label).first, "-750")
    }
    // The removed book comes back with its year, and so does the conflict's other value.
    if migration == "work-years" {
      try upgraded.redoStep()
      try expectEqual(years()["Emma"], 1900)
      try upgraded.undoStep()
      try upgraded.undoStep()
      try expectEqual(years()["Dune"], 1965)
    }
    try await upgraded.write { _ = try $0.revert(8, .published) }
    try expectEqual(years()["Doubtful"], 1979)
    while try upgraded.view({ try !$0.stepsToUndo().isEmpty }) { try upgraded.undoStep() }
    try expectEqual(upgraded.findings(), [])
  }

  @Test(arguments: OlderSchema.names)
  func `books without a first publication keep their year from every older version`(before migration: String)
    async throws
  {
    let years = ["1998-03", "-0750", nil, "0000", "1815"]
    try await temporary.importRecords(
      years.enumerated().map { try SourceRecord("\($0)", [.title: "Book \($0)", .published: $1]) })
    try catalog.set(.published, of: 5, to: "1816")
    let upgraded = try older(before: migration)
    defer { upgraded.close() }
    try expectEqual(upgraded.findings(), [])
    let listed = try upgraded.view { try $0.page(order: .year).books.map(\.year) }
    expectEqual(listed, [-750, 0, 1816, 1998, nil])
    try expectEqual(upgraded.view { try $0.ids(of: "year:..0") }.sorted(), [2, 4])
    try upgraded.undoStep()
    try expectEqual(upgraded.view { try $0.ids(of: "year:1815") }, [5])
    try expectEqual(upgraded.findings(), [])
  }
}
