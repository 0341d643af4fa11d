import CatalogModel
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// Names of books in the output of another program.
@Suite struct BookNamesTests {
  private func names(_ text: String) throws -> [String] {
    let folder = TemporaryFolder()
    return try BookNames.read(ByteStream(path: folder.write("names", Array(text.utf8))))
  }

  @Test(arguments: [
    ("7\n\n 9 \r\nDune\n", ["7", "9", "Dune"]), ("7\tDune\n9\tEmma", ["7", "9"]),
    (#" [{"id": 7, "title": "Dune"}, {"uuid": "u"}, 9, "Emma"]"#, ["7", "u", "9", "Emma"]),
    ("\n{\"id\": 7, \"title\": \"[\"}\n \n{\"uuid\": \"u\"}\n", ["7", "u"]), ("[]", []), ("", []),
  ])
  func `names are lines, the first column of a table, or the ids of books in JSON`(
    text: String, expected: [String]
  ) throws {
    try expectEqual(names(text), expected)
  }

  @Test(arguments: [#"[{"title": "Dune"}]"#, #"[{"id": 7}"#, "{\"id\": 7}\nDune", "{\"id\": 7}\n[]"])
  func `JSON that names no book is refused`(text: String) {
    let failure = #expect(throws: SourceFailure.self) { try names(text) }
    expectEqual(failure?.code, .malformed)
    expectEqual(failure?.hint, "pass the numbers of books, one per line, or books as JSON with their id")
  }
}
