import Catalog
import CatalogTestSupport
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
    #expect(try await titles("<collection>\(both)</collection>") == ["Dune", "Emma"])
    #expect(
      try await titles("<?xml version=\"1.0\"?>\n<!-- x --><collection xmlns=\"\(loc)\">\(both)</collection>") == [
        "Dune", "Emma",
      ])
    #expect(
      try await titles("<marc:collection xmlns:marc=\"\(loc)\">\(record("marc", "Dune"))</marc:collection>") == ["Dune"]
    )
    let other = "<mx:collection xmlns:mx=\"info:lc/xmlns/marcxchange-v1\">\(record("mx", "Dune"))</mx:collection>"
    #expect(try await titles(other) == ["Dune"])
    #expect(try await titles(record("", "Dune")) == ["Dune"])
  }

  @Test func recordsStandInTheAnswerOfASearch() async throws {
    let answer = """
      <zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/"><zs:records><zs:record><zs:recordData>
      <record xmlns="\(loc)">\(record("", "Dune").dropFirst(8))</zs:recordData></zs:record></zs:records>
      </zs:searchRetrieveResponse>
      """
    #expect(try await titles(answer, name: "answer") == ["Dune"])
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
      #expect(found.last.flatMap(\.self)?.hasPrefix("line ") == true, "\(length)")
      #expect(found.contains("Dune") == (length >= first), "\(length)")
    }
  }

  @Test func entitiesAreNotRead() async throws {
    let laughs = """
      <!DOCTYPE collection [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
      <collection>\(record("", "&b;"))</collection>
      """
    #expect(
      try await titles(laughs) == ["line 1: it declares entities, which are not read: no record behind it is read"])
  }

  @Test func depthAndSizeAreLimited() async throws {
    let deep = "<collection>" + record("", "Dune") + String(repeating: "<a>", count: 1_000)
    let found = try await titles(deep)
    #expect(found == ["Dune", "line 4: elements lie more than 256 levels deep: no record behind it is read"])
    let large = record("", String(repeating: "x", count: 1_100_000))
    let rows = try await titles("<collection>\(large)\(record("", "Emma"))</collection>")
    #expect(rows == ["the record has more than 1,048,576 bytes", "Emma"])
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
    let mended = rejects.replacing("\"500\"", with: "\"245\"").replacing(" /<", with: "Emma<")
    #expect(try await titles(mended) == ["Emma"])
  }

  @Test func aTagThatIsNoneIsNamed() async throws {
    let text = "<collection>\(record("", "Dune").replacing("245", with: "24"))</collection>"
    #expect(try await titles(text) == ["'24' is no tag of a field, which has three characters"])
  }
}
