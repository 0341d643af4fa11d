import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of metadata from Open Library's dumps.
  @Suite struct ReadingDumps {
    /// Writes the three works of ``OnlineLibrary`` in the format of dumps.
    private static func write(to folder: TemporaryFolder, others: Int = 0) throws {
      var (editions, works, authors) = (DumpText(), DumpText(), DumpText())
      for (index, work) in OnlineLibrary.works.enumerated() {
        editions.addOthers("edition", "M", from: 1_000 + index * others, count: others)
        editions.add(
          "edition", "/books/OL\(index + 1)M",
          "{\"title\": \"\(work.title)\", \"isbn_13\": [\"\(work.isbn)\"], \"number_of_pages\": 321, "
            + "\"works\": [{\"key\": \"/works/\(work.key)\"}]}")
        works.add(
          "work", "/works/\(work.key)",
          "{\"title\": \"\(work.title)\", \"description\": \"About \(work.title).\", \"subjects\": [\"Fiction\"], "
            + "\"first_publish_date\": \"\(work.year)\", \"authors\": [{\"author\": {\"key\": \"/authors/OL\(index + 1)A\"}}]}",
          day: "2024-01-31")
        authors.add("author", "/authors/OL\(index + 1)A", "{\"name\": \"\(work.author)\"}")
      }
      editions.add("redirect", "/books/OL9M", "{\"location\": \"/books/OL1M\"}")
      try folder.write("editions.txt.gz", editions.packed)
      try folder.write("works.txt.gz", works.packed)
      try folder.write("authors.txt", authors.bytes)
    }

    private static let summary = """
      read 4 lines of editions, 1 of merged or deleted records, of 2023-04-01
      read 3 lines of works, of 2024-01-31
      read 3 lines of authors, of 2023-04-01

      """

    @Test func `every book gets metadata without a request, and a second run changes nothing`() throws {
      let library = try OnlineLibrary()
      let folder = library.sandbox.folder
      try Self.write(to: folder)
      let arguments = ["metadata", "--from-dump", "works.txt.gz", "authors.txt", "editions.txt.gz"]
      try #expect(
        library.sandbox.start(arguments).finish()
          == .prints(Self.summary + "metadata of 4 books: 3 found, 3 enriched, 1 not found\n"))
      try #expect(
        library.run("show", "1").masked.output.hasSuffix(
          """
          metadata\topenlibrary, TIME
          description\tAbout Dune.
          subjects\tFiction
          first year\t1965

          """))
      try #expect(
        library.run("show", "1", "--json=authors,pages").output == "[{\"authors\":[\"Frank Herbert\"],\"pages\":321}]\n"
      )
      try #expect(
        library.sandbox.start(arguments).finish()
          == .prints(Self.summary + "metadata of 4 books: 3 found, 0 enriched, 1 not found\n"))
      try #expect(library.run("metadata", "--dry-run") == .prints("would look up 1 of 4 books at Open Library\n"))
      #expect(library.requestCounts.isEmpty)
      try #expect(library.run("check").output.hasSuffix("all in order\n"))
      // The results are in the catalog and in no other file any more.
      try #expect(library.sandbox.shell("ls home/.cache/catalog/dumps").output.isEmpty)
    }

    @Test func `editions alone are enough, and works may be added later`() throws {
      let library = try OnlineLibrary()
      try Self.write(to: library.sandbox.folder)
      try #expect(
        library.run("metadata", "--from-dump", "editions.txt.gz").output.hasSuffix(
          "metadata of 4 books: 3 found, 3 enriched, 1 not found\n"))
      try #expect(
        library.run("metadata", "--from-dump", "works.txt.gz", "--json")
          == .prints(
            """
            {"provider":"openlibrary","total":4,"found":3,"enriched":3,"newer":0,"missing":1,"published":"2024-01-31",\
            "dumps":[{"path":"works.txt.gz","kind":"works","lines":3,"passedOver":0,"damaged":0,"firstDamagedLine":null,\
            "firstDamage":null}],"error":null}

            """))
      try #expect(library.run("show", "1").output.contains("description\tAbout Dune.\n"))
      try #expect(library.run("show", "1").output.contains("pages\t321\n"))
    }

    @Test func `half a file gives its records and the reason, and a file that is not a dump gives nothing`() throws {
      let library = try OnlineLibrary()
      let folder = library.sandbox.folder
      try Self.write(to: folder, others: 400)
      let whole = try folder.read("editions.txt.gz")
      try folder.write("half.txt.gz", whole.prefix(whole.count / 2))
      let half = try library.run("metadata", "--from-dump", "half.txt.gz")
      expectEqual(half.code, 65)
      expectEqual(half.errors, "error: half.txt.gz: it is truncated (download it again completely)\n")
      #expect(half.output.hasSuffix("metadata of 4 books: 1 found, 1 enriched, 3 not found\n"), "\(half)")
      for (file, code, reason) in [
        (
          "shelf.jsonl", 65,
          "it is not a dump of Open Library: no line begins with /type/edition, /type/work or /type/author"
        ),
        ("authors.txt", 65, "it is a dump of authors, which contains no books"),
        ("missing.gz", 4, "it cannot be read: no such file or directory"),
      ] as [(String, Int32, String)] {
        let outcome = try library.run("metadata", "--from-dump", file)
        #expect(outcome.code == code && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("error: \(file): \(reason) ("), "\(outcome)")
      }
      var damaged = DumpText()
      damaged.add("edition", "/books/OL1M", "{\"title\": \"Dune\", \"isbn_13\": [\"9780441013593\"], }")
      damaged.add(raw: "junk\n")
      try folder.write("damaged.txt", damaged.bytes)
      let outcome = try library.run("metadata", "--from-dump", "damaged.txt")
      #expect(
        outcome.code == 0
          && outcome.errors.hasPrefix(
            "warning: damaged.txt: skipped 2 damaged lines, first line 1: not valid JSON: ")
      )
      for arguments in [["--force"], ["--dry-run"], ["--provider", "slow"]] {
        try #expect(
          library.sandbox.start(["metadata", "--from-dump", "editions.txt.gz"] + arguments).finish().code == 64)
      }
    }

    @Test func `a command killed at any moment is resumed by the same command with the same result`() throws {
      let library = try OnlineLibrary()
      // Several times as much data as is read between two checkpoints.
      try Self.write(to: library.sandbox.folder, others: 4_000)
      let arguments = "metadata --from-dump editions.txt.gz works.txt.gz authors.txt"
      try #expect(
        library.sandbox.shell(
          """
          cp catalog.db other.db
          catalog --db other.db \(arguments) > undisturbed
          for time in 0.05 0.1 0.2 0.4 0.8; do timeout -s KILL $time catalog \(arguments); done > /dev/null 2>&1
          catalog \(arguments) > goneOn
          # What was stored before it was killed is not stored again.
          sed s/[0-9]*.enriched// undisturbed > expected
          sed s/[0-9]*.enriched// goneOn | diff expected - && tail -n 1 goneOn
          """
        ).output.hasPrefix("metadata of 4 books: 3 found, "))
      let fields = "--json=title,authors,pages,published,metadata"
      try #expect(
        library.run("list", fields, "--with", "metadata", "--wait", "0").output
          == library.run("--db", "other.db", "list", fields, "--with", "metadata", "--wait", "0").output)
      try #expect(library.run("check").output.hasSuffix("all in order\n"))
    }

    @Test func `Ctrl-C keeps the results, and the same command resumes`() throws {
      let library = try OnlineLibrary()
      try Self.write(to: library.sandbox.folder, others: 12_000)
      let outcome = try library.sandbox.shell(
        """
        catalog metadata --from-dump editions.txt.gz & command=$!
        until ls home/.cache/catalog/dumps/*.db; do kill -0 $command || break; done > /dev/null 2>&1
        kill -INT $command; wait $command
        """)
      expectEqual(outcome, .fails(130, "hint: interrupted: what was found is kept; run the same command to continue\n"))
      try #expect(
        library.run("metadata", "--from-dump", "editions.txt.gz").output.hasSuffix(
          "metadata of 4 books: 3 found, 3 enriched, 1 not found\n"))
    }
  }

  /// Tests of the file that maps ISBNs to books.
  @Suite struct KnowingISBNs {
    private static func make(in library: OnlineLibrary) throws {
      var editions = DumpText()
      for work in OnlineLibrary.works.prefix(2) {
        editions.add(
          "edition", "/books/OL1M",
          "{\"title\": \"\(work.title)\", \"isbn_13\": [\"\(work.isbn)\"], \"by_statement\": \"by \(work.author).\", "
            + "\"publish_date\": \"1999\"}", day: "2024-01-31")
      }
      try library.sandbox.folder.write("editions.txt.gz", editions.packed)
      try #expect(
        library.run("isbn-file", "make", "editions.txt.gz")
          == .prints(
            """
            read 2 lines of editions, of 2024-01-31
            created \(library.sandbox.folder.path)/home/.local/share/catalog/isbn.db: 2 ISBNs

            """))
    }

    @Test func `the file is made from a dump, describes itself and identifies an ISBN`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      let path = "\(library.sandbox.folder.path)/home/.local/share/catalog/isbn.db"
      try #expect(
        library.run("isbn-file")
          == .fails(4, "error: no ISBN file at \(path) ('catalog isbn-file make DUMP' creates one)\n"))
      try Self.make(in: library)
      try #expect(library.run("isbn-file") == .prints("\(path): 2 ISBNs, of 2024-01-31\n"))
      try #expect(
        library.run("isbn-file", "show", "--json")
          == .prints("{\"path\":\"\(path)\",\"isbns\":2,\"published\":\"2024-01-31\"}\n"))
      try #expect(
        library.run("isbn-file", "show", "0-441-01359-7")
          == .prints("isbn\t9780441013593\ntitle\tDune\nauthor\tFrank Herbert\nyear\t1999\n"))
      try #expect(
        library.run("isbn-file", "show", "9780441013593", "--json")
          == .prints(
            """
            {"isbn13":"9780441013593","title":"Dune","author":"Frank Herbert","year":1999,"pages":null,"work":null}

            """))
      try #expect(
        library.run("isbn-file", "show", "9780306406157")
          == .fails(4, "error: \(path) does not contain ISBN 9780306406157\n"))
      try #expect(
        library.run("isbn-file", "make", "editions.txt.gz", "--into", "editions.txt.gz", "--force")
          == .fails(1, "error: cannot write editions.txt.gz: it is the input file (choose another file)\n"))
      try library.sandbox.folder.write("letter.txt", "Dear Ada")
      try #expect(
        library.run("isbn-file", "make", "editions.txt.gz", "--into", "letter.txt")
          == .fails(1, "error: cannot write letter.txt: the file already exists (replace it with --force)\n"))
      try #expect(library.run("isbn-file", "make", "editions.txt.gz", "--into", "own.db", "--json").code == 0)
      try #expect(library.run("isbn-file", "show", "--from", "own.db") == .prints("own.db: 2 ISBNs, of 2024-01-31\n"))
    }

    @Test func `the file identifies scanned books if no provider answers, and they get metadata later`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      try Self.make(in: library)
      try #expect(
        library.run("add", "--offline", "--isbn", "9780441013593", "9780306406157")
          == Outcome(
            output: """
              ISBN 9780441013593: added as 1  (undo: catalog undo)
              1: “Dune”, Frank Herbert
              ISBN 9780306406157: added as 2  (undo: catalog undo)

              """, errors: "hint: to get the metadata of 2 books later, run 'catalog metadata'\n"))
      #expect(library.requestCounts.isEmpty)
      library.server.stop()
      let outcome = try library.run("add", "--isbn", "9780141439587")
      #expect(outcome.output.hasSuffix("3: “Emma”, Jane Austen\n") && outcome.code == 0, "\(outcome)")
      #expect(outcome.errors.hasPrefix("note: metadata is not available now: "))
      try #expect(library.run("check").output.hasSuffix("all in order\n"))
      let again = try OnlineLibrary()
      try library.set(address: again.server.url)
      try #expect(library.run("metadata", "1").output == "metadata of 1 book: 1 found\n")
      try #expect(library.run("show", "1").output.contains("pages\t321\n"))
    }

    @Test func `the file identifies the rows of an import, and unknown ones wait`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      try Self.make(in: library)
      try library.sandbox.folder.write("isbns.txt", "9780441013593\n9780141182803\n9780141439587\n")
      let outcome = try library.run("import", "--offline", "isbns.txt")
      expectEqual(
        outcome.output, "imported isbns: 2 added, 0 updated, 0 unchanged, 1 waiting  (undo: catalog undo)\n",
        "\(outcome)")
      try #expect(
        library.run("list", "--sort", "title", "--json=title,authors,published").output
          == """
          [{"title":"Dune","authors":["Frank Herbert"],"published":"1999"},\
          {"title":"Emma","authors":["Jane Austen"],"published":"1999"}]

          """)
      #expect(library.requestCounts.isEmpty)
      try #expect(library.run("import", "isbns.txt").output.contains("1 added, 0 updated, 2 unchanged"))
    }

    @Test func `an unusable file is reported in one line, and the book is still added`() throws {
      let library = try OnlineLibrary(isEmpty: true)
      try Self.make(in: library)
      try library.sandbox.folder.write("home/.local/share/catalog/isbn.db", "damaged")
      let outcome = try library.run("add", "--isbn", "9780441013593")
      #expect(outcome.code == 0 && outcome.output.hasSuffix("1: “Dune”, Frank Herbert\n"), "\(outcome)")
      #expect(outcome.errors.contains("it is damaged, or was not created by Catalog"))
      try #expect(library.run("isbn-file").code == 65)
    }
  }
}
