import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("An output file")
struct OutputFileTests {
  private let folder = TemporaryFolder()

  private func file(_ name: String, replaces: Bool = false) throws -> OutputFile {
    try OutputFile(path: folder.file(name), replaces: replaces, catalog: folder.file("catalog.db"))
  }

  private func names() throws -> String {
    String(decoding: try folder.read("a.csv"), as: UTF8.self)
  }

  @Test("a file that appeared during writing is not replaced")
  func twoWriters() throws {
    let first = try file("a.csv")
    let second = try file("a.csv")
    try first.write(Array("first".utf8))
    try second.write(Array("second".utf8))
    try second.finish()
    let error = #expect(throws: CommandError.self) { try first.finish() }
    expectEqual(error, .outputInTheWay(path: folder.file("a.csv"), .file))
    expectEqual(error?.description.hasSuffix("a.csv: the file already exists"), true)
    expectEqual(error?.hint(TypedCommand(database: nil, person: nil)), "replace it with --force")
    try #expect(names() == "second")
  }

  @Test("a file is replaced on request, and the last writer to finish wins")
  func replacing() throws {
    let (first, second) = (try file("a.csv", replaces: true), try file("a.csv", replaces: true))
    try first.write(Array("first".utf8))
    try second.finish()
    try first.finish()
    try #expect(names() == "first")
  }
}
