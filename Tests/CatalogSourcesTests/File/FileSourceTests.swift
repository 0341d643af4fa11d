import Catalog
import CatalogTestSupport
import FoundationEssentials
import Platform
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Files that are read again") struct FileSourceTests {
  private let folder = TemporaryFolder()

  private func source(_ name: String? = nil, later: Double = 60) -> FileSource {
    FileSource(name: "files", path: name.map(folder.file) ?? folder.path, now: { Date().addingTimeInterval(later) })
  }

  @Test("rows without an id are known as an import knows them, and two that differ are two books")
  func rowsWithoutIDs() async throws {
    try folder.write(
      "books.csv",
      """
      title,author,pages
      Poems,Ada,10
      Poems,Ada,20
      Poems,Ada,10
      Poems,Ada,30
      """)
    for size in [1, 100] {
      var reader = SourceReader()
      try await reader.refresh(source("books.csv"), size: size)
      expectEqual(reader.mentions, ["title:poems|ada", "title:poems|ada#2", "title:poems|ada#3"])
    }
    // A new source knows the rows before its position.
    var reader = SourceReader()
    while try await reader.takePage(of: source("books.csv"), size: 1, isFirst: false) == false {}
    expectEqual(reader.mentions, ["title:poems|ada", "title:poems|ada#2", "title:poems|ada#3"])
  }

  @Test("a folder is one list in the order of names, and the first row of an id counts")
  func folderOfFiles() async throws {
    try folder.write("b.JSONL", #"{"id":"1","title":"From b"}"# + "\n" + #"{"id":"2","title":"Two"}"#)
    try folder.write("a.csv", "id,title\n1,From a\n3,Three\n")
    try folder.write("c.tsv", "id\ttitle\n4\tFour\n")
    try folder.write("notes.txt", "no books")
    try folder.write(".hidden.csv", "id,title\n9,Hidden\n")
    try folder.write("empty.csv", "")
    try folder.write("empty.ndjson", "\n\n")
    var reader = SourceReader()
    try await reader.refresh(source())
    expectEqual(reader.titles, ["1": "From a", "2": "Two", "3": "Three", "4": "Four"])
    expectEqual(reader.bad.map(\.reason), ["row 1 of b.JSONL: an earlier row has the id 1 but different values"])
    #expect(try source().record(from: reader.bad[0].payload) == nil)
  }

  @Test("a file whose name is no UTF-8 stops its folder, with the reason: its books are not taken for removed")
  func unreadableName() async throws {
    try folder.write("a.csv", "id,title\n1,One\n")
    let name: [CChar] = (folder.path + "/caf").utf8CString.dropLast() + [-23] + ".csv".utf8CString
    let descriptor = creat(name, 0o600)
    // Some file systems do not accept such a name.
    guard descriptor >= 0 else { return }
    close(descriptor)
    var reader = SourceReader()
    let failure = await #expect(throws: SourceFailure.self) { try await reader.refresh(source()) }
    #expect(failure?.code == .malformed && failure?.hint == "rename that file")
    expectEqual(failure?.cause.contains("not valid UTF-8 (caf\u{FFFD}.csv)"), true)
  }

  @Test("rows that cannot be read are told with what reads them alone")
  func badRows() async throws {
    let latin = Array("id;title;pages\n1;Caf".utf8) + [0xE9] + Array(";many\n2;Good;5\n3;x;5;y\n".utf8)
    try folder.write("books.csv", latin)
    var reader = SourceReader()
    try await reader.refresh(source())
    expectEqual(reader.titles, ["2": "Good"])
    expectEqual(reader.bad.map(\.remoteID), ["1", "3"])
    #expect(reader.bad[0].reason.hasPrefix("row 1 of books.csv: pages “many”"))
    expectEqual(String(decoding: reader.bad[0].payload, as: UTF8.self), "id;title;pages\n1;Café;many")
    let repaired = Array("id;title;pages\n1;Café;12".utf8)
    try expectEqual(source().record(from: repaired)?.values[.title].value, .text("Café"))
    try folder.write("books.csv", "")
    try folder.write("lines.jsonl", #"{"id":"5","title":["#)
    reader = SourceReader()
    try await reader.refresh(source())
    expectEqual(reader.bad.map { String(decoding: $0.payload, as: UTF8.self) }, [#"{"id":"5","title":["#])
  }

  @Test("a file that changed between pages is begun anew")
  func changedBetweenPages() async throws {
    try folder.write("books.csv", "id,title\n1,One\n2,Two\n3,Three\n")
    let source = source("books.csv")
    guard case .page(let first) = try await source.page(SourceRequest(size: 1)) else { return }
    #expect(!first.isLast)
    try folder.write("books.csv", "id,title\n1,One\n2,Two\n3,Three\n4,Four\n")
    for object in [source, self.source("books.csv")] {
      await expectFailure(.cursorRefused, "changed") { try await object.page(SourceRequest(cursor: first.cursor)) }
    }
  }

  @Test("a file that was written just now is read once more")
  func justWritten() async throws {
    try folder.write("books.csv", "id,title\n1,One\n")
    var reader = SourceReader()
    try await reader.refresh(source(later: 0))
    try await expectEqual(reader.refresh(source()), .read(pages: 1, records: 1))
    try await expectEqual(reader.refresh(source()), .unchanged)
    // A request without validators gets everything.
    try await expectEqual(source().page(after: reader.cursor).records.count, 1)
  }

  @Test("what cannot be read as a whole is told")
  func unreadable() async throws {
    await expectFailure(.missing, "no such file") { try await source("none.csv").page(SourceRequest()) }
    await expectFailure(.missing, ".jsonl, .ndjson, .csv, .tsv, .mrc or .marcxml") {
      try await source().page(SourceRequest())
    }
    await expectFailure(.missing, "no such file") {
      try await FileSource(name: "f", path: "/tmp/a\0b").page(SourceRequest())
    }
    await expectFailure(.malformed, "neither a file nor a folder") {
      try await FileSource(name: "f", path: "/dev/null").page(SourceRequest())
    }
    try folder.write("other.csv", "a,b\n1,2\n")
    await expectFailure(.malformed, "the columns are a, b") { try await source().page(SourceRequest()) }
  }

  @Test("an empty file is an empty list")
  func empty() async throws {
    for name in ["books.jsonl", "books.csv"] {
      try folder.write(name, "")
      let page = try await source(name).page(after: nil)
      #expect(page.items.isEmpty && page.isLast && page.coverage == .fullEnumeration(begins: true, isStable: true))
    }
  }
}
