import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct ImportSource {
    private let sandbox = Sandbox()

    private static let header = "Book Id,Title,Author,Author l-f,My Rating,Date Read,Date Added,Exclusive Shelf\n"

    private func write(_ name: String, rating: Int, read year: Int, saysAdded: Bool = true) throws {
      let rows = (1...5).map { number in
        let added = saysAdded ? "2019/11/1\(number)" : ""
        return "\(number),Book \(number),Ada,\"A, Da\",\(rating),\(year)/02/0\(number),\(added),read\n"
      }
      try sandbox.folder.write(name, Self.header + rows.joined())
    }

    private func ratings() throws -> String {
      try sandbox.run("list", "--sort", "title", "--jsonl", "--json=rating,finished").output
    }

    @Test func `a newer download of an export updates the first one's source, unless it is kept separate`() throws {
      try write("goodreads_library_export.csv", rating: 3, read: 2020)
      try #expect(sandbox.run("import", "goodreads_library_export.csv").code == 0)
      try write("goodreads_library_export (1).csv", rating: 5, read: 2024)
      let second = try sandbox.run("import", "goodreads_library_export (1).csv")
      #expect(second.errors.hasPrefix("note: updating source \"goodreads_library_export\" (last imported 20"))
      #expect(second.errors.contains("); use --new-source for a separate source\n"))
      #expect(second.output.hasPrefix("imported goodreads_library_export: 0 added, 5 updated, 0 unchanged"))
      #expect(try ratings().hasPrefix("{\"rating\":5,\"finished\":\"2024-02-01\"}\n"))

      let apart = try sandbox.run("import", "goodreads_library_export (1).csv", "--new-source")
      #expect(apart.output.hasPrefix("imported goodreads_library_export-(1): "))
      try expectEqual(sandbox.run("import", "x.csv", "--new-source", "--source", "a").code, 64)
    }

    @Test func `a file older than the last import is rejected unless its source is named`() throws {
      try write("new.csv", rating: 5, read: 2024)
      try #expect(sandbox.run("import", "new.csv").code == 0)
      try write("old.csv", rating: 3, read: 2020)
      let refused = try sandbox.run("import", "old.csv")
      #expect(refused.code == 65 && refused.output.isEmpty)
      expectEqual(
        refused.errors,
        """
        error: the file is older than the last import of new: its latest date is 2020-02-05, \
        but the last import contained dates up to 2024-02-05 (to import it anyway, add --source new)

        """)
      #expect(try ratings().hasPrefix("{\"rating\":5,"))
      try #expect(sandbox.run("import", "old.csv", "--source", "new").code == 0)
      #expect(try ratings().hasPrefix("{\"rating\":3,"))
    }

    @Test func `a terminal asks about an older file and about one whose books have no date`() throws {
      try write("new.csv", rating: 4, read: 2024)
      try #expect(sandbox.run("import", "new.csv").code == 0)
      try write("old.csv", rating: 3, read: 2020)
      let no = try sandbox.onTerminal("import", "old.csv", keys: "\n")
      #expect(
        no.code == 1 && no.text.contains("import contained dates up to 2024-02-05. Import it anyway? [y/N]")
      )
      #expect(no.text.hasSuffix("nothing was changed\n"), "\(no.text)")
      #expect(try ratings().hasPrefix("{\"rating\":4,"))
      try #expect(sandbox.onTerminal("import", "old.csv", keys: "y\n").code == 0)
      #expect(try ratings().hasPrefix("{\"rating\":3,"))

      try write("undated.csv", rating: 5, read: 2025, saysAdded: false)
      let answered = try sandbox.onTerminal("import", "undated.csv", keys: "y\n")
      #expect(answered.code == 0 && answered.text.contains("The file contains books of source \"new\" (last imported "))
      #expect(answered.text.contains("Update that source? [y/N]"), "\(answered.text)")
      #expect(answered.text.contains("imported new: 0 added, 5 updated"), "\(answered.text)")
      try write("undated (1).csv", rating: 1, read: 2026, saysAdded: false)
      let apart = try sandbox.onTerminal("import", "undated (1).csv", keys: "n\n")
      #expect(apart.text.contains("imported undated-(1): "), "\(apart.text)")
    }
  }
}
