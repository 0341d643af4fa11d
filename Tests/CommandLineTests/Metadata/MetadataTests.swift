import CatalogTestSupport
import Platform
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct FetchingMetadata {
    @Test func `every book is requested once, and the results are shown`() throws {
      let library = try OnlineLibrary()
      try #expect(library.run("metadata", "--dry-run") == .prints("would look up 4 of 4 books at Open Library\n"))
      #expect(library.requestCounts.isEmpty)
      let summary = "metadata of 4 books: 3 found, 1 unknown to Open Library\n"
      try #expect(library.run("metadata") == .prints(summary))
      let once = ["/search.json": 1, "/works/OL1W.json": 1, "/works/OL2W.json": 1, "/works/OL3W.json": 1]
      expectEqual(library.requestCounts, once)
      try #expect(library.run("metadata", "--dry-run") == .prints("would look up 0 of 4 books at Open Library\n"))
      try #expect(library.run("metadata") == .prints(summary))
      expectEqual(library.requestCounts, once)
      try #expect(
        library.run("metadata", "status").masked
          == .prints(
            """
            provider\topenlibrary: 3 found, 1 unknown, next TIME
            host\t127.0.0.1:\(library.server.port): answers

            """))
      let id = try library.run("search", "dune", "--json=id").output.filter(\.isNumber)
      try #expect(
        library.run("show", id).masked.output.hasSuffix(
          """
          metadata\topenlibrary, TIME
          description\tAbout Dune.\\n\\nIn two paragraphs.
          subjects\tFiction; Frank Herbert
          first year\t1965
          online rating\t4.25 (12 ratings)
          cover\t\(library.server.url)/b/id/7-L.jpg?default=false

          """))
      try #expect(library.run("status").output.contains("metadata\topenlibrary: 3 found, 1 unknown\n"))
      let json = try library.run("show", id, "--json=title,metadata").masked
      expectEqual(
        json,
        .prints(
          """
          [{"title":"Dune","metadata":[{"provider":"openlibrary","state":"loaded","key":"OL1W","title":"Dune",\
          "authors":["Frank Herbert"],"firstPublished":"1965","pages":321,"averageRating":4.25,"ratingsCount":12,\
          "score":0.85,"subjects":["Fiction","Frank Herbert"],\
          "description":"About Dune.\\n\\nIn two paragraphs.",\
          "cover":"\(library.server.url)/b/id/7-L.jpg?default=false","fetched":"TIME","error":null,"next":null}]}]

          """))
    }

    @Test func `words are books or a query, and --force requests again`() throws {
      let library = try OnlineLibrary()
      try #expect(library.run("metadata", "9780441013593") == .prints("metadata of 1 book: 1 found\n"))
      try #expect(library.run("metadata", "emma") == .prints("metadata of 1 book: 1 found\n"))
      try #expect(
        library.run("metadata", "--force", "emma", "--json").output.hasPrefix(
          "{\"provider\":\"openlibrary\",\"total\":1,\"loaded\":1,\"missing\":0,\"failed\":0,\"waiting\":0,\"failures\":[]"
        ))
      expectEqual(library.requestCounts["/works/OL2W.json"], 2)
      try #expect(
        library.run("metadata", "4242")
          == .fails(4, "error: no book 4242 (try 'catalog search …' to find its number)\n"))
      try #expect(library.run("metadata", "nosuchbook") == .fails(0, "no books match nosuchbook\n"))
    }

    @Test func `an unreachable provider is reported in one line, and the rows wait`() throws {
      let library = try OnlineLibrary()
      library.server.stop()
      let outcome = try library.run("metadata")
      #expect(outcome.code == 69 && outcome.output.isEmpty)
      #expect(
        outcome.errors.hasPrefix("error: cannot fetch metadata: ") && outcome.errors.filter { $0 == "\n" }.count == 1)
      try #expect(library.run("metadata", "status", "--json").output.contains("\"waiting\":4"))
      // The list is shown anyway.
      let list = try library.run("list", "--with", "metadata", "--json=title,metadata", "dune")
      #expect(
        list.code == 0
          && list.output.hasPrefix(
            "[{\"title\":\"Dune\",\"metadata\":[{\"provider\":\"openlibrary\",\"state\":\"waiting\"")
      )
      #expect(list.errors.hasPrefix("note: metadata is not available now: "))
      // The command does not wait for the host, which is skipped for a while.
      let second = try library.run("metadata")
      #expect(second.code == 69 && second.errors.contains("; next try "), "\(second)")
    }

    @Test func `a provider that requires contact details gives a hint where to set them`() throws {
      let library = try OnlineLibrary(contact: false) { _ in .status(403) }
      let outcome = try library.run("metadata")
      #expect(outcome.code == 69 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("contact = ") && outcome.errors.contains("/.config/catalog/settings"))
      try #expect(library.run("metadata", "status").output.contains("refuses requests from Catalog"))
      // No request is sent until the settings change.
      let before = library.server.requests.count
      try #expect(library.run("metadata").code == 69)
      expectEqual(library.server.requests.count, before)
    }

    @Test func `rows with unusable answers are listed, and the rest is stored`() throws {
      let library = try OnlineLibrary { request in
        request.path == "/works/OL2W.json" ? .text("<html>", type: "text/html") : nil
      }
      let outcome = try library.run("metadata", "dune OR emma")
      #expect(outcome.code == 3 && outcome.output == "metadata of 2 books: 1 found, 1 failed\n", "\(outcome)")
      #expect(outcome.errors.contains("“Emma”: ") && outcome.errors.contains("HTML"), "\(outcome)")
      try #expect(library.run("search", "emma", "--with", "metadata", "--wait", "0").output.contains("0.4"))
    }

    @Test func `an error reports if no answer was usable`() throws {
      let library = try OnlineLibrary { request in
        request.path == "/works/OL2W.json" ? .text("<html>", type: "text/html") : nil
      }
      let outcome = try library.run("metadata", "emma")
      #expect(outcome.code == 65 && outcome.output == "metadata of 1 book: 0 found, 1 failed\n", "\(outcome)")
      try #expect(library.run("metadata", "emma", "--json", "--force").code == 65)
    }

    @Test func `without a usable answer the existence of a cover is unknown`() throws {
      let library = try OnlineLibrary { _ in .text("<html>", type: "text/html") }
      try #expect(library.run("metadata").code == 65)
      let cover = try library.run("cover", "1")
      #expect(
        cover.code == 65 && cover.errors.contains("HTML") && !cover.errors.contains("has none"), "\(cover)")
    }

    @Test func `Ctrl-C keeps the received metadata, and the same command resumes`() async throws {
      let gate = ChaosGate()
      let library = try OnlineLibrary { request in
        request.path == "/works/OL2W.json" ? ChaosAnswer.text(OnlineLibrary.works[1].record).held(by: gate) : nil
      }
      let command = try library.sandbox.start(["metadata"])
      await library.server.reached { $0.requests.contains { $0.path == "/works/OL2W.json" } }
      command.send(SIGINT)
      let outcome = command.finish()
      #expect(outcome.code == 130 && outcome.output.isEmpty, "\(outcome)")
      #expect(
        outcome.errors.hasSuffix(
          "hint: interrupted: the fetched metadata is kept; run the same command to continue\n"))
      gate.open()
      try #expect(library.run("metadata") == .prints("metadata of 4 books: 3 found, 1 unknown to Open Library\n"))
      expectEqual(library.requestCounts["/search.json"], 1)
    }

    @Test func `a killed command does not request stored metadata again`() async throws {
      let gate = ChaosGate()
      let library = try OnlineLibrary { request in
        request.path == "/works/OL3W.json" ? ChaosAnswer.text(OnlineLibrary.works[2].record).held(by: gate) : nil
      }
      let command = try library.sandbox.start(["metadata"])
      await library.server.reached { log in
        Set(log.requests.map(\.path)).isSuperset(of: ["/works/OL1W.json", "/works/OL2W.json", "/works/OL3W.json"])
      }
      command.send(SIGKILL)
      expectEqual(command.finish().code, -SIGKILL)
      gate.open()
      let stored = try library.run("list", "--with", "metadata", "--wait", "0", "--json=title,metadata").output
      let before = library.requestCounts
      // The pending requests of the killed process expire after half a minute, which passes here.
      try ForeignConnection(library.sandbox.folder.file("catalog.db"))
        .run("UPDATE fetch_state SET due_at = due_at - 30000 WHERE claimed_by IS NOT NULL")
      try #expect(library.run("metadata") == .prints("metadata of 4 books: 3 found, 1 unknown to Open Library\n"))
      expectEqual(library.requestCounts["/search.json"], 1)
      for work in OnlineLibrary.works where stored.contains("About \(work.title).") {
        expectEqual(library.requestCounts["/works/\(work.key).json"], before["/works/\(work.key).json"])
      }
      expectEqual(library.requestCounts["/works/OL3W.json"], (before["/works/OL3W.json"] ?? 0) + 1)
      try #expect(library.run("check").output.hasSuffix("all in order\n"))
    }
  }
}
