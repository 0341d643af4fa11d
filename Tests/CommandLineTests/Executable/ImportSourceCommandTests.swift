import Testing

extension ExecutableTests {
  @Suite struct ImportSource {
    private let sandbox = Sandbox()

    private static let header = "Book Id,Title,Author,Author l-f,My Rating,Date Read,Date Added,Exclusive Shelf\n"

    private func write(_ name: String, rating: Int, read year: Int) throws {
      let rows = (1...5).map { "\($0),Book \($0),Ada,\"A, Da\",\(rating),\(year)/02/0\($0),2019/11/1\($0),read\n" }
      try sandbox.folder.write(name, Self.header + rows.joined())
    }

    private func ratings() throws -> String {
      try sandbox.run("list", "--sort", "title", "--jsonl", "--json=rating,finished").output
    }

    @Test func `another download of an export updates the source of the first, unless it is to stay apart`() throws {
      try write("goodreads_library_export.csv", rating: 3, read: 2020)
      try #expect(sandbox.run("import", "goodreads_library_export.csv").code == 0)
      try write("goodreads_library_export (1).csv", rating: 5, read: 2024)
      let second = try sandbox.run("import", "goodreads_library_export (1).csv")
      #expect(second.errors.hasPrefix("note: Updating source \"goodreads_library_export\" (last imported 20"))
      #expect(second.errors.contains("); use --new-source to keep it apart\n"))
      #expect(second.output.hasPrefix("imported goodreads_library_export: 0 added, 5 updated, 0 unchanged"))
      #expect(try ratings().hasPrefix("{\"rating\":5,\"finished\":\"2024-02-01\"}\n"))

      let apart = try sandbox.run("import", "goodreads_library_export (1).csv", "--new-source")
      #expect(apart.output.hasPrefix("imported goodreads_library_export-(1): "))
      #expect(try sandbox.run("import", "x.csv", "--new-source", "--source", "a").code == 64)
    }

    @Test func `a file that is older than the last import is refused, unless its source is named`() throws {
      try write("new.csv", rating: 5, read: 2024)
      try #expect(sandbox.run("import", "new.csv").code == 0)
      try write("old.csv", rating: 3, read: 2020)
      let refused = try sandbox.run("import", "old.csv")
      #expect(refused.code == 64 && refused.output.isEmpty)
      #expect(
        refused.errors.contains(
          "the file is older than the last import of \"new\": its newest day is 2020-02-05, that of the last import "
            + "2024-02-05; to import it all the same, add --source new"))
      #expect(try ratings().hasPrefix("{\"rating\":5,"))
      try #expect(sandbox.run("import", "old.csv", "--source", "new").code == 0)
      #expect(try ratings().hasPrefix("{\"rating\":3,"))
    }
  }
}
