import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests in which two libraries repeatedly deliver the same books, and the user edits, merges and exports them.
@Suite struct MARCHistoryTests {
  /// Returns the records of all books.
  private func written(_ catalog: TemporaryCatalog) throws -> [UInt8] {
    try catalog.catalog.read { snapshot in
      let export = BookExport(format: .marc, fields: try snapshot.fields())
      var bytes: [UInt8] = []
      try snapshot.forEachBookByID { bytes += export.line(for: $0, unknown: try snapshot.unknown(of: $0.id)) }
      return bytes
    }
  }

  @discardableResult
  private func deliver(
    _ records: [[(String, String)]], from source: String, to catalog: TemporaryCatalog
  ) async throws -> ImportReport {
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write("books.mrc", records.flatMap { MARCFile($0).bytes }))
    return try await catalog.catalog.importRecords(from: input.reader, source: source)
  }

  private func lines(_ catalog: TemporaryCatalog) throws -> [String] {
    try ISO2709Record.read(written(catalog), encoding: nil).fields.map(MARCLines.line)
  }

  private let first = [
    ("001", "1"), ("020", "  $a9780441013593"), ("040", "  $aDLC"), ("100", "1 $aHerbert, Frank,$d1920-1986."),
    ("245", "10$aDune /$cFrank Herbert."), ("500", "  $aA note."), ("650", " 0$aDeserts"),
  ]
  private let second = [
    ("001", "b7"), ("020", "  $a9780441013593"), ("040", "  $aDE-101"), ("100", "1 $6880-01$aHerbert, F."),
    ("245", "10$aDune"), ("300", "  $a517 p."), ("500", "  $aA note."), ("505", "0 $aContents."),
    ("546", "  $6880-02$aIn Japanese"), ("880", "1 $6100-01$aハーバート"), ("880", "  $6546-02$a日本語"),
  ]

  @Test func fieldsOfBothLibrariesAreWritten() async throws {
    let catalog = try TemporaryCatalog()
    try await deliver([second], from: "two", to: catalog)
    // This source has priority from now on.
    try await deliver([first], from: "one", to: catalog)
    let notes = [
      "=040  \\\\$aDLC", "=100  1\\$aHerbert, Frank,$d1920-1986.", "=245  10$aDune /$cFrank Herbert.",
      "=300  \\\\$a517 p.", "=500  \\\\$aA note.", "=505  0\\$aContents.", "=546  \\\\$6880-01$aIn Japanese",
      "=650  \\0$aDeserts", "=700  1\\$aHerbert, F.$eromanised name", "=880  \\\\$6546-01$a日本語",
    ]
    try expectEqual(lines(catalog).dropFirst(4), notes[...])

    let newer = second.map { $0.0 == "505" ? ("505", "0 $aOther contents.") : $0 }
    try await deliver([newer], from: "two", to: catalog)
    try expectEqual(lines(catalog).dropFirst(4), notes.map { $0.replacing("aContents", with: "aOther contents") }[...])
  }

  @Test func whatIsReadFirstIsWhatTheBookSays() async throws {
    let catalog = try TemporaryCatalog()
    let record = [
      ("245", "10$aDune"), ("300", "  $a517 p."), ("300", "  $a1 atlas (20 p.)"), ("490", "0 $aSaga ;$v1"),
      ("490", "0 $aOther ;$v2$x1234-5679"),
    ]
    try await deliver([record], from: "one", to: catalog)
    try await catalog.catalog.edit(1) {
      $0.pages = 600
      ($0.series, $0.seriesNumber) = ("Other", 2)
      $0.otherSeries = [SeriesPlace("Saga", number: 1)]
    }
    try expectEqual(
      lines(catalog).suffix(5),
      [
        "=245  10$aDune", "=300  \\\\$a600 pages", "=300  \\\\$a1 atlas (20 p.)", "=490  0\\$aOther ;$v2",
        "=490  0\\$aSaga ;$v1",
      ])
  }

  @Test func fieldsInTwoScriptsStayPairsHoweverManyThereAre() async throws {
    func record(_ id: Int, notes: Int) -> [(String, String)] {
      let numbers = 1...notes
      func number(_ index: Int) -> String { index < 10 ? "0\(index)" : "\(index)" }
      return [("001", "n\(id)"), ("020", "  $a9780441013593"), ("245", "10$aDune")]
        + numbers.map { ("500", "  $6880-\(number($0))$aNote \(id) \($0)") }
        + numbers.map { ("880", "  $6500-\(number($0))/(N$aЗаметка \(id) \($0)") }
    }
    let catalog = try TemporaryCatalog()
    try await deliver([record(1, notes: 130)], from: "one", to: catalog)
    try await deliver([record(2, notes: 70)], from: "two", to: catalog)
    var notes: [String] = []
    let book = try #require(await catalog.catalog.book(1))
    let bytes = BookExport(format: .marcxml, fields: OwnFields()).line(
      for: book, unknown: try await catalog.catalog.unknown(of: 1))
    let collector = MARCXMLCollector()
    try XMLReader(collector).read(bytes, isLast: true)
    let written = try #require(collector.takeFound().first).record
    for field in written.fields where field.tag == "500" {
      let link = try #require(field.link)
      let others = written.fields.filter { $0.tag == "880" && $0.link?.number == link.number }
      #expect(others.count == 1 && others[0].link?.tag == "500")
      let note = try #require(field["a"])
      expectEqual(others.first?["a"], note.replacing("Note", with: "Заметка"))
      notes.append(note)
    }
    expectEqual(Set(notes).count, 200)
    try await expectTheSameAgain(catalog, "many pairs")
  }

  @Test func theTitlePageNamesNoAuthorsThatAreNotTheBooks() async throws {
    let catalog = try TemporaryCatalog()
    try await deliver([first], from: "one", to: catalog)
    try await catalog.catalog.edit(1) { $0.authors = ["Jane Doe"] }
    try expectEqual(lines(catalog).filter { $0.hasPrefix("=245") }, ["=245  10$aDune"])
  }

  @Test func anotherTitleInAnotherScriptDoesNotComeWithoutItsField() async throws {
    let catalog = try TemporaryCatalog()
    let other = [
      ("001", "b7"), ("020", "  $a9780441013593"), ("245", "10$6880-01$aDune II"), ("880", "10$6245-01/(N$aДюна"),
      ("880", "10$6245-01/(N$aДюна Два"), ("880", "  $6500-00/(N$aЗаметка"),
    ]
    try await deliver([other], from: "two", to: catalog)
    try await deliver([first], from: "one", to: catalog)
    try expectEqual(lines(catalog).filter { $0.hasPrefix("=880") }, ["=880  \\\\$6500-00/(N$aЗаметка"])
  }

  @Test func anotherPublisherDoesNotComeWithItsYear() async throws {
    let catalog = try TemporaryCatalog()
    let other = [
      ("001", "b7"), ("020", "  $a9780441013593"), ("245", "10$aDune"), ("264", " 1$bAce"),
      ("264", " 1$bGollancz$c1966"),
    ]
    try await deliver([other], from: "two", to: catalog)
    try await deliver([first], from: "one", to: catalog)
    try expectEqual(lines(catalog).filter { $0.hasPrefix("=264") }, ["=264  \\1$c1966", "=264  \\1$bAce"])
    try await expectTheSameAgain(catalog, "a publisher and a year")
  }

  @Test func whatARecordHasOnceIsWrittenOnce() async throws {
    let catalog = try TemporaryCatalog()
    try await deliver([second + [("010", "  $a 65012345")]], from: "two", to: catalog)
    try await deliver([first + [("010", "  $a 99012345")]], from: "one", to: catalog)
    try await catalog.catalog.edit(1) { $0.language = "en-US" }
    let found = try lines(catalog)
    expectEqual(found.count { $0.hasPrefix("=010") }, 1)
    #expect(found.contains("=024  7\\$a65012345$2lccn"))
    #expect(
      found.contains { $0.hasPrefix("=008") && $0.hasSuffix("eng\\d") } && found.contains("=041  \\7$aen-US$2rfc5646"))
    try await expectTheSameAgain(catalog, "two numbers")
  }

  @Test func aRecordingStaysOneAndATextDoesNotBecomeOne() async throws {
    let catalog = try TemporaryCatalog()
    let folder = TemporaryFolder()
    var file = MARCFile([("245", "10$aDune")])
    file.leader = "00000nim a2200000 a 4500"
    let input = try ImportInput(path: folder.write("books.mrc", file.bytes))
    _ = try await catalog.catalog.importRecords(from: input.reader, source: "one")
    try await expectEqual(catalog.catalog.book(1)?.format, .audiobook)
    try await expectTheSameAgain(catalog, "as it came")
    try await catalog.catalog.edit(1) { $0.format = nil }
    try await expectTheSameAgain(catalog, "without a format")
    try expectEqual(ISO2709Record.read(written(catalog), encoding: nil).leader.dropFirst(5).prefix(3), "nam")

    let screen = try TemporaryCatalog()
    try await deliver(
      [[("008", "050101s1965    nyu     o     000 1 eng  "), ("245", "10$aDune")]], from: "one", to: screen)
    try await expectEqual(screen.catalog.book(1)?.format, .ebook)
    try await screen.catalog.edit(1) { $0.format = nil }
    try await expectTheSameAgain(screen, "a text on paper")
  }

  /// Expects that a catalog that imports the export contains the same books and exports the same bytes.
  private func expectTheSameAgain(_ catalog: TemporaryCatalog, _ what: String) async throws {
    let bytes = try written(catalog)
    let other = try TemporaryCatalog()
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write("books.mrc", bytes))
    let report = try await other.catalog.importRecords(from: input.reader, source: "given")
    expectEqual(report.counts.rejected, 0, "\(what)")
    let again = try written(other)
    if again != bytes {
      let ends: (UInt8) -> Bool = { $0 == 0x1D }
      for (one, two) in zip(bytes.split(whereSeparator: ends), again.split(whereSeparator: ends)) where one != two {
        let texts = try [one, two].map { try ISO2709Record.read(Array($0), encoding: nil).fields.map(MARCLines.line) }
        Issue.record("\(what): \(texts[0].joined(separator: "\n"))\n- - -\n\(texts[1].joined(separator: "\n"))")
      }
    }
    let (own, given) = try await (books(catalog), books(other))
    for (uuid, values) in own where values != given[uuid] {
      let differences = values.filter { given[uuid]?[$0.key] != $0.value }.map { "\($0.key)=\($0.value)" }
      Issue.record("\(what): \(differences), given \(given[uuid] ?? [:])")
    }
  }

  private func books(_ catalog: TemporaryCatalog) async throws -> [String: [String: String]] {
    try await catalog.catalog.read { snapshot in
      var books: [String: [String: String]] = [:]
      try snapshot.forEachBookByID { book in
        var book = book
        // Removes values that a book contains twice, because a record contains them once.
        let (isbn, series) = (book.isbn?.digits, book.series.map { SeriesPlace($0, number: book.seriesNumber) })
        book.identifiers.removeAll { $0.type == "isbn" && $0.value == isbn }
        book.otherSeries.removeAll { $0 == series }
        var values: [String: String] = [:]
        for field in BookField.bibliographic { values[field.rawValue] = book[field]?.typedText }
        for field in [BookField.identifiers, .tags, .contributors] {
          values[field.rawValue] = values[field.rawValue]?.split(separator: "; ").sorted().joined(separator: "; ")
        }
        books[book.uuid.lowercaseText] = values
      }
      return books
    }
  }

  // MARK: Random histories

  private static let names = ["Herbert, Frank", "Le Guin, Ursula K.", "Clarke, Arthur C.", "Lem, Stanislaw", "Emma"]
  private static let isbns = ["9780441013593", "9783317843706", "9782878816273", "9780306406157"]

  /// Returns a random field as libraries write it.
  private func field(_ generator: inout SeededGenerator) -> [(String, String)] {
    let word = "word\(generator.roll(5))"
    switch generator.roll(22) {
    case 0: return [("008", "050101s\(1960 + generator.roll(5))    nyu     \(generator.pick("o |"))     000 1 eng  ")]
    case 1: return [("020", "  $a\(generator.pick(Self.isbns))$qpbk.")]
    case 2: return [("020", "  $a\(generator.pick(Self.isbns))")]
    case 3: return ["ger", "fre", "spa"].prefix(1 + generator.roll(3)).map { ("041", "0 $a\($0)") }
    case 4: return [("100", "1 $a\(generator.pick(Self.names)),$d1920-")]
    case 5: return [("700", "1 $a\(generator.pick(Self.names))\(generator.oneIn(2) ? "" : ",$etranslator.")")]
    case 6: return [("710", "2 $aInstitute \(word)\(generator.oneIn(2) ? "" : ",$4aut")")]
    case 7: return [("260", "  $aNew York :$bAce \(word),$c\(1960 + generator.roll(5)).")]
    case 8: return [("264", " \(generator.roll(5))$bAce \(word)$c\(1960 + generator.roll(5))")]
    case 9: return [("300", "  $a\(100 + generator.roll(4)) p. ;$c24 cm.")]
    case 10: return [("300", "  $a1 map (\(generator.roll(4) + 1) p.)")]
    case 11: return [("490", "0 $aSeries \(word) ;$v\(generator.roll(3))$x1234-5679")]
    case 12:
      return [("490", "1 $aSeries \(word) ;$v1"), ("800", "1 $aHerbert, Frank.$tSeries \(word), in full ;$v1.")]
    case 13: return [("500", "  $aNote \(word).")]
    case 14: return [("520", "  $aAbout \(word)")]
    case 15: return [("650", " 0$aTag \(word)$vFiction.")]
    case 16: return [("338", "  $aonline resource$bcr$2rdacarrier")]
    case 17:
      let number = "0\(1 + generator.roll(3))"
      return [("700", "1 $6880-\(number)$aKawabata, Y."), ("880", "1 $6700-\(number)$a川端 \(word)")]
    case 20: return [("880", "1 $6\(generator.pick(["245", "500", "700"]))-0\(generator.roll(3))$a川端 \(word)")]
    case 21: return [("010", "  $a 6501234\(generator.roll(3))")]
    case 18: return [("035", "  $a(OCoLC)\(generator.roll(3) + 1)")]
    default: return [("9\(generator.roll(3) + 10)", "  $alocal \(word)")]
    }
  }

  private func record(_ id: Int, _ generator: inout SeededGenerator) -> [(String, String)] {
    var fields = [("001", "n\(id)"), ("024", "7 $abook\(id)$2goodreads")]
    let part = generator.oneIn(2) ? "" : " :$bpart \(generator.roll(3))"
    fields.append(("245", "10$aTitle \(id)\(part)\(generator.oneIn(2) ? "" : " /$cby the author.")"))
    for _ in 0..<generator.roll(14) { fields += field(&generator) }
    return fields.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
  }

  private func edit(_ book: Book.ID, _ catalog: BookCatalog, _ generator: inout SeededGenerator) async throws {
    var draws = generator
    defer { generator = draws }
    let number = draws.roll(9)
    let word = "word\(draws.roll(5))"
    _ = try await catalog.edit(book) { book in
      switch number {
      case 0: book.title = "Title of mine \(word)"
      case 1: book.pages = word == "word0" ? nil : 300
      case 2: book.authors = ["Emma", "Frank Herbert"]
      case 3: book.format = word == "word0" ? nil : .hardcover
      case 4: (book.series, book.seriesNumber) = ("Series \(word)", 1)
      case 5: book.publisher = "Gollancz"
      case 6: book.tags = ["Tag \(word) -- Fiction", "mine"]
      case 7: book.language = word == "word0" ? nil : word == "word1" ? "en-US" : "ita"
      default: book.description = "About \(word)"
      }
    }
  }

  @Test(arguments: SimulatedSeeds.range(count: 8))
  func whateverLibrariesDeliverIsGivenAwayAsTheBooksAre(_ seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let catalog = try TemporaryCatalog()
    for step in 0..<12 {
      let what = "seed \(seed), step \(step)"
      let books = try await catalog.catalog.page().books.map(\.id)
      switch generator.roll(books.isEmpty ? 1 : 4) {
      case 0, 1:
        let records = (0..<4).map { record($0, &generator) }
        let report = try await deliver(records, from: generator.pick(["one", "two"]), to: catalog)
        expectEqual(report.counts.rejected, 0, "\(what)")
      case 2: try await edit(generator.pick(books), catalog.catalog, &generator)
      default:
        let other = Set([generator.pick(books), generator.pick(books)])
        if other.count == 2 { _ = try await catalog.catalog.merge(other.sorted()) }
      }
      try await expectTheSameAgain(catalog, what)
    }
  }
}
