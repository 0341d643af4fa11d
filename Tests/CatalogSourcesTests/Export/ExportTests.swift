import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct ExportTests {
  /// Returns the complete export of the catalog.
  private func export(
    _ catalog: TemporaryCatalog, _ format: ExportFormat, isForSpreadsheets: Bool = false, isASCII: Bool = false
  ) throws -> [UInt8] {
    try catalog.catalog.read { snapshot in
      let export = BookExport(
        format: format, isForSpreadsheets: isForSpreadsheets, isASCII: isASCII, fields: try snapshot.fields())
      var bytes = export.beginning
      var count = 0
      try snapshot.forEachBookByID { book in
        if count > 0 { bytes += export.separator }
        count += 1
        bytes += export.line(for: book, unknown: try export.writesUnknown ? snapshot.unknown(of: book.id) : [])
      }
      return bytes + export.end
    }
  }

  /// Returns a file name for a format, with an extension that determines the format if one exists.
  private func name(_ format: ExportFormat) -> String {
    switch format {
    case .jsonLines: "books.jsonl"
    case .csv, .goodreads: "books.csv"
    case .marc: "books.mrc"
    case .marcxml: "books.xml"
    case .bibtex: "books.bib"
    case .ris: "books.ris"
    case .cslJSON: "books.json"
    }
  }

  @Test(arguments: ExportFormat.allCases)
  func exportingAndImportingAndExportingGivesTheSameBytes(_ format: ExportFormat) async throws {
    let first = try TemporaryCatalog()
    try await first.importRecords([
      SourceRecord(
        "1",
        [
          .title: "Dune, \"the\" book", .authors: "Frank Herbert; Brian Herbert", .isbn: "0-441-01359-7",
          .pages: "412", .published: "1965-08", .tags: "sf; classic", .averageRating: "4.25", .series: "Dune",
          .seriesNumber: "1.5", .language: "en-US", .publisher: "Ace", .ratingsCount: "7",
        ]),
      SourceRecord("2", [.title: "村上春樹を読む", .published: "-750"]),
      SourceRecord("3", [.title: "Emma"]),
    ])
    try await first.catalog.edit(1) {
      $0.notes = "two\nlines"
      $0.rating = 4.5
      $0.readState = .read
      $0.started = try PartialDate("2020")
      $0.finished = try PartialDate("2020-02-29")
    }
    try await first.catalog.remove(3)
    let written = try export(first, format)

    let second = try TemporaryCatalog()
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write(name(format), written))
    let report = try await second.catalog.importRecords(from: input.reader, source: "books")
    expectEqual(report.counts.added, 2)
    expectEqual(report.counts.rejected, 0)
    expectEqual(String(decoding: try export(second, format), as: UTF8.self), String(decoding: written, as: UTF8.self))
  }

  @Test(arguments: [
    ("books.jsonl", ExportFormat.jsonLines), ("a.b/BOOKS.NDJSON", .jsonLines), ("books", .jsonLines),
    ("a.b/c", .jsonLines),
    (".csv", .jsonLines), ("books.CSV", .csv), ("books.mrc", .marc), ("books.xml", .marcxml), ("b.MARCXML", .marcxml),
    ("books.xlsx", nil), ("books.", nil), ("books.csv.gz", nil),
    ("books.bib", .bibtex), ("books.ris", .ris), ("books.json", .jsonLines),
  ])
  func aFormatIsToldByTheNamesEnding(_ path: String, _ format: ExportFormat?) {
    expectEqual(ExportFormat(path: path), format)
  }

  /// Returns a new catalog into which an export was imported.
  private func importing(_ written: [UInt8], _ format: ExportFormat) async throws -> TemporaryCatalog {
    let catalog = try TemporaryCatalog()
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write(name(format), written))
    let report = try await catalog.catalog.importRecords(from: input.reader, source: "books")
    expectEqual(report.counts.rejected, 0)
    return catalog
  }

  @Test func fieldsOfOnesOwnStandOnceWhateverTheyAreCalled() async throws {
    let table = "title,own.größe,own.mid,own.места\nDune,A4,x,y\n"
    let first = try await importing(Array(table.utf8), .csv)
    let written = try export(first, .bibtex)
    let text = String(decoding: written, as: UTF8.self)
    expectEqual(text.split(separator: "catalog-own =").count, 2, "\(text)")
    let second = try await importing(written, .bibtex)
    expectEqual(String(decoding: try export(second, .bibtex), as: UTF8.self), text)
    try await expectEqual(
      second.catalog.read { try $0.fields().shown.map(\.name).sorted() }, ["größe", "mid", "места"])
  }

  /// Returns values of all kinds. Texts are chosen to be hard to encode in a format.
  private func fields(_ generator: inout SeededGenerator) throws -> [BookField: FieldValue] {
    var fields: [BookField: FieldValue] = [:]
    for field in BookField.allCases where field == .title || !generator.oneIn(3) {
      let drawn: FieldValue? =
        switch field {
        case .title, .publisher, .language, .series, .notes: .text(generator.scalars())
        case .authors, .tags: .list((0..<Int.random(in: 0...3, using: &generator)).map { _ in generator.scalars() })
        // No two books have the same identifier.
        case .identifiers: .records([BookIdentifier("goodreads", String(generator.next())).record])
        default: generator.value(of: field)
        }
      // Leaves out values that the field cannot store.
      if let value = try? field.canonical(drawn) { fields[field] = value }
    }
    if fields[.title] == nil { fields[.title] = .text("[=\"x\"]") }
    return fields
  }

  /// Expects equal bytes; otherwise reports the first line that differs.
  private func expect(_ written: [UInt8], _ first: [UInt8], _ seed: UInt64) {
    guard written != first else { return }
    let lines = zip(written.split(separator: 10), first.split(separator: 10)).first { $0 != $1 }
    let texts = lines.map { [$0, $1].map { String(decoding: $0, as: UTF8.self) } } ?? ["another number of lines"]
    Issue.record("seed \(seed): \(texts)")
  }

  @Test(arguments: SimulatedSeeds.range(count: 4))
  func textsOfAllScalarsAreExportedAndImportedAsTheyAre(_ seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let first = try TemporaryCatalog()
    for _ in 0..<20 {
      let fields = try fields(&generator)
      _ = try await first.catalog.write { try $0.add(fields) }
    }
    let (lines, table) = (try export(first, .jsonLines), try export(first, .csv))
    let marked = try export(first, .csv, isForSpreadsheets: true)
    for (written, format) in [(lines, ExportFormat.jsonLines), (table, .csv), (marked, .csv)] {
      let second = try await importing(written, format)
      // JSON Lines are compared too, because a reader that reverses the writer's mistakes would pass with tables alone.
      try expect(export(second, .jsonLines), lines, seed)
      try expect(export(second, .csv), table, seed)
      try expect(export(second, .csv, isForSpreadsheets: true), marked, seed)
    }
    let goodreads = try export(first, .goodreads)
    try expect(export(try await importing(goodreads, .goodreads), .goodreads), goodreads, seed)
    for format in [ExportFormat.bibtex, .ris, .cslJSON] {
      let written = try export(first, format)
      try expect(export(try await importing(written, format), format), written, seed)
    }
    let ascii = try export(first, .bibtex, isASCII: true)
    #expect(ascii.allSatisfy { $0 < 128 }, "seed \(seed)")
    try expect(export(try await importing(ascii, .bibtex), .bibtex, isASCII: true), ascii, seed)
  }

  // In Swift, U+0600 and the space after it are one character, and so are a comma and the accent after it.
  @Test(
    "names that no notation of bibliographies can divide stay as they are",
    arguments: [
      "Ann\u{600} Lee, Bo", "Ann,\u{301} Lee", "Ann,\u{FE0F} Lee", "Sr. Maria", "MD Rahman", "Ph.D. Smith",
      "Ann,and Bo",
      "Ann ,and Bo Lee", "Ann, and Bo", "Ann, Lee,",
    ])
  func undividedNames(_ name: String) async throws {
    let catalog = try TemporaryCatalog()
    try await catalog.catalog.add { ($0.title, $0.authors) = ("Emma", [name]) }
    for format in [ExportFormat.bibtex, .ris, .cslJSON] {
      let imported = try await importing(try export(catalog, format), format)
      try await expectEqual(imported.catalog.page().books.map(\.authors), [[name]], "\(format)")
      try expectEqual(export(imported, format), export(catalog, format))
    }
  }

  @Test func aReviewThatLooksLikeHTMLIsThatReview() async throws {
    let catalog = try TemporaryCatalog()
    let review = "R&amp;D, <b>not</b> bold & so on\n\n&#233; <br/>"
    try await catalog.catalog.add {
      $0.title = "Dune"
      $0.review = review
      $0.notes = "<3"
    }
    let second = try await importing(try export(catalog, .goodreads), .goodreads)
    let book = try #require(try await second.catalog.page().books.first)
    #expect(book.review == review && book.notes == "<3")
  }

  @Test func thatAReviewHasSpoilersGoesBackToGoodreads() async throws {
    let catalog = try TemporaryCatalog()
    let field = try await catalog.catalog.addField("review-spoilers", .flag)
    for (title, flag) in [("Emma", true), ("Dune", false)] {
      try await catalog.catalog.add { ($0.title, $0[field]) = (title, .flag(flag)) }
    }
    try await catalog.catalog.add { $0.title = "Walden" }
    let second = try await importing(try export(catalog, .goodreads), .goodreads)
    let again = try #require(try await second.catalog.fields()["review-spoilers"]).field
    let flags = try await second.catalog.page(order: .title).books.map { $0[again] == .flag(true) }
    expectEqual(flags, [false, true, false])
  }

  @Test func aQuoteIsDoubledWhateverJoinsIt() async throws {
    let catalog = try TemporaryCatalog()
    for joining in ["\u{301}", "\u{200D}", "\u{FE0F}"] {
      try await catalog.catalog.add {
        $0.title = "say \"\(joining), x"
        $0.added = .distantPast
      }
    }
    let table = String(decoding: try export(catalog, .csv), as: UTF8.self)
    for joining in ["\u{301}", "\u{200D}", "\u{FE0F}"] {
      #expect(table.utf8.firstRange(of: ",\"say \"\"\(joining), x\",".utf8) != nil)
    }
    let second = try await importing(Array(table.utf8), .csv)
    let titles = try await second.catalog.page().books.map(\.title)
    expectEqual(Set(titles), ["say \"\u{301}, x", "say \"\u{200D}, x", "say \"\u{FE0F}, x"])
  }

  @Test func noCellOfATableForSpreadsheetsBeginsLikeAFormula() async throws {
    let catalog = try TemporaryCatalog()
    try await catalog.catalog.add {
      $0.title = "=1+1"
      $0.authors = ["@SUM(1)"]
      $0.publisher = "'Salem Press"
      $0.published = try PartialDate("-750")
      $0.series = "＋1"
      $0.tags = ["+1", "a"]
      $0.notes = "-1, \"x\""
    }
    let table = String(decoding: try export(catalog, .csv, isForSpreadsheets: true), as: UTF8.self)
    #expect(table.hasPrefix("'uuid,title,"))
    #expect(table.contains(",'=1+1,'@SUM(1),,,''Salem Press,'-0750,,'＋1,,'+1; a,,,unread,,,,\"'-1, \"\"x\"\"\","))
    let second = try await importing(Array(table.utf8), .csv)
    try #expect(export(second, .csv) == export(catalog, .csv))
    // A spreadsheet that interprets the apostrophes as its own also drops those of the header.
    let plain = ["\n", ",", "\""].reduce(table.dropFirst()) { $0.replacing($1 + "'", with: $1)[...] }
    let third = try await importing(Array(plain.utf8), .csv)
    try #expect(export(third, .csv) == export(catalog, .csv))
  }

  @Test func anExportHoldsNoNumberOfThisCatalog() async throws {
    let catalog = try TemporaryCatalog()
    try await catalog.importRecords([SourceRecord("1", [.title: "Emma"])])
    let line = String(decoding: try export(catalog, .jsonLines), as: UTF8.self)
    #expect(line.hasPrefix(#"{"uuid":""#))
    #expect(!line.contains(#""id":"#))
  }

  @Test func aChangedExportUpdatesTheBooksItNames() async throws {
    let catalog = try TemporaryCatalog()
    try await catalog.catalog.add {
      $0.title = "Dnue"
      $0.authors = ["Frank Herbert"]
    }
    let changed = String(decoding: try export(catalog, .csv), as: UTF8.self).replacing("Dnue", with: "Dune")
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write("books.csv", changed))
    let report = try await catalog.catalog.importRecords(from: input.reader, source: "books")
    expectEqual(report.counts.updated, 1)
    try await expectEqual(catalog.catalog.page().books.map(\.title), ["Dune"])
    try await catalog.catalog.undo()
    try await expectEqual(catalog.catalog.page().books.map(\.title), ["Dnue"])
  }
}
