import Catalog
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests of the values that a book gets from the fields of a record (docs/interchange.md).
@Suite struct MARCBookTests {
  @Test func aBookOfALibrary() async throws {
    let row = try await marcRow([
      ("001", "  2005123456 "), ("003", "DLC"), ("005", "20060101000000.0"),
      ("008", "050101r20051965nyu           000 1 eng  "), ("010", "  $a   65022547 "),
      ("020", "  $a0441013597 (pbk.) :$c$9.99"), ("020", "  $a9780441013593"), ("020", "  $a9780340960196$qhbk."),
      ("035", "  $a(OCoLC)ocm00063193"), ("050", "00$aPS3558.E63$bD8 2005"), ("082", "00$a813/.54$222"),
      ("100", "1 $aHerbert, Frank,$d1920-1986."), ("245", "10$aDune /$cFrank Herbert ; translated by nobody."),
      ("250", "  $aAce trade pbk. ed."), ("260", "  $aNew York :$bAce Books,$cc2005."),
      ("300", "  $axviii, 517 p. :$bmaps ;$c24 cm."), ("490", "1 $aDune chronicles ;$vbk. 1"),
      ("500", "  $aA note."), ("520", "  $aA planet of sand."),
      ("650", " 0$aDune (Imaginary place)$vFiction."), ("655", " 7$aScience fiction.$2gsafd"),
      ("700", "1 $aSchoenherr, John,$eillustrator."), ("700", "1 $aBrick, Scott.$4nrt"),
      ("700", "1 $aHerbert, Frank.$tChildren of Dune."), ("800", "1 $aHerbert, Frank.$tDune chronicles ;$vbk. 1."),
      ("856", "40$uhttps://example.org/dune"),
    ])
    #expect(row.record?.remoteID == "(DLC)2005123456" && row.record?.hasOwnID == true)
    #expect(row[.title] == "Dune" && row[.subtitle] == "(null)")
    expectEqual(row[.authors], "Frank Herbert")
    expectEqual(row.people, ["John Schoenherr|ill", "Scott Brick|nrt"])
    #expect(row[.isbn] == "0441013597" && row[.format] == "paperback")
    #expect(row[.publisher] == "Ace Books" && row[.published] == "2005" && row[.firstPublished] == "1965")
    #expect(row[.pages] == "517" && row[.language] == "eng")
    #expect(row[.series] == "Dune chronicles" && row[.seriesNumber] == "1")
    expectEqual(row[.tags], "Dune (Imaginary place) -- Fiction; Science fiction")
    expectEqual(row[.description], "A planet of sand.")
    expectEqual(
      row.identifiers,
      [
        "lccn|65022547", "isbn|9780340960196", "oclc|63193", "lcc|PS3558.E63 D8 2005", "ddc|813.54",
        "uri|https://example.org/dune",
      ])
    // All fields are kept except those that change whenever a record is written.
    for line in [
      "=250  \\\\$aAce trade pbk. ed.", "=500  \\\\$aA note.", "=700  1\\$aHerbert, Frank.$tChildren of Dune.",
      "=035  \\\\$a(DLC)2005123456",
    ] {
      #expect(row.keptLines.contains(line))
    }
    #expect(!row.keptLines.contains { $0.hasPrefix("=00") && !$0.hasPrefix("=008") })
  }

  @Test func aNumberOfWorldCatIsKeptAndKnowsTheBook() async throws {
    let row = try await marcRow([("001", "ocm12345678"), ("003", "OCoLC"), ("245", "10$aDune")])
    #expect(row.record?.remoteID == "(OCoLC)ocm12345678" && row.identifiers == ["oclc|12345678"])
    #expect(row.keptLines.contains("=035  \\\\$a(OCoLC)ocm12345678"))
  }

  @Test(arguments: [
    ("10$aDune /$cx", "Dune", "(null)"),
    ("10$aFlatland :$ba romance of many dimensions /", "Flatland", "a romance of many dimensions"),
    ("00$aBooks, papers, etc.", "Books, papers, etc.", "(null)"),
    ("10$aThe time of J. R. R.", "The time of J. R. R.", "(null)"),
    ("10$aDune.$nBook 2,$pMessiah /", "Dune. Book 2, Messiah", "(null)"),
    ("10$aNovels.$pEmma.", "Novels. Emma", "(null)"), ("14$a\u{98}The \u{9C}Iliad", "The Iliad", "(null)"),
    ("10$bOnly this.", "Only this", "(null)"), ("10$aOne$h[electronic resource] :$btwo", "One", "two"),
  ])
  func titles(_ field: String, _ title: String, _ subtitle: String) async throws {
    let row = try await marcRow([("245", field)])
    #expect(row[.title] == title && row[.subtitle] == subtitle)
  }

  @Test func withoutATitleAnotherFieldOfTitlesIsOne() async throws {
    try await expectEqual(marcRow([("240", "10$aIlias.$lEnglish")])[.title], "Ilias")
    try await expectEqual(marcRow([("130", "0 $aBible."), ("245", "10$aThe Bible")])[.title], "The Bible")
    let rejection = try await marcRow([("001", "7"), ("500", "  $aNothing else")]).rejection
    expectEqual(rejection, "record “7”: it has no title (field 245)")
  }

  @Test(arguments: [
    ("1 $aHerbert, Frank,$d1920-1986.", "Frank Herbert"), ("1 $aSmith, J. R.", "J. R. Smith"),
    ("1 $aKing, Martin Luther,$cJr.,$d1929-1968", "Martin Luther King, Jr."), ("0 $aHomer.", "Homer"),
    ("0 $aJohn Paul$bII,$cPope,$d1920-2005", "John Paul II"), ("3 $aDunlop family.", "Dunlop family"),
    ("1 $aLe Guin, Ursula K.,$eauthor.", "Ursula K. Le Guin"), ("1 $a[Villars, Pierre,$cmarquis de]", "Pierre Villars"),
    ("1 $aVerne, Jules,$4aut$4http://id.loc.gov/vocabulary/relators/cre", "Jules Verne"),
    ("1 $aBridgham, Gladys Ruth. [from old catalog]", "Gladys Ruth Bridgham"),
  ])
  func authors(_ field: String, _ name: String) async throws {
    try await expectEqual(marcRow([("100", field), ("245", "10$aX")])[.authors], name)
  }

  @Test func whoDidSomethingElseIsAContributor() async throws {
    let row = try await marcRow([
      ("100", "1 $aPechman, Joseph A.,$eed."), ("245", "10$aX"), ("700", "1 $aTwo, Roles,$eeditor,$etranslator."),
      ("700", "1 $aOne, Code.$4http://id.loc.gov/vocabulary/relators/trl$eÜbersetzer"), ("700", "1 $aNo, Role."),
      ("700", "1 $aOther, Word,$esupposed author."), ("710", "2 $aBrookings Institution.$bPanel."),
    ])
    expectEqual(row[.authors], "Role No")
    expectEqual(
      row.people,
      [
        "Joseph A. Pechman|edt", "Roles Two|edt", "Roles Two|trl", "Code One|trl", "Word Other|supposed author",
        "Brookings Institution. Panel",
      ])
  }

  @Test func theOriginalScriptIsWhatIsSeenAndTheLatinOneIsFound() async throws {
    let row = try await marcRow([
      ("100", "1 $6880-01$aKawabata, Yasunari,$d1899-1972."), ("245", "10$6880-02$aYukiguni :$bshōsetsu /$cx."),
      ("260", "  $6880-03$aTōkyō :$bIwanami,$c1952."), ("490", "0 $aWithout a pair"),
      ("880", "1 $6100-01/$1$a川端康成,$d1899-1972."), ("880", "10$6245-02/$1$a雪国 :$b小說 /$c川端康成."),
      ("880", "  $6260-03/$1$a東京 :$b岩波書店,$c1952."), ("880", "0 $6490-00/$1$a日本文学"),
    ])
    #expect(row[.title] == "雪国" && row[.subtitle] == "小說 = Yukiguni : shōsetsu")
    #expect(row[.authors] == "川端康成" && row.people == ["Yasunari Kawabata|romanised name"])
    #expect(row[.publisher] == "岩波書店" && row[.published] == "1952")
    #expect(row[.series] == "Without a pair" && row[.otherSeries] == "日本文学")
  }

  @Test(arguments: [
    ("c1984.", "1984"), ("[1984?]", "1984"), ("©1984", "1984"), ("1984-1986", "1984"), ("[ca. 1984]", "1984"),
    ("1948 [i.e. 1984]", "1984"), ("5740 [1980]", "1980"), ("MDCCCXXXVI.", "1836"), ("M. DCC. LXXVI", "1776"),
    ("1965-08", "1965-08"), ("[198-?]", nil), ("[n.d.]", nil), ("MCMXXX", "1930"), ("XVII", nil),
  ])
  func years(_ text: String, _ year: String?) async throws {
    try await expectEqual(marcRow([("245", "10$aX"), ("260", "  $c\(text)")])[.published], year ?? "(null)")
  }

  @Test func theYearOfField008IsTakenWhereNoOtherIs() async throws {
    let coded = "990101s1984    xx            000 0 ger d"
    let row = try await marcRow([("008", coded), ("245", "10$aX"), ("264", " 4$c©1983")])
    // A copyright year has lower priority.
    #expect(row[.published] == "1984" && row[.language] == "ger")
    try await expectEqual(marcRow([("008", coded), ("245", "10$aX")])[.published], "1984")
    for short in ["990101s19", "", "990101suuuu    xx            000 0 zxx d"] {
      let row = try await marcRow([("008", short), ("245", "10$aX")])
      #expect(row[.published] == "(null)" && row[.language] == "(null)")
    }
    let many = try await marcRow([("041", "1 $aengfre$hrus"), ("245", "10$aX"), ("008", coded)])
    expectEqual(many[.language], "eng")
  }

  @Test(arguments: [
    ("$axii, 310 p. ;$c23 cm", "310"), ("$a1 online resource (310 pages)", "310"), ("$a310, [2] p.", "310"),
    ("$aviii p., 1 l.,$b3-100 p. diagrs.", "100"), ("$a245 S.", "245"), ("$a2 v.", nil),
    ("$a1 videodisc (90 min.)", nil),
    ("$a99999999999999999999999 p.", nil), ("$a317 с.", "317"), ("$aiv, 291 leaves", "291"),
  ])
  func pages(_ field: String, _ pages: String?) async throws {
    try await expectEqual(marcRow([("245", "10$aX"), ("300", "  \(field)")])[.pages], pages ?? "(null)")
  }

  @Test func formsOfABook() async throws {
    func format(_ fields: (String, String)...) async throws -> String? {
      try await marcRow([("245", "10$aX")] + fields)[.format]
    }
    try await expectEqual(format(("020", "  $a9780441013593$qhardcover")), "hardcover")
    try await expectEqual(format(("020", "  $a9780441013593 (electronic bk.)")), "ebook")
    try await expectEqual(format(("338", "  $aonline resource$bcr$2rdacarrier")), "ebook")
    try await expectEqual(format(("336", "  $aspoken word$bspw$2rdacontent")), "audiobook")
    try await expectEqual(format(("008", "990101s1984    xx      o     000 0 ger d")), "ebook")
    try await expectEqual(format(("306", "  $a013000")), "(null)")
    try await expectEqual(marcRow([("245", "10$aX"), ("306", "  $a013000")])[.duration], "90")
  }

  @Test func subjectsAreTagsWithTheirSubdivisions() async throws {
    let row = try await marcRow([
      ("245", "10$aX"), ("600", "10$aLincoln, Abraham,$d1809-1865$vBiography."), ("610", "20$aApple Computer, Inc."),
      ("650", " 0$aWar and society$zFrance$xHistory$y20th century."), ("653", "  $aspies$atrains."),
      ("650", " 7$aWar and society.$2fast$0(OCoLC)fst01170447"), ("651", " 0$aSpain."), ("658", "  $aNo subject"),
    ])
    expectEqual(
      row[.tags],
      "Apple Computer, Inc.; Lincoln, Abraham, 1809-1865 -- Biography; Spain; War and society; "
        + "War and society -- France -- History -- 20th century; spies; trains")
  }

  @Test func seriesAreTracedOrNot() async throws {
    func series(_ fields: (String, String)...) async throws -> [String?] {
      let row = try await marcRow([("245", "10$aX")] + fields)
      return [row[.series], row[.seriesNumber], row[.otherSeries]]
    }
    try await expectEqual(
      series(("490", "1 $aBd.-Reihe ;$vBd. 12"), ("830", " 0$aReihe ;$v12.")),
      [
        "Bd.-Reihe", "12", "(null)",
      ])
    try await expectEqual(series(("830", " 0$aReihe ;$vno. 1.5")), ["Reihe", "1.5", "(null)"])
    try await expectEqual(series(("440", " 0$aOne ;$v3-4"), ("490", "0 $aTwo")), ["One", "3", "Two"])
  }

  @Test func aWrongISBNIsLeftOutAndSaid() async throws {
    let row = try await marcRow([("020", "  $a9780441013594"), ("245", "10$aX")])
    expectEqual(row[.isbn], "(null)")
    expectEqual(row.leftOut?.contains("9780441013594"), true)
  }

  @Test func aRecordOfTooMuchTextLosesWhatIsTooMuchAndSaysSo() async throws {
    let long = String(repeating: "word ", count: 1_900)
    let records = MARCRows(refusingIDs: nil)
    var record = MARCRecord(leader: "00000nam a2200000 a 4500")
    record.fields = [MARCField("245", "10", [.init("a", "X")])]
    record.fields += (0..<8).map { MARCField("505", "0 ", [.init("a", "\($0) \(long)"), .init("t", "y")]) }
    try expectEqual(records.row(of: record, raw: [])[.title], "X")
    expectEqual(records.counter.report.columns.map(\.name), ["505 a", "505 t"])
    expectEqual(records.counter.report.columns.map(\.cells), [3, 3])
    expectEqual(records.counter.report.repeated, ["005"])
  }
}
