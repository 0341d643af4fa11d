import Catalog
import CatalogTestSupport
import Synchronization
import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct JSONLinesImportTests {
  @Test func everyFieldIsRead() async throws {
    let line = """
      {"id":"b1","uuid":"01A1FC19-C439-737F-8590-5770C8BE4370","title":"Dune","authors":["Frank Herbert"],\
      "isbn":"0-441-01359-7","pages":412,"publisher":"Ace","published":"1965-08","language":"en","series":"Dune",\
      "seriesNumber":1,"tags":["sf","classic"],"averageRating":4.25,"ratingsCount":12,"readState":"read",\
      "started":"2020","finished":"2020-02","rating":4.5,"notes":"a\\nb","added":"2020-01-31T18:30:00.250Z"}
      """
    let row = try #require(try await rows(of: "t.jsonl", line).first)
    let expected: [BookField: String] = [
      .title: "Dune", .authors: "Frank Herbert", .isbn: "0-441-01359-7", .pages: "412", .publisher: "Ace",
      .published: "1965-08", .language: "en", .series: "Dune", .seriesNumber: "1", .tags: "classic; sf",
      .averageRating: "4.25", .ratingsCount: "12", .readState: "read", .started: "2020", .finished: "2020-02",
      .rating: "4.5", .notes: "a\nb", .added: "2020-01-31T18:30:00.250Z",
    ]
    for field in BookField.allCases { expectEqual(row[field], expected[field]) }
    expectEqual(row.record?.remoteID, "b1")
    expectEqual(row.record?.uuid?.uuidString, "01A1FC19-C439-737F-8590-5770C8BE4370")
  }

  @Test func otherFormsAreRead() async throws {
    let line = #"{"title":"Dune","authors":"A; B","year":1965,"seriesIndex":"2","isbn13":9780441013593,"pages":"412"}"#
    let row = try #require(try await rows(of: "t.jsonl", line).first)
    expectEqual(row[.authors], "A; B")
    expectEqual(row[.published], "1965")
    expectEqual(row[.seriesNumber], "2")
    expectEqual(row[.isbn], "9780441013593")
    expectEqual(row[.pages], "412")
  }

  @Test func nullIsNotAbsent() async throws {
    let row = try #require(try await rows(of: "t.jsonl", #"{"id":1,"pages":null,"tags":[]}"#).first)
    expectEqual(row.record?.remoteID, "1")
    expectEqual(row[.pages], "(null)")
    expectEqual(row[.tags], "(null)")
    #expect(row[.publisher] == nil)
  }

  @Test func unknownKeysAreKeptAsTheyCame() async throws {
    let line = #"{"title":"A","z":{"b":[1,2.5,true,null,"x"],"a":""},"shelf":"top"}"#
    let row = try #require(try await rows(of: "t.jsonl", line).first)
    expectEqual(row.record?.unknown, #"{"shelf":"top","z":{"a":"","b":[1,2.5,true,null,"x"]}}"#)
  }

  @Test func unknownKeysThatAreTooLongAreLeftOutAndSaid() async throws {
    let temporary = try TemporaryCatalog()
    let long = String(repeating: "x", count: SourceRecord.unknownBytes - #"{"k":""}"#.utf8.count)
    let lines = #"{"title":"A","k":"\#(long)"}\#n{"title":"B","k":"\#(long)x"}\#n"#
    let folder = TemporaryFolder()
    let reports = Mutex<[String]>([])
    func load() async throws -> RunCounts {
      let input = try ImportInput(path: folder.write("t.jsonl", Array(lines.utf8)), options: ImportInput.Options())
      return try await temporary.catalog.importRecords(from: input.reader, source: "t") { notice in
        if case .leftOut(let row, let reason) = notice { reports.withLock { $0.append("\(row) \(reason)") } }
      }.counts
    }
    let counts = try await load()
    #expect(counts.added == 2 && counts.leftOut == 1)
    #expect(reports.withLock { $0.count == 1 && $0[0].hasPrefix("2 its unknown keys") })
    let stored = try temporary.foreign().rows("SELECT length(unknown) FROM source_record ORDER BY book_id")
    expectEqual(stored, [[String(SourceRecord.unknownBytes)], [nil]])
    try await expectEqual(load().unchanged, 2)
  }

  @Test(arguments: [
    #"{"title":"A""#, "[]", "1", "nonsense", #"{"title":""}"#, #"{"title":"A","pages":"many"}"#,
    #"{"title":"A","published":"99999"}"#, #"{"title":"A","authors":[1]}"#, #"{"title":"A","uuid":"x"}"#, "{}",
    #"{"title":"A\u0000B"}"#, #"{"title":"A","rating":7}"#, "{\"title\":\"\u{0}\"}",
  ])
  func whatCannotBeUsedIsRejectedWithItsReason(_ line: String) async throws {
    let found = try await rows(of: "t.jsonl", line + "\n{\"title\":\"Good\"}\n")
    expectEqual(found.count, 2)
    expectEqual(found[0].rejection?.isEmpty, false)
    expectEqual(found[1][.title], "Good")
  }

  @Test func depthAndInvalidBytesAreRejected() async throws {
    let deep = Array((String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)).utf8)
    let bytes =
      Array(#"{"title":"A","x":"#.utf8) + deep + Array("}\n{\"title\":\"B".utf8) + [0xFF] + Array("é\"}\n".utf8)
      + Array("{\"title\":\"Café\"}\n{\"title\":\"Žena\"}\n".utf8)
    let found = try await rows(of: "t.jsonl", bytes)
    expectEqual(found.map { $0.rejection != nil }, [true, true, false, false])
  }

  @Test func theFirstOfTwoMembersWithOneNameCounts() async throws {
    let line = #"{"title":"A","title":"B","x":{"y":1,"y":2},"x":3}"#
    let row = try #require(try await rows(of: "t.jsonl", line).first)
    expectEqual(row[.title], "A")
    expectEqual(row.record?.unknown, #"{"x":{"y":1}}"#)
  }

  @Test func numbersOfAnySizeAndFormAreRead() async throws {
    let line =
      #"{"title":"A","pages":4.12e2,"rating":4,"a":1e2,"b":-0,"c":9223372036854775807,"d":99999999999999999999}"#
    let row = try #require(try await rows(of: "t.jsonl", line).first)
    expectEqual(row[.pages], "412")
    expectEqual(row[.rating], "4")
    expectEqual(row.record?.unknown, #"{"a":100,"b":0,"c":9223372036854775807,"d":1e+20}"#)
  }

  @Test func escapesAreRead() async throws {
    let line = #"{"\u0074itle":"\ud83d\ude00 \u00e9\/\\ud800\"","x":"a\u0000\n"}"#
    let row = try #require(try await rows(of: "t.jsonl", line).first)
    expectEqual(row[.title], #"😀 é/\ud800""#)
    expectEqual(row.record?.unknown, #"{"x":"a\u0000\n"}"#)
  }

  @Test(arguments: [
    #"{"title":"A",}"#, #"{"title":"A"} {}"#,
    #"{"title":"A"/**/}"#, #"{"title":"A","x":01}"#, #"{"title":"A\x"}"#, "{\"title\":\"A\tB\"}",
  ])
  func whatIsNoJSONIsSaid(_ line: String) async throws {
    let row = try #require(try await rows(of: "t.jsonl", line).first)
    expectEqual(row.rejection?.hasPrefix("not valid JSON: "), true)
  }

  @Test(arguments: [
    #"{"title":"\ud800"}"#, #"{"title":"\udc00"}"#, #"{"title":"\ud800\u0041"}"#, #"{"title":"A","\uD83D":1}"#,
    #"{"title":"\ud800\ud800"}"#, #"{"title":"A","x":1e999}"#,
  ])
  func whatIsJSONAndCannotBeHeldIsSaidOtherwise(_ line: String) async throws {
    let row = try #require(try await rows(of: "t.jsonl", line).first)
    #expect(row.rejection?.isEmpty == false && row.rejection?.contains("not valid JSON") == false)
  }

  @Test func illFormedUTF8IsRejected() async throws {
    // The encoding is detected from the start of the input.
    let start = Array(String(repeating: "{\"title\":\"Žena\"}\n", count: 50_000).utf8)
    for bytes: [UInt8] in [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] {
      let line = Array(#"{"title":""#.utf8) + bytes + Array("\"}\n".utf8)
      let name = Array(#"{"title":"A",""#.utf8) + bytes + Array("\":1}\n".utf8)
      let found = try await rows(of: "t.jsonl", start + line + name)
      expectEqual(found.count(where: { $0.rejection != nil }), 2, "\(bytes)")
    }
  }

  @Test(arguments: [(511, false), (512, true)])
  func membersLieSoDeepInOneAnother(_ depth: Int, _ isRejected: Bool) async throws {
    let value = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    let row = try #require(try await rows(of: "t.jsonl", #"{"title":"A","x":\#(value)}"#).first)
    expectEqual(row.rejection != nil, isRejected)
  }

  @Test func idsOfNobodyAreRefused() async throws {
    await #expect(throws: ImportError.needsSourceName) {
      try await rows(of: "t.jsonl", #"{"id":1,"title":"A"}"#) { $0.acceptsIDs = false }
    }
  }

  @Test func rejectedRowsCanBeMendedAndImported() async throws {
    let row = RejectedRow(number: 3, reason: "it \"failed\"", raw: Array(#"{"title":"A","pages":"x"}"#.utf8))
    let line = RejectsFormat.jsonLines.line(for: row)
    expectEqual(String(decoding: line, as: UTF8.self), #"{"reason":"it \"failed\"","title":"A","pages":"x"}"# + "\n")
    let unsound = Array("{\"title\":\"A".utf8) + [0xFF] + Array("\"}".utf8)
    expectEqual(
      RejectsFormat.jsonLines.line(for: RejectedRow(number: 1, reason: "r", raw: [0x20] + unsound + [0x20])),
      Array("{\"reason\":\"r\",".utf8) + unsound.dropFirst() + [0x0A])
    let table = RejectsFormat.csv(header: Array("title,pages".utf8), delimiter: 44)
    expectEqual(String(decoding: table.beginning, as: UTF8.self), "title,pages,reason\n")
    for joining in ["", "\u{301}", "\u{200D}"] {
      let broken = RejectedRow(number: 1, reason: "say \"why\"\(joining)", raw: Array("A,x".utf8))
      expectEqual(table.line(for: broken), Array("A,x,\"say \"\"why\"\"\(joining)\"\n".utf8))
    }
  }
}
