import CatalogTestSupport
import Platform
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct Care {
    private let sandbox = Sandbox()

    @Test func `refresh adds 204 books, then one more each time, then none`() throws {
      try #expect(sandbox.run("refresh") == .prints("samples: 204 added, 0 updated  (undo: catalog undo)\n"))
      try #expect(
        sandbox.run("list", "--page-size", "2", "--json=id,title")
          == .prints("[{\"id\":1,\"title\":\"Changer\"},{\"id\":2,\"title\":\"SwiftUI for Absolute Beginners\"}]\n"))
      // Everything is in one file, so a copy of it is complete.
      try #expect(sandbox.files() == ["catalog.db"])
      for _ in 1...20 {
        try #expect(sandbox.run("refresh") == .prints("samples: 1 added, 0 updated  (undo: catalog undo)\n"))
      }
      try #expect(sandbox.run("refresh") == .prints("samples: no changes\n"))
      try #expect(
        sandbox.run("refresh", "--json")
          == .prints(
            "[{\"source\":\"samples\",\"added\":0,\"updated\":0,\"unchanged\":0,\"rejected\":0,\"leftOut\":0,"
              + "\"leftOutParts\":[],\"removed\":0,\"kept\":0,\"error\":null,\"outcome\":\"complete\","
              + "\"newerRules\":false}]\n"))
      try #expect(sandbox.run("list", "--page-size", "1", "--json=id") == .prints("[{\"id\":224}]\n"))
      try #expect(sandbox.run("check") == .prints("224 books, all in order\n"))
    }

    @Test func `an edit survives a refresh, and undo reverts the last edit`() throws {
      try #expect(sandbox.run("refresh").code == 0)
      try #expect(sandbox.run("edit-title", "1", "Mine").code == 0)
      try #expect(sandbox.run("refresh").code == 0)
      try #expect(sandbox.run("show", "1", "--json=title").output == "[{\"title\":\"Mine\"}]\n")
      try #expect(
        sandbox.run("undo") == .prints("undone: refreshed samples: 1 added, 0 updated  (redo: catalog redo)\n"))
      try #expect(sandbox.run("list", "--all", "--jsonl").output.split(separator: "\n").count == 204)
    }

    @Test func `status shows the contents of the catalog`() throws {
      try sandbox.folder.write("shelf.jsonl", ExecutableTests.shelf)
      try #expect(sandbox.run("import", "shelf.jsonl").code == 0)
      try #expect(sandbox.run("edit-title", "1", "X").code == 0)
      try #expect(sandbox.run("remove", "2").code == 0)
      let size = try sandbox.folder.read("catalog.db").count
      try #expect(
        sandbox.run("status")
          == .prints(
            """
            file\tcatalog.db
            size\t\(size)
            books\t4
            removed\t1
            edits\t1
            undo\t3
            source\tshelf (import): 5 records

            """))
      let schema = try ForeignConnection(sandbox.folder.file("catalog.db")).value("PRAGMA user_version") ?? ""
      try #expect(
        sandbox.run("status", "--json")
          == .prints(
            """
            {"path":"catalog.db","bytes":\(size),"schema":\(schema),"books":4,"removed":1,"foreign":0,"edits":1,"conflicts":0,\
            "steps":3,"sources":[{"name":"shelf","kind":"import","location":"\(sandbox.folder.path)/shelf.jsonl",\
            "records":5,"refreshed":null,"error":null,"user":null,"every":null,"state":null,"failed":null,"failures":0,\
            "due":null,"quarantined":0,"mine":true}],"metadata":[]}

            """))
    }

    @Test func `a missing catalog is read as an empty one and is not created`() throws {
      let hint = "hint: no catalog at catalog.db yet; 'catalog refresh' or 'catalog import FILE' creates one\n"
      try #expect(sandbox.run("list") == Outcome(errors: hint))
      try #expect(sandbox.run("list", "--json") == Outcome(output: "[]\n", errors: hint))
      try #expect(sandbox.run("tree", "--by", "tag") == Outcome(errors: hint))
      try #expect(sandbox.run("export") == Outcome(errors: hint))
      try #expect(sandbox.run("history") == Outcome(errors: hint))
      try #expect(sandbox.run("show", "1").code == 4)
      try #expect(
        sandbox.run("status")
          == Outcome(
            output: "file\tcatalog.db\nsize\t0\nbooks\t0\nedits\t0\nundo\t0\n",
            errors: hint))
      try #expect(sandbox.run("check") == .fails(4, "error: cannot check catalog.db: file not found\n"))
      try #expect(
        sandbox.run("backup", "b.db") == .fails(4, "error: cannot back up catalog.db: file not found\n"))
      try #expect(sandbox.run("--read-only", "refresh").code == 4)
      try #expect(sandbox.files() == [])
      try #expect(sandbox.shell("ls tmp").output == "")
    }

    @Test func `the catalog is found by option, environment and default location`() throws {
      try #expect(sandbox.run("add", "A", variables: ["CATALOG_DB": ""]).code == 0)
      try #expect(
        sandbox.shell("stat -c %a home/.local/share/catalog home/.local/share/catalog/catalog.db").output
          == "700\n600\n")
      let data = sandbox.folder.file("data")
      try #expect(sandbox.run("add", "B", variables: ["CATALOG_DB": "", "XDG_DATA_HOME": data]).code == 0)
      try #expect(sandbox.shell("ls data/catalog").output == "catalog.db\n")
      try #expect(
        sandbox.run("list", "--json=title", variables: ["CATALOG_DB": "nosuch.db", "XDG_DATA_HOME": data]).output
          == "[]\n")
      try #expect(
        sandbox.run(
          "--db", "data/catalog/catalog.db", "list", "--json=title", variables: ["CATALOG_DB": "nosuch.db"])
          == .prints("[{\"title\":\"B\"}]\n"))
      try #expect(
        sandbox.run("--db", "nosuch/x.db", "add", "X")
          == .fails(
            4,
            "error: cannot create nosuch/x.db: no such file or directory "
              + "(create its folder first, or choose another file)\n"
          )
      )
    }

    @Test func `check finds changes by another program and adopts them on request`() throws {
      try #expect(sandbox.run("refresh").code == 0)
      let foreign = try ForeignConnection(sandbox.folder.file("catalog.db"))
      try foreign.run("INSERT INTO book (title, authors, pages) VALUES ('Foreign', 'Some One', 5)")
      #expect(throws: ForeignConnection.Failure.self) { try foreign.run("UPDATE book SET title = 'X' WHERE id = 1") }
      #expect(throws: ForeignConnection.Failure.self) { try foreign.run("DELETE FROM book WHERE id = 1") }
      try #expect(sandbox.run("search", "foreign") == .prints(""))
      try #expect(
        sandbox.run("status").errors
          == "warning: another program wrote 1 book; 'catalog check --repair' adds them\n")
      let finding = "books written by another program, not yet added: 1\n"
      try #expect(
        sandbox.run("check")
          == Outcome(output: finding, errors: "hint: 'catalog check --repair' repairs this\n", code: 65))
      try #expect(sandbox.run("check", "--repair") == .prints(finding + "repaired\n"))
      try #expect(sandbox.run("check") == .prints("205 books, all in order\n"))
      try #expect(
        sandbox.run("search", "foreign", "--json=id,title,authors,pages")
          == .prints("[{\"id\":205,\"title\":\"Foreign\",\"authors\":[\"Some One\"],\"pages\":5}]\n"))
      try #expect(sandbox.run("undo").code == 0)
      try #expect(sandbox.run("check") == .prints("204 books, all in order\n"))
    }

    @Test func `check finds an inconsistent search index, and repair fixes it`() throws {
      try #expect(sandbox.run("refresh").code == 0)
      try ForeignConnection(sandbox.folder.file("catalog.db"))
        .run("DELETE FROM posting WHERE term = '*'; DELETE FROM book_tag WHERE book_id = 3")
      try #expect(
        sandbox.run("check")
          == Outcome(
            output: """
              the search index does not match the words of the books
              the tables of authors, tags and identifiers do not match the books

              """, errors: "hint: 'catalog check --repair' repairs this\n", code: 65))
      try #expect(sandbox.run("check", "--repair").code == 0)
      try #expect(sandbox.run("check") == .prints("204 books, all in order\n"))
      try #expect(sandbox.run("search", "ghost") == .prints(""))
    }

    @Test func `a backup is one file, and restore puts it back`() throws {
      try #expect(sandbox.run("refresh").code == 0)
      let before = try sandbox.run("export").output
      try #expect(sandbox.run("backup", "b.db") == .prints("backed up to b.db\n"))
      try #expect(
        sandbox.run("backup", "b.db")
          == .fails(
            1, "error: cannot back up to b.db: the file exists (choose another name, or remove it first)\n"))
      try #expect(sandbox.run("edit-title", "1", "X").code == 0)
      try #expect(
        sandbox.run("restore", "b.db")
          == .fails(
            64,
            """
            error: this would replace the 204 books of the catalog; add --yes to confirm
            usage: catalog restore FILE [options]

            """))
      let outcome = try sandbox.run("restore", "b.db", "--yes")
      #expect(outcome.output.hasPrefix("restored b.db; the previous catalog is in catalog.db.before-restore-20"))
      try #expect(sandbox.run("export").output == before)
      let copy = String(outcome.output.dropLast().split(separator: " ").last ?? "")
      try #expect(sandbox.run("--db", copy, "show", "1", "--json=title") == .prints("[{\"title\":\"X\"}]\n"))
      try #expect(sandbox.files().filter { !$0.contains("before") } == ["b.db", "catalog.db"])
      try #expect(sandbox.run("check") == .prints("204 books, all in order\n"))
      try #expect(sandbox.run("--db", "new.db", "restore", "b.db").code == 0)
      try #expect(sandbox.run("--db", "new.db", "export").output == before)
    }

    @Test func `an interrupted backup is complete or absent`() throws {
      let rows = (1...30_000).map { "\($0),\"Book number \($0) of many\",Author \($0 % 500)\n" }
      try sandbox.folder.write("many.csv", "id,title,authors\n" + rows.joined())
      try #expect(sandbox.run("import", "many.csv").code == 0)
      for signal in [SIGINT, SIGTERM, SIGHUP, SIGKILL] {
        let backup = try sandbox.start(["backup", "b.db"])
        // Interrupts from the moment at which a part of the backup exists. It may be complete by then.
        try #expect(sandbox.shell("until ls | grep -q '^b.db'; do :; done").code == 0)
        backup.send(signal)
        let code = backup.finish().code
        #expect([0, signal == SIGINT ? 130 : -signal].contains(code))
        let left = try sandbox.files().filter { $0.hasPrefix("b.db") }
        if code == 0 { expectEqual(left, ["b.db"]) }
        // A killed process cannot clean up. The remaining file has another name.
        if signal != SIGKILL { #expect(left == [] || left == ["b.db"]) }
        if left.contains("b.db") {
          try #expect(sandbox.run("--db", "b.db", "check") == .prints("30,000 books, all in order\n"))
        }
        try #expect(sandbox.shell("rm -f b.db*").code == 0)
      }
    }

    @Test func `commands that read or change an empty file report that it is empty and do not write to it`() throws {
      try sandbox.folder.write("empty.db", "")
      let empty = Outcome.fails(
        65,
        "error: cannot open empty.db: the file is empty (wait until it has been copied, or choose another file)\n")
      for command in [
        ["list"], ["search", "dune"], ["show", "1"], ["tree", "--by", "tag"], ["status"], ["history"], ["export"],
        ["check"],
        ["check", "--repair"], ["backup", "b.db"], ["edit-title", "1", "X"], ["undo"], ["remove", "1"],
        ["refresh", "--dry-run"], ["add", "X", "--dry-run"], ["--read-only", "list"],
      ] {
        try #expect(sandbox.start(["--db", "empty.db"] + command, input: "").finish() == empty, "\(command)")
      }
      try #expect(sandbox.folder.read("empty.db") == [])
      try #expect(sandbox.files() == ["empty.db"])
      // A command that may create a catalog may create it in an empty file.
      try #expect(sandbox.run("--db", "empty.db", "add", "Dune").code == 0)
      try #expect(sandbox.run("--db", "empty.db", "check") == .prints("1 book, all in order\n"))
    }

    @Test func `hints contain the path of the catalog, so that they can be copied`() throws {
      let named = "catalog --db 'my books.db'"
      let outcomes: [([String], Int32, String)] = [
        (["add", "A"], 0, ""),
        (["show", "9"], 4, "error: no book 9 (try '\(named) search …' to find its number)\n"),
        (["why", "9"], 4, "error: no book 9 (try '\(named) search …' to find its number)\n"),
        (["source", "pause", "x"], 4, "error: no source x ('\(named) source list' lists the sources)\n"),
        (
          ["conflicts", "resolve", "1", "title", "--mine"], 1,
          "error: book 1 has no conflict in its title ('\(named) conflicts' lists all conflicts)\n"
        ),
      ]
      for (words, code, errors) in outcomes {
        let outcome = try sandbox.start(["--db", "my books.db"] + words, input: "").finish()
        #expect(outcome.code == code && outcome.errors == errors)
      }
      try #expect(sandbox.run("--db", "", "list").code == 64)
    }

    @Test func `an invalid backup is rejected and changes nothing`() throws {
      try #expect(sandbox.run("add", "A").code == 0)
      let before = try sandbox.run("export").output
      try sandbox.folder.write("text.db", String(repeating: "no database at all\n", count: 100))
      try sandbox.folder.write("empty.db", "")
      try #expect(
        sandbox.run("restore", "nosuch.db", "--yes")
          == .fails(4, "error: cannot restore nosuch.db: file not found\n"))
      try #expect(
        sandbox.run("restore", "empty.db", "--yes")
          == .fails(65, "error: cannot restore empty.db: the file is empty\n"))
      let reason = "the file is not a SQLite database (use a file created by 'catalog backup FILE')"
      try #expect(
        sandbox.run("restore", "text.db", "--yes") == .fails(65, "error: cannot use text.db: \(reason)\n"))
      try #expect(sandbox.run("restore", "home", "--yes").code == 1)
      try #expect(sandbox.run("export").output == before)
    }
  }
}
