import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Dumps of Open Library: what a file is, and its lines")
struct DumpFileTests {
  private let folder = TemporaryFolder()

  private static let edition = #"{"title": "Dune", "isbn_13": ["9780441013593"]}"#

  private static var editions: DumpText {
    var dump = DumpText()
    dump.add("edition", "/books/OL1M", edition)
    dump.add("redirect", "/books/OL2M", #"{"location": "/books/OL1M"}"#)
    dump.add("edition", "/books/OL3M", #"{"title": "Emma"}"#, day: "2024-01-31")
    return dump
  }

  /// Returns the keys of the lines that match the file's kind, and the counts.
  private func scanned(_ file: DumpFile) throws -> (keys: [String], progress: DumpProgress) {
    var scan = DumpScan(file)
    var keys: [String] = []
    try scan.run(
      progress: { _ in },
      line: { line in
        keys.append(String(decoding: line.key, as: UTF8.self))
        return nil
      })
    return (keys, scan.progress)
  }

  @Test("are told by their lines, packed or not, and whatever they are called", arguments: [true, false])
  func kinds(isPacked: Bool) throws {
    for (kind, type, letter) in [(DumpKind.editions, "edition", "M"), (.works, "work", "W"), (.authors, "author", "A")]
    {
      var dump = DumpText()
      dump.add("redirect", "/x/OL9\(letter)", "{}")
      dump.add(type, "/x/OL1\(letter)", "{}")
      let file = try DumpFile(path: folder.write("books.txt", isPacked ? dump.packed : dump.bytes))
      #expect(file.kind == kind && file.isPacked == isPacked)
      let (keys, progress) = try scanned(file)
      #expect(keys == ["/x/OL1\(letter)"] && progress.lines == 2 && progress.passedOver == 1)
      expectEqual(progress.offset, dump.bytes.count)
    }
  }

  @Test("of several members, with zeros behind, are read to their end")
  func members() throws {
    var other = DumpText()
    other.add("edition", "/books/OL4M", "{}")
    let bytes = Self.editions.packed + other.packed + [0, 0, 0]
    let (keys, progress) = try scanned(DumpFile(path: folder.write("a.gz", bytes)))
    #expect(keys == ["/books/OL1M", "/books/OL3M", "/books/OL4M"] && progress.day?.description == "2024-01-31")
  }

  @Test("that end in the middle give what they have, and then the reason", arguments: [0.3, 0.6, 0.9])
  func truncated(part: Double) throws {
    var dump = Self.editions
    dump.addOthers("edition", "M", from: 10, count: 3_000)
    let packed = dump.packed
    let file = try DumpFile(path: folder.write("half.gz", packed.prefix(Int(Double(packed.count) * part))))
    var scan = DumpScan(file)
    #expect(
      throws: SourceFailure(
        .malformed, file.path, cause: "it is truncated", hint: "download it again completely"
      )
    ) { try scan.run(progress: { _ in }, line: { _ in nil }) }
    #expect(scan.progress.lines > 800 && scan.progress.damaged == 0)
  }

  @Test("of another sort are refused, with the reason")
  func others() throws {
    var mixed = Self.editions
    mixed.add("work", "/works/OL1W", "{}")
    for (bytes, reason) in [
      ([], "it is empty"), (Array("title\nDune\n".utf8), "not a dump of Open Library"),
      (TARMaker.packed(Array("no dump".utf8)), "not a dump of Open Library"), (mixed.bytes, "the dump of all types"),
      ([0x1F, 0x8B, 8, 0, 1], "it is truncated"),
    ] as [([UInt8], String)] {
      let path = try folder.write("other", bytes)
      #expect { try DumpFile(path: path) } throws: { error in
        (error as? SourceFailure)?.code == .malformed && "\(error)".contains(reason)
      }
    }
    #expect { try DumpFile(path: folder.file("missing")) } throws: { ($0 as? SourceFailure)?.code == .missing }
    #expect { try DumpFile(path: folder.path) } throws: { ($0 as? SourceFailure)?.code == .failed }
  }

  @Test("with damaged lines lose those alone, and say which was the first")
  func damaged() throws {
    var dump = Self.editions
    dump.add(raw: "no columns\n")
    dump.add(raw: "/type/edition\t/books/OL5M\t1\t2023-01-01\t{\"title\": \"cut\n")
    dump.add(raw: "\n")
    dump.add(raw: "\0\u{FF}\t\t\t\t{}\n")
    dump.add("edition", "/books/OL6M", "{}", day: "9999-99-99")
    let (keys, progress) = try scanned(DumpFile(path: folder.write("a", dump.bytes)))
    expectEqual(keys, ["/books/OL1M", "/books/OL3M", "/books/OL6M"])
    #expect(progress.lines == 8 && progress.damaged == 3 && progress.newest == 20_240_131)
    expectEqual(progress.firstDamage, .init(line: 4, reason: "it does not have the five columns of a dump"))
  }

  @Test("with lines over the limit pass over them in bounded memory; a line over several pieces is whole")
  func long() throws {
    var dump = Self.editions
    let long = String(repeating: "x", count: 3_000_000)
    dump.add("edition", "/books/OL7M", "{\"title\": \"\(long)\"}")
    dump.add("edition", "/books/OL8M", "{\"title\": \"\(String(repeating: long, count: 6))\"}")
    dump.add("edition", "/books/OL9M", "{}")
    let (keys, progress) = try scanned(DumpFile(path: folder.write("a", dump.bytes)))
    expectEqual(keys, ["/books/OL1M", "/books/OL3M", "/books/OL7M", "/books/OL9M"])
    expectEqual(progress.firstDamage, .init(line: 5, reason: "it is longer than 16,777,216 bytes"))
    expectEqual(progress.offset, dump.bytes.count)
  }

  @Test("whose last line has no end are read with it")
  func endless() throws {
    let text = Self.editions.text.dropLast()
    let (keys, progress) = try scanned(DumpFile(path: folder.write("a", Array(text.utf8))))
    #expect(keys.last == "/books/OL3M" && progress.lines == 3)
  }
}
