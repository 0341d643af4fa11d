import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct Sources {
    private let sandbox: Sandbox
    private let address = "http://127.0.0.1:1/opds"

    init() throws {
      sandbox = Sandbox()
      try sandbox.folder.write("shelf.jsonl", ExecutableTests.shelf)
    }

    private func addShelf() throws {
      try #expect(
        sandbox.run("source", "add", "shelf", "file", "shelf.jsonl", "--every", "6h")
          == .prints("added shelf: file \(sandbox.folder.path)/shelf.jsonl  (next: catalog refresh shelf)\n"))
    }

    @Test func `a source is added, listed, changed, paused and resumed`() throws {
      try addShelf()
      let path = "\(sandbox.folder.path)/shelf.jsonl"
      try #expect(sandbox.run("source", "list") == .prints("shelf\tfile\tactive\t0\t\t6h\t\(path)\n"))
      try #expect(sandbox.run("refresh").code == 0)
      try #expect(
        sandbox.run("source", "list", "--json").masked
          == .prints(
            """
            [{"name":"shelf","kind":"file","location":"\(path)","records":5,"refreshed":"TIME","error":null,"user":null,\
            "every":21600,"state":"active","failed":null,"failures":0,"due":"TIME","quarantined":0,"mine":false}]

            """))
      try #expect(
        sandbox.run("status").masked.output.split(separator: "\n").last
          == "source\tshelf (file): 5 records, refreshed TIME, every 6h, next TIME")
      try #expect(
        sandbox.run("source", "set", "shelf", "--every", "90m", "--name", "mine", "--url", "./other.csv")
          == .prints(
            "changed shelf: name shelf → mine, address \(path) → \(sandbox.folder.path)/other.csv, every 6h → 90m\n"))
      try #expect(sandbox.run("source", "set", "mine", "--every", "90m") == .prints("nothing changed\n"))
      try #expect(
        sandbox.run("source", "set", "mine", "--every", "never") == .prints("changed mine: every 90m → never\n"))
      try #expect(
        sandbox.run("source", "pause", "MINE") == .prints("paused mine  (resume: catalog source resume mine)\n"))
      try #expect(
        sandbox.run("refresh")
          == Outcome(errors: "hint: all sources are paused: mine ('catalog source resume NAME')\n"))
      try #expect(sandbox.run("source", "list").output.contains("mine\tfile\tpaused\t5\t"))
      try #expect(sandbox.run("source", "resume", "mine") == .prints("resumed mine  (next: catalog refresh mine)\n"))
    }

    @Test(arguments: [
      (
        ["x", "fil", "shelf.jsonl"],
        "'fil' is not one of feed, opds, calibre, calibre-library, file, folder, koreader for <kind>; did you mean 'file'?"
      ),
      (
        ["x", "feed", "shelf.jsonl"],
        "address “shelf.jsonl”: it must begin with http:// or https://; for a file, use the kind file"
      ),
      (
        ["a b", "file", "shelf.jsonl"],
        "name “a b”: the name must be one word of 1 to 64 visible characters without “/”"
      ),
      (
        ["x", "file", "shelf.jsonl", "--every", "6"],
        "'6' is not a time such as 30m, 6h, 1d or 2w, or never for --every"
      ),
      (["x", "file", "shelf.jsonl", "--user", "ada"], "a file source has no login; omit --user"),
      (
        ["x", "calibre-library", "shelf.jsonl", "--user", "ada"],
        "a calibre-library source has no login; omit --user"
      ),
      (["x", "opds", "http://127.0.0.1:1/", "--password-stdin"], "--password-stdin needs --user"),
      (
        ["x", "opds", "http://127.0.0.1:1/", "--user", "ada"],
        "no password for ada at http://127.0.0.1:1; pipe it to this command with --password-stdin"
      ),
    ])
    func `an invalid source is a usage error and is not created`(arguments: [String], message: String) throws {
      let outcome = try sandbox.start(["source", "add"] + arguments, input: "").finish()
      expectEqual(outcome, .fails(64, "error: \(message)\nusage: catalog source add NAME KIND URL [options]\n"))
      try #expect(sandbox.run("source", "list").output == "")
    }

    @Test func `a name or a location that is in use is rejected`() throws {
      try addShelf()
      let usage = "usage: catalog source add NAME KIND URL [options]\n"
      try #expect(
        sandbox.run("source", "add", "Shelf", "file", "other.csv")
          == .fails(64, "error: name “Shelf”: another source has this name\n\(usage)"))
      try #expect(sandbox.run("source", "add", "more", "file", "./shelf.jsonl").code == 64)
    }

    @Test func `a calibre library is added by its folder or its database, refreshed and listed`() throws {
      let library = try CalibreLibraryFolder()
      for (number, title) in [(1, "Emma"), (2, "Dune")] { try library.put(number, title: title) }
      try #expect(
        sandbox.run("source", "add", "home", "calibre-library", library.database)
          == .prints("added home: calibre-library \(library.path)  (next: catalog refresh home)\n"))
      try #expect(
        sandbox.run("refresh") == .prints("home: 2 added, 0 updated  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("list").output.split(separator: "\n").map { $0.split(separator: "\t")[1] }
          == ["Dune", "Emma"])
      try #expect(sandbox.run("refresh") == .prints("home: no changes\n"))
      try library.calibre.run("BEGIN EXCLUSIVE; UPDATE books SET title = 'Persuasion' WHERE id = 1; COMMIT")
      try #expect(
        sandbox.run("refresh") == .prints("home: 0 added, 1 updated  (undo: catalog undo)\n"))
      try #expect(sandbox.run("source", "list").output.hasPrefix("home\tcalibre-library\tactive\t2\t"))
    }

    @Test func `a password is in no address, output or catalog, but in a file of its own`() throws {
      let refused = try sandbox.run("source", "add", "x", "calibre", "http://ada:hush@127.0.0.1:1/")
      expectEqual(refused.code, 64)
      #expect(
        refused.errors.contains("'catalog source add x calibre http://127.0.0.1:1/ --user USER' asks for the password"))
      #expect(!refused.errors.contains("hush"))
      try #expect(
        sandbox.run("source", "add", "x", "opds", address, "--user", "ada", "--password-stdin", input: "hush\n")
          == .prints("added x: opds \(address)  (next: catalog refresh x)\n"))
      try #expect(
        sandbox.shell("stat -c %a home/.config/catalog/credentials; grep -c hush home/.config/catalog/credentials")
          == .prints("600\n1\n"))
      try #expect(sandbox.shell("grep -c hush catalog.db").output == "0\n")
      let outcome = try sandbox.run(
        "source", "set", "x", "--url", "http://127.0.0.1:2/", "--password-stdin", input: "psst\n")
      expectEqual(
        outcome,
        Outcome(
          output: "changed x: address \(address) → http://127.0.0.1:2/, password\n",
          errors: "note: deleted the password of ada at http://127.0.0.1:1\n"))
      try #expect(sandbox.shell("grep -c hush home/.config/catalog/credentials").output == "0\n")
      try #expect(
        sandbox.run("source", "remove", "x")
          == Outcome(
            output: "removed x  (undo: catalog undo)\n", errors: "note: deleted the password of x\n"))
      try #expect(sandbox.shell("grep -c psst home/.config/catalog/credentials").output == "0\n")
    }

    @Test func `a password that no source needs is removed, and other contents of the file stay`() throws {
      for (name, kind) in [("x", "opds"), ("y", "calibre")] {
        let outcome = try sandbox.run(
          "source", "add", name, kind, address, "--user", "ada", "--password-stdin", input: "hush\n")
        expectEqual(outcome.code, 0)
      }
      try #expect(sandbox.shell("echo '# mine' >> home/.config/catalog/credentials").code == 0)
      // The other source logs in with it.
      try #expect(sandbox.run("source", "set", "x", "--user", "") == .prints("changed x: user ada → none\n"))
      try #expect(
        sandbox.run("source", "set", "y", "--user", "bob", "--password-stdin", input: "psst\n")
          == Outcome(
            output: "changed y: user ada → bob, password\n",
            errors: "note: deleted the password of ada at http://127.0.0.1:1\n"))
      try #expect(
        sandbox.run("source", "set", "y", "--user", "")
          == Outcome(
            output: "changed y: user bob → none\n",
            errors: "note: deleted the password of bob at http://127.0.0.1:1\n"))
      try #expect(
        sandbox.shell("cat home/.config/catalog/credentials")
          == .prints("# Passwords of Catalog's sources: ORIGIN USER PASSWORD, percent-encoded.\n# mine\n"))
    }

    @Test func `a password is typed without being shown`() throws {
      let screen = try sandbox.onTerminal("source", "add", "x", "opds", address, "--user", "ada", keys: "hushh\u{7F}\n")
      expectEqual(
        screen.text, "Password for ada at http://127.0.0.1:1: \nadded x: opds \(address)  (next: catalog refresh x)\n")
      try #expect(sandbox.shell("cut -d ' ' -f 3 home/.config/catalog/credentials | tail -n 1").output == "hush\n")
    }

    @Test func `a source is removed with or without its books, and undo restores it`() throws {
      try addShelf()
      try #expect(sandbox.run("refresh").code == 0)
      try #expect(sandbox.run("edit-title", "1", "Mine").code == 0)
      try #expect(
        sandbox.run("source", "remove", "shelf")
          == .fails(
            64,
            """
            error: choose what to do with the books of shelf: --keep-books or --remove-books
            usage: catalog source remove NAME [options]

            """))
      try #expect(
        sandbox.run("source", "remove", "shelf", "--remove-books")
          == .prints("removed shelf: 1 book stays, 4 books are hidden  (undo: catalog undo)\n"))
      try #expect(sandbox.run("list", "--json=title").output == "[{\"title\":\"Mine\"}]\n")
      try #expect(sandbox.run("undo").code == 0)
      try #expect(
        sandbox.run("source", "remove", "shelf", "--keep-books")
          == .prints("removed shelf: 5 books stay  (undo: catalog undo)\n"))
      try #expect(sandbox.run("list", "--count").output == "5\n")
      try #expect(
        sandbox.run("refresh", "shelf")
          == .fails(4, "error: no source shelf ('catalog source list' lists the sources)\n"))
      try #expect(sandbox.run("check") == .prints("5 books, all in order\n"))
      try #expect(sandbox.run("undo").code == 0)
      let screen = try sandbox.onTerminal("source", "remove", "shelf", keys: "c\n")
      expectEqual(
        screen,
        .init(
          text: "Keep the 5 books of shelf as your own? [y: keep, n: hide, c: cancel] nothing was changed\n", code: 1))
      try #expect(sandbox.run("source", "list").output.hasPrefix("shelf\tfile\tactive\t5\t"))
    }

    @Test func `an interrupted removal is resumed`() throws {
      try addShelf()
      try #expect(sandbox.run("refresh").code == 0)
      // The source is removed before its books are hidden, so that no refresh begins meanwhile.
      try ForeignConnection(sandbox.folder.file("catalog.db")).run("UPDATE source SET state = 2 WHERE name = 'shelf'")
      try #expect(sandbox.run("list", "--count").output == "5\n")
      try #expect(sandbox.run("source", "remove", "shelf").code == 4)
      try #expect(
        sandbox.run("source", "remove", "shelf", "--remove-books")
          == .prints("removed shelf: 5 books are hidden  (undo: catalog undo)\n"))
      try #expect(sandbox.run("list", "--count").output == "0\n")
    }

    @Test func `an app's own source is listed and skipped by a refresh`() async throws {
      let catalog = try await BookCatalog.open(sandbox.folder.file("catalog.db"))
      let source = SimpleSource("mine") { [SourceRecord("1") { $0.title = "Dune" }] }
      _ = try await catalog.syncEngine(sources: [source]).refresh()
      catalog.close()
      let note = "skipped mine: it belongs to an app, which refreshes it when you open the app\n"
      try #expect(sandbox.run("source", "list").output.hasPrefix("mine\tapp\tactive\t1\t"))
      try #expect(sandbox.run("refresh") == Outcome(errors: "note: \(note)"))
      try #expect(sandbox.run("refresh", "--due") == .prints(""))
      let named = try sandbox.run("refresh", "mine")
      #expect(named.code == 64 && named.errors.hasPrefix("error: mine cannot be refreshed here: it belongs to an app"))
      try addShelf()
      try #expect(
        sandbox.run("refresh")
          == Outcome(
            output: "shelf: 5 added, 0 updated  (undo: catalog undo)\n", errors: "note: \(note)"))
      try #expect(sandbox.run("source", "pause", "mine").code == 0)
      try #expect(sandbox.run("refresh") == .prints("shelf: no changes\n"))
      try #expect(sandbox.run("source", "list", "--json").output.contains("\"kind\":\"app\",\"location\":null"))
    }

    @Test func `imports and local books are sources that are not refreshed`() throws {
      try #expect(sandbox.run("import", "shelf.jsonl").code == 0)
      try #expect(
        sandbox.run("source", "pause", "shelf")
          == .fails(
            64,
            """
            error: shelf cannot be refreshed: it was imported; 'catalog import FILE' imports a newer file
            usage: catalog source pause NAME [options]

            """))
      try #expect(sandbox.run("refresh", "shelf").code == 64)
      try #expect(sandbox.run("refresh", "shlf").errors == "error: no source shlf (did you mean 'shelf'?)\n")
    }
  }
}
