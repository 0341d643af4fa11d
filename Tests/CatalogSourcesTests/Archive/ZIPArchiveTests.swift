import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Archives") struct ZIPArchiveTests {
  private func archive(_ bytes: [UInt8]) throws -> ZIPArchive { try ZIPArchive(MemoryBytes(bytes)) }

  private func text(_ name: String, in bytes: [UInt8]) throws -> String {
    let archive = try archive(bytes)
    return String(decoding: try archive.contents(of: try #require(archive.member(named: name))), as: UTF8.self)
  }

  private func failure(_ bytes: [UInt8], _ name: String = "a.txt") -> ArchiveFailure? {
    do {
      let archive = try ZIPArchive(MemoryBytes(bytes))
      guard let member = archive.member(named: name) else { return ArchiveFailure(.notAnArchive, "no \(name)") }
      _ = try archive.contents(of: member)
      return nil
    } catch { return error }
  }

  private func made(_ lie: ZIPMaker.Lie, _ contents: String = "hello", isDeflated: Bool = true) -> [UInt8] {
    var maker = ZIPMaker()
    maker.add("a.txt", contents, isDeflated: isDeflated, lie: lie)
    maker.add("b.txt", "behind it")
    return maker.archive()
  }

  @Test("members are read, stored and deflated, by their names in letters of either case")
  func members() throws {
    var maker = ZIPMaker()
    maker.add("mimetype", "application/epub+zip", isDeflated: false)
    maker.add("META-INF/Container.xml", String(repeating: "text ", count: 1_000))
    maker.add("leer", "")
    maker.add("leer2", "", isDeflated: false)
    maker.add("größe/文.txt", "ü")
    let bytes = maker.archive(comment: "a comment")
    try expectEqual(
      archive(bytes).members.map(\.text), ["mimetype", "META-INF/Container.xml", "leer", "leer2", "größe/文.txt"])
    try expectEqual(text("mimetype", in: bytes), "application/epub+zip")
    try expectEqual(text("META-INF/container.xml", in: bytes), String(repeating: "text ", count: 1_000))
    #expect(try text("leer", in: bytes) == "" && text("leer2", in: bytes) == "")
    try expectEqual(text("größe/文.txt", in: bytes), "ü")
    #expect(try archive(bytes).member(named: "none") == nil)
    #expect(try archive(ZIPMaker().archive()).members.isEmpty)
  }

  @Test(
    "an archive may stand behind other bytes, and have wider numbers", arguments: [false, true],
    [[], Array("#!/bin/sh\n".utf8)])
  func places(isWide: Bool, prefix: [UInt8]) throws {
    var maker = ZIPMaker(after: prefix)
    var lie = ZIPMaker.Lie()
    lie.isWide = isWide
    maker.add("a.txt", "hello", lie: lie)
    maker.add("b.txt", "again", isDeflated: false, lie: lie)
    let bytes = maker.archive(isWide: isWide)
    #expect(try text("a.txt", in: bytes) == "hello" && text("b.txt", in: bytes) == "again")
  }

  @Test("a comment that looks like an archive's end is none")
  func misleadingComment() throws {
    var maker = ZIPMaker()
    maker.add("a.txt", "hello")
    let bytes = maker.archive(comment: "PK\u{5}\u{6}" + String(repeating: "x", count: 30))
    try expectEqual(text("a.txt", in: bytes), "hello")
  }

  @Test("sizes, checksums, names and places that are not the truth are told")
  func lies() {
    let cases: [(ArchiveFailure.Code, Bool, (inout ZIPMaker.Lie) -> Void)] = [
      (.damaged, true, { $0.size = 4 }), (.damaged, true, { $0.size = 6 }), (.damaged, true, { $0.checksum = 7 }),
      (.damaged, false, { $0.size = 4 }), (.damaged, false, { $0.checksum = 7 }),
      (.damaged, true, { $0.packedSize = 3 }),
      (.damaged, true, { $0.packedSize = 40 }), (.damaged, true, { $0.localName = "c.txt" }),
      (.damaged, true, { $0.localName = String(repeating: "n", count: 60_000) }), (.damaged, true, { $0.offset = 1 }),
      (.damaged, true, { $0.offset = 10_000_000 }), (.unsupported, true, { $0.flags = 1 }),
      (.unsupported, true, { $0.method = 12 }), (.damaged, false, { $0.method = 8 }),
      (.tooLarge, true, { $0.size = 9_000_000 }), (.tooLarge, true, { $0.size = 8_000 }),
    ]
    for (number, (code, isDeflated, change)) in cases.enumerated() {
      var lie = ZIPMaker.Lie()
      change(&lie)
      expectEqual(failure(made(lie, isDeflated: isDeflated))?.code, code, "case \(number)")
    }
    #expect(failure(made(ZIPMaker.Lie())) == nil)
  }

  @Test("what is packed to fill the memory is not unpacked")
  func bombs() throws {
    var maker = ZIPMaker()
    maker.add("a.txt", [UInt8](repeating: 0, count: 5_000_000))
    expectEqual(failure(maker.archive()), ArchiveFailure(.tooLarge, "the compression ratio of a.txt exceeds 200 to 1"))
    var large = ZIPMaker()
    large.add("a.txt", [UInt8](repeating: 65, count: 8 * 1_048_576 + 1), isDeflated: false)
    expectEqual(failure(large.archive())?.code, .tooLarge)
    // The member's stated size is small, but its data is large.
    var small = ZIPMaker()
    var lie = ZIPMaker.Lie()
    lie.size = 1_000
    small.add("a.txt", [UInt8](repeating: 0, count: 100_000_000), lie: lie)
    expectEqual(failure(small.archive())?.code, .damaged)
  }

  @Test("members that lie in one another are refused, as are more of them than an archive has")
  func overlaps() {
    var maker = ZIPMaker()
    maker.add("a.txt", "hello")
    var lie = ZIPMaker.Lie()
    lie.offset = 0
    maker.add("b.txt", "hello", lie: lie)
    expectEqual(failure(maker.archive())?.cause.contains("overlap"), true)
    var many = ZIPMaker()
    for number in 0..<100_000 { many.add("\(number)", [], isDeflated: false) }
    expectEqual(
      failure(many.archive(isWide: true)), ArchiveFailure(.tooLarge, "the archive has more than 65535 members"))
    // The end record without ZIP64 can count only 65,535 members.
    expectEqual(failure(many.archive())?.code, .damaged)
  }

  @Test("an archive of several parts, or one that counts wrongly, is told")
  func ends() {
    var maker = ZIPMaker()
    maker.add("a.txt", "hello")
    expectEqual(
      failure(maker.archive(disk: 1)), ArchiveFailure(.unsupported, "the archive is split into several parts"))
    for count in [0, 2, 65_535] { expectEqual(failure(maker.archive(statedCount: count))?.code, .damaged, "\(count)") }
    expectEqual(failure(Array("no archive at all".utf8))?.code, .notAnArchive)
    expectEqual(failure([])?.code, .notAnArchive)
  }

  @Test("an archive that was cut anywhere, or of which a byte is another one, is an error or a result")
  func damaged() throws {
    var maker = ZIPMaker(after: [1, 2, 3])
    var lie = ZIPMaker.Lie()
    lie.isWide = true
    maker.add("a.txt", "hello hello hello", lie: lie)
    maker.add("b/../../c", "again", isDeflated: false)
    for isWide in [false, true] {
      let bytes = maker.archive(comment: "abc", isWide: isWide)
      for end in 0..<bytes.count { #expect(failure(Array(bytes[..<end])) != nil, "\(end)") }
      for index in bytes.indices {
        for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
          var other = bytes
          other[index] = value
          if let archive = try? archive(other) {
            for member in archive.members { _ = try? archive.contents(of: member) }
          }
        }
      }
    }
  }
}
