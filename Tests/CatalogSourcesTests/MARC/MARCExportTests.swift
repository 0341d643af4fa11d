import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests that a library's record is exported as it was imported, with the user's changes.
@Suite struct MARCExportTests {
  private let fields = [
    ("008", "050101s1965    nyua          000 1 eng  "), ("020", "  $a0441013597$qpbk."), ("040", "  $aDLC$cDLC"),
    ("100", "1 $aHerbert, Frank,$d1920-1986."), ("245", "10$aDune :$ba novel /$cFrank Herbert."),
    ("260", "  $aNew York :$bAce,$c1965."), ("300", "  $a517 p. ;$c24 cm."),
    ("490", "1 $aDune novels ;$vbk. 1"), ("500", "  $aA note, of {5} \\ dollars."),
    ("650", " 0$aDune (Imaginary place)$vFiction."), ("650", " 7$aDune (Imaginary place)$vFiction.$2fast"),
    ("700", "1 $aHerbert, Frank,$eauthor."), ("700", "1 $aSchoenherr, John,$d1935-$4ill"),
    ("800", "1 $aHerbert, Frank.$tDune ;$v1."),
  ]

  private func written(_ catalog: TemporaryCatalog, _ format: ExportFormat = .marc) throws -> [UInt8] {
    try catalog.catalog.read { snapshot in
      let export = BookExport(format: format, fields: try snapshot.fields())
      var bytes = export.beginning
      try snapshot.forEachBookByID { bytes += export.line(for: $0, unknown: try snapshot.unknown(of: $0.id)) }
      return bytes + export.end
    }
  }

  private func importing(_ bytes: [UInt8], _ name: String = "books.mrc") async throws -> TemporaryCatalog {
    let catalog = try TemporaryCatalog()
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write(name, bytes))
    let report = try await catalog.catalog.importRecords(from: input.reader, source: "library")
    expectEqual(report.counts.rejected, 0)
    return catalog
  }

  /// Returns the fields of an ISO 2709 record as lines.
  private func lines(_ bytes: [UInt8]) throws -> [String] {
    try ISO2709Record.read(bytes, encoding: nil).fields.map(MARCLines.line)
  }

  @Test func fieldsAreWrittenAsTheyCame() async throws {
    let catalog = try await importing(MARCFile(fields).bytes)
    let given = try lines(MARCFile(fields).bytes)
    try expectEqual(lines(written(catalog)).dropFirst(2), given[...])
    let xml = String(decoding: try written(catalog, .marcxml), as: UTF8.self)
    #expect(xml.contains("<subfield code=\"a\">A note, of {5} \\ dollars.</subfield>"))
    #expect(xml.contains("<leader>00000cam a2200000 a 4500</leader>"))
  }

  @Test func whatTheUserChangedIsWrittenInItsPlace() async throws {
    let catalog = try await importing(MARCFile(fields).bytes)
    try await catalog.catalog.edit(1) {
      $0.title = "The Dune"
      $0.tags = ["sand"]
      $0.publisher = "Gollancz"
      $0.published = try PartialDate("1966")
      $0.authors = ["Ursula K. Le Guin", "Frank Herbert"]
      $0.series = "Saga"
      $0.notes = "mine alone"
    }
    let lines = try lines(written(catalog))
    expectEqual(
      lines.dropFirst(2),
      [
        "=008  050101s1966\\\\\\\\nyua\\\\\\\\\\\\\\\\\\\\000\\1\\eng\\\\", "=020  \\\\$a0441013597$qpbk.",
        "=040  \\\\$aDLC$cDLC",
        "=100  1\\$aLe Guin, Ursula K.$4aut", "=245  14$aThe Dune :$ba novel", "=264  \\1$bGollancz$c1966",
        "=300  \\\\$a517 p. ;$c24 cm.", "=490  0\\$aSaga ;$v1", "=500  \\\\$aA note, of {lcub}5{rcub} {bsol} dollars.",
        "=653  \\\\$asand",
        "=700  1\\$aSchoenherr, John,$d1935-$4ill", "=700  1\\$aHerbert, Frank$4aut",
      ])
  }

  @Test func whatIsTheBooksOwnStandsInFrontOfItsLike() async throws {
    let catalog = try await importing(
      MARCFile([
        ("020", "  $a9783317843706 (pbk.)"), ("020", "  $a9782878816273"), ("245", "10$aDune"),
        ("490", "0 $aSaga ;$v1"), ("490", "0 $aOther ;$v2"),
      ]).bytes)
    try await catalog.catalog.edit(1) {
      $0.format = .hardcover
      $0.series = "New Saga"
    }
    let again = try await importing(try written(catalog))
    let book = try #require(try await again.catalog.book(1))
    #expect(book.isbn?.digits == "9783317843706" && book.series == "New Saga" && book.format == .hardcover)
    expectEqual(book.otherSeries.map(\.name), ["Other"])
  }

  @Test(arguments: [ExportFormat.marc, .marcxml])
  func twoScriptsAreWrittenAsTheyCame(_ format: ExportFormat) async throws {
    let japanese = [
      ("100", "1 $6880-01$aKawabata, Yasunari."), ("245", "10$6880-02$aYukiguni."), ("500", "  $aA note."),
      ("880", "1 $6100-01/$1$a川端康成."), ("880", "10$6245-02/$1$a雪国."),
    ]
    let catalog = try await importing(MARCFile(japanese).bytes)
    let bytes = try written(catalog, format)
    let again = try await importing(bytes, format == .marc ? "b.mrc" : "b.xml")
    try expectEqual(written(again, format), bytes)
    try await expectEqual(again.catalog.page().books.map(\.title), ["雪国"])
    try await expectEqual(again.catalog.page("yukiguni").books.count, 1)
    try await expectEqual(again.catalog.page("kawabata").books.count, 1)
  }

  /// Returns values of all kinds that a record can contain.
  private func values(_ generator: inout SeededGenerator) throws -> [BookField: FieldValue] {
    var fields: [BookField: FieldValue] = [:]
    for field in BookField.bibliographic where field == .title || !generator.oneIn(3) {
      let drawn: FieldValue? =
        switch field {
        case .title, .publisher, .series, .subtitle, .description: .text(generator.scalars())
        case .authors, .tags: .list((0..<Int.random(in: 0...3, using: &generator)).map { _ in generator.scalars() })
        case .identifiers: .records([BookIdentifier("goodreads", String(generator.next())).record])
        // An equal ISBN would make other books match.
        case .isbn: nil
        default: generator.value(of: field)
        }
      if let value = try? field.canonical(drawn) { fields[field] = value }
    }
    fields[.title] = .text("Title \(generator.next())")
    return fields
  }

  /// Expects equal bytes; otherwise reports the first fields that differ.
  private func expect(_ again: [UInt8], _ first: [UInt8], _ seed: UInt64) {
    guard again != first else { return }
    let isEnd: (UInt8) -> Bool = { $0 == 0x1E || $0 == 10 }
    let fields = zip(again.split(whereSeparator: isEnd), first.split(whereSeparator: isEnd)).filter { $0 != $1 }
    let texts = fields.prefix(6).map { [$0, $1].map { String(decoding: $0, as: UTF8.self).suffix(300) } }
    Issue.record("seed \(seed): \(texts)")
  }

  @Test(arguments: SimulatedSeeds.range(count: 3), [ExportFormat.marc, .marcxml])
  func anyBooksAreTheSameBytesAgain(_ seed: UInt64, _ format: ExportFormat) async throws {
    var generator = SeededGenerator(seed: seed)
    let first = try TemporaryCatalog()
    for _ in 0..<20 {
      let values = try values(&generator)
      _ = try await first.catalog.write { try $0.add(values) }
    }
    let bytes = try written(first, format)
    let second = try await importing(bytes, format == .marc ? "b.mrc" : "b.xml")
    let again = try written(second, format)
    expect(again, bytes, seed)
    let third = try await importing(again, format == .marc ? "b.mrc" : "b.xml")
    expect(try written(third, format), bytes, seed)
  }

  @Test func whatAFieldHasNoRoomForIsLeftOutAndTheRestIsWhole() async throws {
    let catalog = try TemporaryCatalog()
    let words = (0..<3_000).map { "word\($0)" }.joined(separator: " ")
    try await catalog.catalog.add {
      $0.title = "Dune"
      $0.description = words
      $0.authors = (0..<400).map { "\($0) " + String(repeating: "x", count: 500) }
    }
    let bytes = try written(catalog)
    #expect(bytes.count <= 99_999)
    let again = try await importing(bytes)
    try expectEqual(written(again), bytes)
    let xml = try await importing(try written(catalog, .marcxml), "b.xml")
    let book = try #require(try await xml.catalog.page().books.first)
    #expect(book.description?.replacing("\n\n", with: " ") == words && book.authors.count == 400)
  }

  @Test func aTitleOfASignIsATitle() async throws {
    let catalog = try TemporaryCatalog()
    try await catalog.catalog.add { $0.title = "." }
    let again = try await importing(try written(catalog))
    try await expectEqual(again.catalog.page().books.map(\.title), ["."])
  }

  @Test func aRecordOfOursIsTheSameBook() async throws {
    let catalog = try await importing(MARCFile(fields).bytes)
    let bytes = try written(catalog)
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write("again.mrc", bytes))
    let report = try await catalog.catalog.importRecords(from: input.reader, source: "again")
    expectEqual(report.counts.added, 0)
  }

  @Test(arguments: [("en", "eng"), ("de", "ger"), ("deu", "ger"), ("jpn", "jpn")])
  func languagesHaveTheCodesOfLibraries(_ code: String, _ written: String) async throws {
    let catalog = try TemporaryCatalog()
    try await catalog.catalog.add { ($0.title, $0.language) = ("X", code) }
    let coded = try #require(try lines(self.written(catalog)).first { $0.hasPrefix("=008") })
    #expect(coded.hasSuffix("\(written)\\d"))
  }

  @Test func aLanguageOfARegionIsWrittenWhole() async throws {
    let catalog = try TemporaryCatalog()
    try await catalog.catalog.add { ($0.title, $0.language) = ("X", "en-US") }
    let again = try await importing(try written(catalog))
    try await expectEqual(again.catalog.page().books.map(\.language), ["en-US"])
  }
}
