import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct MARCXMLTests {
  private func record(_ prefix: String, _ title: String, id: String = "1") -> String {
    let name = prefix.isEmpty ? "" : prefix + ":"
    return """
      <\(name)record><\(name)leader>     nam a22     2a 4500</\(name)leader>
      <\(name)controlfield tag="001">\(id)</\(name)controlfield>
      <\(name)datafield tag="245" ind1="1" ind2="0"><\(name)subfield code="a">\(title) /</\(name)subfield></\(name)datafield>
      </\(name)record>
      """
  }

  private func titles(_ text: String, name: String = "books.xml") async throws -> [String?] {
    try await rows(of: name, text).map { $0[.title] ?? $0.rejection }
  }

  private let loc = "http://www.loc.gov/MARC21/slim"

  @Test func recordsStandInACollectionWithOrWithoutANamespace() async throws {
    let both = record("", "Dune") + record("", "Emma", id: "2")
    try await expectEqual(titles("<collection>\(both)</collection>"), ["Dune", "Emma"])
    try await expectEqual(
      titles("<?xml version=\"1.0\"?>\n<!-- x --><collection xmlns=\"\(loc)\">\(both)</collection>"),
      [
        "Dune", "Emma",
      ])
    try await expectEqual(
      titles("<marc:collection xmlns:marc=\"\(loc)\">\(record("marc", "Dune"))</marc:collection>"), ["Dune"])
    let other = "<mx:collection xmlns:mx=\"info:lc/xmlns/marcxchange-v1\">\(record("mx", "Dune"))</mx:collection>"
    try await expectEqual(titles(other), ["Dune"])
    try await expectEqual(titles(record("", "Dune")), ["Dune"])
  }

  @Test func recordsStandInTheAnswerOfASearch() async throws {
    let answer = """
      <zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/"><zs:records><zs:record><zs:recordData>
      <record xmlns="\(loc)">\(record("", "Dune").dropFirst(8))</zs:recordData></zs:record></zs:records>
      </zs:searchRetrieveResponse>
      """
    try await expectEqual(titles(answer, name: "answer"), ["Dune"])
    let plain = "<collection><record><header/><metadata>\(record("", "Emma"))</metadata></record></collection>"
    try await expectEqual(titles(plain), ["Emma"])
  }

  @Test func aDocumentThatIsNoneOfRecordsIsNoMARC() throws {
    let folder = TemporaryFolder()
    for text in ["<html><record/></html>", "<!-- <record> --><feed/>", "<", "title\n<record>"] {
      let input = try? ImportInput(path: folder.write("books.xml", text))
      #expect(input?.format != .marcxml, "\(text)")
    }
  }

  @Test func aDocumentThatIsCutGivesWhatStandsBefore() async throws {
    let whole = "<collection>\(record("", "Dune"))\(record("", "Emma", id: "2"))</collection>"
    let first = whole.utf8.count - record("", "Emma", id: "2").utf8.count - 13
    for length in stride(from: 13, to: whole.utf8.count, by: 7) {
      let found = try await titles(String(decoding: whole.utf8.prefix(length), as: UTF8.self))
      expectEqual(found.last.flatMap(\.self)?.hasPrefix("line "), true, "\(length)")
      expectEqual(found.contains("Dune"), length >= first, "\(length)")
    }
  }

  /// Records that cannot be parsed, each on one line, with the reasons.
  private static let broken = [
    (
      "<record><leader/><datafield tag=\"245\"><subfield code=\"a\">Tom & Jerry</subfield></datafield></record>",
      "not well-formed (invalid token)"
    ),
    (
      "<record><datafield tag=\"245\"><subfield code=\"a\">a < b</subfield></datafield></record>",
      "not well-formed (invalid token)"
    ),
    ("<record><datafield tag=\"245\"><subfield code=\"a\">Dune</datafield></record>", "mismatched tag"),
    (
      "<record><datafield tag=\"245\"><subfield code=\"a>Dune</subfield></datafield></record>",
      "not well-formed (invalid token)"
    ),
    (
      "<record id=7><datafield tag=\"245\"><subfield code=\"a\">Dune</subfield></datafield></record>",
      "not well-formed (invalid token)"
    ),
    (
      "<record><datafield tag=\"245\"><subfield code=\"a\">D\u{1}une</subfield></datafield></record>",
      "not well-formed (invalid token)"
    ),
    (
      "<record><datafield tag=\"245\"><subfield code=\"a\">Dune</subfield></datafield>",
      "a record begins before the previous one ends"
    ),
  ]

  @Test(arguments: broken.indices, [1, 7, 100, 100_000])
  func aBrokenRecordCostsNoOtherOne(_ index: Int, _ count: Int) throws {
    let (broken, cause) = Self.broken[index]
    let prefix = index.isMultiple(of: 2) ? "" : "m"
    let name = prefix.isEmpty ? "" : "m:"
    func named(_ text: String) -> String {
      text.replacing("</", with: "</\(name)").replacing("<r", with: "<\(name)r").replacing("<d", with: "<\(name)d")
        .replacing("<s", with: "<\(name)s").replacing("<l", with: "<\(name)l")
    }
    let text = """
      <\(name)collection xmlns\(prefix.isEmpty ? "" : ":m")="\(loc)">
      \(record(prefix, "Dune"))
      \(named(broken))
      \(record(prefix, "Emma", id: "2"))
      \(record(prefix, "Persuasion", id: "3"))
      \(named(broken))
      \(named(broken))
      \(record(prefix, "Ulysses", id: "4"))
      </\(name)collection>
      """
    let reader = try MARCXMLRowReader(BytesInMemory(Array(text.utf8), pieceSize: count), MARCRows(refusingIDs: nil))
    var rows: [ImportRow] = []
    while let row = try reader.next() { rows.append(row) }
    expectEqual(rows.map { $0[.title] }, ["Dune", nil, "Emma", "Persuasion", nil, nil, "Ulysses"])
    // A missing end tag is noticed where the next record begins.
    let lines = broken.hasSuffix("</record>") ? [6, 15, 16] : [7, 16, 17]
    expectEqual(rows.compactMap(\.rejection), lines.map { "line \($0): \(cause)" })
    expectEqual(rows.map(\.number), Array(1...7))
    for row in rows where row.rejection != nil {
      expectEqual(String(decoding: row.raw, as: UTF8.self).trimmed(), named(broken))
    }
  }

  /// If a byte is missing, added or replaced, at most the adjacent records are lost.
  @Test(arguments: SimulatedSeeds.range(count: 6))
  func aDamagedByteCostsTheRecordThatItIsIn(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let records = (0..<6).map { record("", "Title \($0)", id: "\($0)") }
    let start = "<?xml version=\"1.0\"?>\n<collection xmlns=\"\(loc)\">\n"
    for _ in 0..<60 {
      let damaged = generator.roll(records.count)
      var bytes = Array(records[damaged].utf8)
      let index = generator.roll(bytes.count)
      switch generator.roll(6) {
      case 0: bytes.removeSubrange(max(index, 1)...)
      // Outside a record, the inserted text would affect the structure around the records.
      case 1: bytes.insert(contentsOf: Array("<![CDATA[".utf8), at: max(index, 1))
      case 2: bytes.insert(contentsOf: Array("<!--".utf8), at: index)
      case 3: bytes.remove(at: index)
      case 4: bytes.insert(generator.pick(Array("<>&\"/\u{1} x".utf8)), at: index)
      default: bytes[index] = generator.pick(Array("<>&\"/\u{1} x".utf8))
      }
      let text =
        start + records[..<damaged].joined(separator: "\n") + String(decoding: bytes, as: UTF8.self)
        + records[(damaged + 1)...].joined(separator: "\n") + "\n</collection>\n"
      let reader = try MARCXMLRowReader(
        BytesInMemory(Array(text.utf8), pieceSize: 1 + generator.roll(400)), MARCRows(refusingIDs: nil))
      var titles: [String] = []
      var rejected: [UInt8] = []
      while let row = try reader.next() {
        if let title = row[.title] { titles.append(title) } else { rejected += row.raw }
      }
      let intact = records.indices.filter { $0 != damaged }.map { "Title \($0)" }
      #expect(Set(titles).isSuperset(of: intact), "seed \(seed): \(titles) of \(text)")
      #expect(titles.count == records.count || !rejected.isEmpty, "seed \(seed): \(titles) of \(text)")
    }
  }

  @Test func whatABrokenDocumentGivesIsReadAgainWhenItIsMended() async throws {
    let text = "<collection>\(record("", "Tom & Jerry"))\(record("", "Emma", id: "2"))</collection>"
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write("books.xml", text))
    let rows = try #require(try await input.reader.nextBatch()?.rows)
    let lines = rows.compactMap { row in
      row.rejection.map { input.rejects.line(for: RejectedRow(number: row.number, reason: $0, raw: row.raw)) }
    }
    let rejects = String(decoding: input.rejects.beginning + lines.joined() + input.rejects.end, as: UTF8.self)
    try await expectEqual(titles(rejects.replacing(" & ", with: " &amp; ")), ["Tom & Jerry"])
  }

  @Test func entitiesAreNotRead() async throws {
    let laughs = """
      <!DOCTYPE collection [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
      <collection>\(record("", "&b;"))</collection>
      """
    try await expectEqual(
      titles(laughs),
      [
        "line 1: it declares entities; these are not read; the records after it are not read"
      ])
  }

  @Test func depthAndSizeAreLimited() async throws {
    let deep = "<collection>" + record("", "Dune") + String(repeating: "<a>", count: 1_000)
    let found = try await titles(deep)
    expectEqual(
      found, ["Dune", "line 4: elements are nested more than 256 levels deep; the records after it are not read"])
    let large = record("", String(repeating: "x", count: 1_100_000))
    let rows = try await titles("<collection>\(large)\(record("", "Emma"))</collection>")
    let comments = String(repeating: "<!-- \(String(repeating: "-x", count: 10_000)) -->", count: 450)
    let commented = "<record><leader/>\(comments)</record>"
    try await expectEqual(
      titles("<collection>\(commented)\(record("", "Emma"))</collection>"),
      [
        "line 1: the record has more than 8,388,608 bytes", "Emma",
      ])
    expectEqual(rows, ["line 3: the record has more than 1,048,576 bytes", "Emma"])
  }

  @Test func aRejectedRecordCanBeMendedAndImported() async throws {
    let folder = TemporaryFolder()
    let bad = record("m", "", id: "7").replacing("245", with: "500")
    let text = "<m:collection xmlns:m=\"\(loc)\">\(bad)</m:collection>"
    let input = try ImportInput(path: folder.write("books.xml", text))
    let row = try #require(try await input.reader.nextBatch()?.rows.first)
    let reason = try #require(row.rejection)
    let line = input.rejects.line(for: RejectedRow(number: 1, reason: reason + " -- x", raw: row.raw))
    let rejects = String(decoding: input.rejects.beginning + line + input.rejects.end, as: UTF8.self)
    #expect(rejects.contains("<!-- record “7”: it has no title (field 245) - -  x -->"))
    let repaired = rejects.replacing("\"500\"", with: "\"245\"").replacing("/<", with: "Emma<")
    try await expectEqual(titles(repaired), ["Emma"])
  }

  @Test func aTagThatIsNoneIsNamed() async throws {
    let text = "<collection>\(record("", "Dune").replacing("245", with: "24"))</collection>"
    try await expectEqual(titles(text), ["'24' is not the tag of a field, which has three characters"])
  }
}
