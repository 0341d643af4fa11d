import CatalogTestSupport
import Platform
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct AddingByISBN {
    @Test func `an ISBN is enough: the book is added at once and its metadata later`() throws {
      let library = try OnlineLibrary()
      try #expect(library.run("remove", "1").code == 0)
      try #expect(
        library.run("add", "--isbn", "978-0-441-01359-3", "9780141439587")
          == Outcome(
            output: """
              ISBN 978-0-441-01359-3: added as 5  (undo: catalog undo)
              5: “Dune”, Frank Herbert

              """, errors: "note: “Emma” is already in the catalog, as 2\n"))
      try #expect(library.run("why", "5", "title").masked == .prints("title\tDune\topenlibrary, fetched TIME\n"))
    }

    @Test func `lines from a scanner are added as they arrive, and an invalid one is reported`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      let outcome = try library.run(
        "add", "--isbn", "-", input: "9780441013593\n\n123\n0141439580\n9780441013593\n", variables: [:])
      expectEqual(outcome.code, 3)
      #expect(
        outcome.output.contains("ISBN 9780441013593: added as 1")
          && outcome.output.contains("1: “Dune”, Frank Herbert\n"))
      #expect(
        outcome.output.contains("ISBN 0141439580: added as 2") && outcome.output.contains("2: “Emma”, Jane Austen\n"))
      #expect(outcome.errors.contains("123") && outcome.errors.contains(" is already in the catalog, as 1"))
      try #expect(
        library.run("list", "--sort", "title", "--json=id,title").output
          == "[{\"id\":1,\"title\":\"Dune\"},{\"id\":2,\"title\":\"Emma\"}]\n")
    }

    @Test func `without a network the book is added and its metadata later`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      // The port was just closed, so no process listens on it.
      let gone = try ChaosServer { _ in .status(500) }
      gone.stop()
      try library.set(address: gone.url)
      let outcome = try library.run("add", "--isbn", "9780441013593")
      #expect(outcome.code == 0 && outcome.output == "ISBN 9780441013593: added as 1  (undo: catalog undo)\n")
      #expect(outcome.errors.hasSuffix("hint: to get the metadata of 1 book later, run 'catalog metadata'\n"))
      try library.set(address: library.server.url)
      try #expect(library.run("metadata") == .prints("metadata of 1 book: 1 found\n"))
      try #expect(library.run("list", "--json=title") == .prints("[{\"title\":\"Dune\"}]\n"))
    }

    @Test func `Ctrl-C keeps the added books queued for their metadata`() async throws {
      let gate = ChaosGate()
      let library = try OnlineLibrary(isEmpty: true) { request in
        request.path == "/search.json" ? ChaosAnswer.text("{}").held(by: gate) : nil
      }
      let command = try library.sandbox.start(["add", "--isbn", "9780441013593", "--wait", "600s"])
      await library.server.reached { $0.requests.contains { $0.path == "/search.json" } }
      command.send(SIGINT)
      let outcome = command.finish()
      gate.open()
      #expect(outcome.code == 130 && outcome.output.hasPrefix("ISBN "), "\(outcome)")
      #expect(outcome.errors.contains("to get the metadata of 1 book later, run 'catalog metadata'"), "\(outcome)")
    }

    @Test func `a request that another process has queued is not sent again`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      try #expect(library.run("add", "--isbn", "9780441013593", "--wait", "0").code == 0)
      try #expect(library.run("add", "--isbn", "9780141439587").code == 0)
      let queries = library.server.requests.filter { $0.path == "/search.json" }.compactMap { $0.query["q"] }
      expectEqual(queries, ["isbn:9780141439587"])
      try #expect(library.run("metadata", "status").output.contains("1 waiting"))
    }

    @Test func `a dry run adds nothing and sends no requests`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      try #expect(
        library.run("add", "--isbn", "9780441013593", "--dry-run")
          .output == "would be done: ISBN 9780441013593: added as 1\n")
      #expect(library.requestCounts.isEmpty)
      try #expect(library.run("add", "--isbn", "9780441013593", "--json").output == "{\"changed\":1,\"ids\":[1]}\n")
    }

    @Test func `contradictory options are rejected`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      for arguments in [
        ["add"], ["add", "Dune", "--isbn", "9780441013593", "--isbn", "9780141439587"], ["add", "--isbn", "123"],
        ["add", "--online", "OL1W", "Dune"], ["add", "--isbn", "-", "--isbn", "9780441013593"],
      ] {
        try #expect(library.sandbox.start(arguments, input: "").finish().code == 64, "\(arguments)")
      }
    }
  }

  @Suite struct SearchingOnline {
    @Test func `the provider's books are listed beside owned ones, and one is added by its key`() throws {
      let library = try OnlineLibrary()
      try #expect(
        library.run("search", "--online", "joyce") == .prints("OL3W\tUlysses\tJames Joyce\t1922\t9780141182803\t3\n"))
      try #expect(
        library.run("search", "--online", "joyce", "--json")
          == .prints(
            """
            [{"key":"OL3W","title":"Ulysses","authors":["James Joyce"],"year":1922,"isbn13":"9780141182803","pages":321,\
            "cover":null,"id":3}]

            """))
      try #expect(library.run("remove", "3").code == 0)
      try #expect(library.run("search", "--online", "joyce").output.hasSuffix("\t9780141182803\t\n"))
      try #expect(library.run("add", "--online", "OL3W") == .prints("Ulysses: added as 5  (undo: catalog undo)\n"))
      let before = library.server.requests.count
      try #expect(library.run("show", "5").output.contains("description\tAbout Ulysses."))
      try #expect(library.run("metadata", "5") == .prints("metadata of 1 book: 1 found\n"))
      expectEqual(library.server.requests.count, before)
      try #expect(
        library.run("add", "--online", "OL3W") == Outcome(errors: "note: “Ulysses” is already in the catalog, as 5\n"))
      try #expect(library.run("add", "--online", "OL99W").code == 4)
      try #expect(library.run("search", "--online", "--all", "joyce").code == 64)
    }
  }

  @Suite struct SavingCovers {
    @Test func `a book's own cover (a file, an archive member or a web address) precedes a provider's`()
      throws
    {
      let library = try OnlineLibrary { request in
        request.path == "/own.png" ? .bytes(OnlineLibrary.image + [1], type: "image/png") : nil
      }
      let folder = library.sandbox.folder
      try folder.write("cover.png", OnlineLibrary.image + [2])
      var maker = ZIPMaker()
      maker.add("page 1.png", OnlineLibrary.image + [3])
      try folder.write("comic.cbz", maker.archive())
      let addresses = [
        "file://\(folder.path)/cover.png", "file://\(folder.path)/comic.cbz#page%201.png",
        "\(library.server.url)/own.png",
      ]
      for (address, end) in zip(addresses, [2, 3, 1] as [UInt8]) {
        try #expect(library.run("edit", "1", "--set", "cover=\(address)").code == 0)
        try #expect(library.run("cover", "1", "--force") == .prints("1.png\n"))
        try expectEqual(folder.read("1.png"), OnlineLibrary.image + [end], "\(address)")
      }
      #expect(library.requestCounts["/own.png"] == 1 && library.requestCounts["/search.json"] == nil)
      try #expect(library.run("cover", "1", "--provider", "openlibrary", "-o", "theirs.png").code == 0)
      try expectEqual(folder.read("theirs.png"), OnlineLibrary.image)
      let kitty = try library.sandbox.onTerminal("show", "1", "--cover", variables: ["TERM": "xterm-kitty"]).text
      #expect(kitty.contains("\u{1B}_Gf=100,"))
      // If it is no longer available, another known cover is used.
      try #expect(library.run("edit", "1", "--set", "cover=file://\(folder.path)/none.png").code == 0)
      let gone = "\(folder.path)/none.png: it cannot be read: no such file or directory"
      for arguments in [["--force"], ["--force", "--offline"]] {
        try #expect(
          library.sandbox.start(["cover", "1"] + arguments).finish()
            == Outcome(
              output: "1.png\n",
              errors: "note: using the cover from Open Library; the book's own is not available: \(gone)\n"))
        try expectEqual(folder.read("1.png"), OnlineLibrary.image)
      }
    }

    @Test func `without a network a cover is a local or a previously fetched one`() throws {
      let library = try OnlineLibrary()
      try #expect(
        library.run("cover", "1", "--offline")
          == .fails(
            4,
            "error: cannot find a cover of 1 “Dune” on this machine (omit --offline to fetch one)\n"
          ))
      #expect(library.requestCounts.isEmpty)
      try #expect(library.run("metadata").code == 0)
      let before = library.requestCounts
      let outcome = try library.run("cover", "1", "--offline")
      #expect(outcome.code == 69 && outcome.errors.contains("online access is off"), "\(outcome)")
      try #expect(
        library.run("cover", "4", "--offline")
          == .fails(4, "error: cannot find a cover of 4 “Diary”: Open Library has none\n"))
      expectEqual(library.requestCounts, before)
      try #expect(library.run("cover", "1").code == 0)
      try #expect(library.run("cover", "1", "--offline", "-o", "again.png") == .prints("again.png\n"))
      expectEqual(library.requestCounts["/b/id/7-L.jpg"], 1)
      // If a book's own cover is missing and no other is known, the error names its own cover.
      let path = "\(library.sandbox.folder.path)/none.png"
      try #expect(library.run("edit", "4", "--set", "cover=file://\(path)").code == 0)
      for arguments in [["cover", "4"], ["cover", "4", "--offline"]] {
        let outcome = try library.sandbox.start(arguments).finish()
        #expect(outcome.code == 4 && outcome.errors.contains("\(path): "), "\(outcome)")
      }
    }

    @Test func `a cover is saved as a file and requested if that has not been done yet`() throws {
      let library = try OnlineLibrary()
      try #expect(library.run("cover", "1") == .prints("1.png\n"))
      try expectEqual(library.sandbox.folder.read("1.png"), OnlineLibrary.image)
      try #expect(
        library.run("cover", "1")
          == .fails(1, "error: cannot write 1.png: the file already exists (replace it with --force)\n")
      )
      try #expect(library.run("cover", "1", "--force", "-o", "1.png") == .prints("1.png\n"))
      expectEqual(library.requestCounts["/b/id/7-L.jpg"], 1)
      try #expect(
        library.run("cover", "4") == .fails(4, "error: cannot find a cover of 4 “Diary”: Open Library has none\n"))
      try #expect(library.sandbox.onTerminal("cover", "1", "-o", "-").code == 64)
      try #expect(library.sandbox.shell("catalog cover 1 -o - | cmp - 1.png").code == 0)
    }

    @Test func `a cover is drawn on terminals that show images, and others explain how to save it`() throws {
      let library = try OnlineLibrary()
      try #expect(
        library.sandbox.onTerminal("show", "1", "--cover").text.hasSuffix(
          "hint: this terminal cannot show images; to save the cover: catalog cover 1 -o FILE\n"))
      let kitty = try library.sandbox.onTerminal("show", "1", "--cover", variables: ["TERM": "xterm-kitty"]).text
      #expect(kitty.contains("\u{1B}_Gf=100,a=T,q=2,c=20,m=0;iVBORw0KGgo") && kitty.hasSuffix("\u{1B}\\\n"))
      let iTerm = try library.sandbox.onTerminal("show", "1", "--cover", variables: ["TERM_PROGRAM": "iTerm.app"]).text
      #expect(iTerm.contains("\u{1B}]1337;File=inline=1;size=\(OnlineLibrary.image.count);"))
    }
  }
}
