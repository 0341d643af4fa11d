import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct ListingMetadata {
    @Test func `a list fetches the missing metadata of its page and shows it as bars or numbers`() throws {
      let library = try OnlineLibrary()
      try #expect(
        library.run("list", "--with", "metadata", "--sort", "title", "--page-size", "2")
          == .prints("4\tDiary\t\t\t\t\tunread\tnone\n1\tDune\tFrank Herbert\t\t321\t4.25\tunread\t0.85\n"))
      expectEqual(library.server.requests.filter { $0.path == "/search.json" }.count, 1)
      try #expect(
        library.run("list", "--with", "metadata", "--sort", "title", "--page-size", "2", "--page", "2", "--wait", "0")
          == .prints("2\tEmma\t\t\t\t\tunread\t\n3\tUlysses\t\t\t\t\tunread\t\n"))
      try #expect(library.run("list", "--with", "metadata").code == 0)
      let screen = try library.sandbox.onTerminal(
        "list", "--with", "metadata", "--sort", "title", columns: 100, variables: ["LANG": "C.UTF-8"])
      expectEqual(
        screen,
        // A provider's date is no year of the list.
        Sandbox.Screen(
          text: """
            ID  TITLE    AUTHORS        YEAR  PAGES  RATING  READ  READERS
             4  Diary                                              –
             1  Dune     Frank Herbert          321    4.25        ████░ 4.3
             2  Emma     Jane Austen            321       2        ██░░░ 2.0
             3  Ulysses  James Joyce            321       1        █░░░░ 1.0
            1–4 of 4 books

            """, code: 0))
      try #expect(
        library.sandbox.onTerminal(
          "list", "--with", "metadata", "dune", columns: 100, variables: ["LANG": "C", "LC_ALL": "C"]
        ).text.contains("####- 4.3"))
      try #expect(
        library.sandbox.onTerminal("list", "--with", "metadata", "--wait", "0", "--page-size", "1", columns: 100).text
          .hasSuffix("Next: catalog list --page-size 1 --with metadata --wait 0s --page 2\n"))
    }

    @Test func `late metadata is shown as pending and appears the next time`() async throws {
      let gate = ChaosGate()
      let library = try OnlineLibrary { request in
        request.path == "/search.json" && request.query["q"]?.contains("9780441013593") == true
          ? ChaosAnswer.text("{\"docs\":[\(OnlineLibrary.works[0].document)]}").held(by: gate) : nil
      }
      let line = "1\tDune\t\t\t\t\tunread\tpending\n"
      try #expect(library.run("list", "dune", "--with", "metadata", "--wait", "300ms") == .prints(line))
      gate.open()
      try #expect(
        library.run("list", "dune", "--with", "metadata", "--wait", "600s")
          == .prints("1\tDune\tFrank Herbert\t\t321\t4.25\tunread\t0.85\n"))
    }

    @Test func `a read-only catalog shows stored metadata`() throws {
      let library = try OnlineLibrary()
      try #expect(
        library.run("list", "dune", "--with", "metadata", "--read-only")
          == .prints("1\tDune\t\t\t\t\tunread\t\n"))
      #expect(library.requestCounts.isEmpty)
    }

    @Test func `the metadata field needs --with metadata, and its time is a date`() throws {
      let library = try OnlineLibrary()
      let outcome = try library.run("list", "--json=id,metadata")
      #expect(outcome.code == 64 && outcome.errors.hasPrefix("error: the field metadata needs --with metadata\n"))
      try #expect(library.run("list", "--with", "metadata", "--wait", "soon").code == 64)
      try #expect(library.run("list", "--with", "covers").code == 64)
    }

    #if canImport(Glibc)
      @Test func `a plain list loads no HTTP library`() throws {
        let library = try OnlineLibrary()
        // The dynamic linker lists each library that it searches for (ld.so(8)).
        func loads(_ arguments: [String]) throws -> String {
          try library.sandbox.start(arguments, input: "", variables: ["LD_DEBUG": "libs"]).finish().errors
        }
        let plain = try loads(["list"])
        #expect(plain.contains("libsqlite3") && !plain.contains("libcurl"))
        try #expect(loads(["list", "--with", "metadata"]).contains("libcurl"))
      }
    #endif
  }
}
