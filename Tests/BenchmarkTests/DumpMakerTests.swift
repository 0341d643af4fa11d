import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources
@testable import catalog_bench

@Suite("Generated dumps of Open Library") struct DumpMakerTests {
  @Test(
    "each line of a dump contains one record as ASCII JSON of realistic length", arguments: DumpKind.allCases)
  func lines(kind: DumpKind) throws {
    let folder = TemporaryFolder()
    var maker = DumpMaker(seed: 42)
    let bytes = (0..<500).flatMap { _ in maker.next(kind) }
    #expect(bytes.allSatisfy { $0 < 0x80 })
    let file = try DumpFile(path: folder.write("dump", bytes))
    var scan = DumpScan(file)
    var (lines, isbns) = (0, 0)
    try scan.run(
      progress: { _ in },
      line: { line in
        lines += 1
        let value = try JSONParser().value(of: Array(line.json))
        expectEqual(value["key"]?.string, String(decoding: line.key, as: UTF8.self))
        for text in OpenLibraryValue.texts(value["isbn_13"]) where (try? ISBN(text)) != nil { isbns += 1 }
        return nil
      })
    #expect(file.kind == kind && lines == 500 && scan.progress.damaged == 0)
    if kind == .editions { #expect((700...1_100).contains(bytes.count / 500) && isbns > 300) }
  }

  @Test("a dump is the same for the same seed and can be continued at any number")
  func seeded() {
    var (one, same, other) = (DumpMaker(seed: 1), DumpMaker(seed: 1), DumpMaker(seed: 2))
    let line = one.next(.editions)
    #expect(line == same.next(.editions) && line != other.next(.editions))
    var later = DumpMaker(seed: 1, after: 999)
    #expect(String(decoding: later.next(.works), as: UTF8.self).hasPrefix("/type/work\t/works/OL1000W\t"))
  }

  @Test("every row of the ISBN file is found, and no other row")
  func rows() throws {
    let folder = TemporaryFolder()
    try expectEqual(ISBNRows.make(folder.file("isbn.db"), rows: 2_000), 2_000)
    try expectEqual(ISBNRows.lookups(folder.file("isbn.db"), rows: 2_000, count: 500).count, 500)
  }
}
