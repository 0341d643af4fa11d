import CatalogTestSupport
import Platform
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of `catalog browse` in a real terminal. They run one after the other, since each needs a shell, a server and
  /// two processes.
  @Suite(.serialized) struct Browsing {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    /// Starts a terminal in which the browser shows the shelf.
    private func browser(
      _ arguments: String = "", columns: Int = 80, rows: Int = 24, variables: [String: String] = [:]
    ) throws -> TmuxSession {
      let session = try TmuxSession(sandbox, columns: columns, rows: rows, variables: variables)
      try session.browse("--offline \(arguments)")
      try session.wait(for: "the browser") { $0.contains(" of ") || $0.contains("No books") || $0.contains("no books") }
      return session
    }

    /// Quits the browser, which must restore the terminal.
    private func quit(_ session: TmuxSession) throws {
      try session.leaveBrowser()
      try session.run("code=$?; clear; echo \"code $code\"; stty -a | grep -o -e '[- ]icanon' -e '[- ]echo '")
      try session.see("code 0\n icanon\n echo")
      try expectEqual(session.modes(), "1 0 0")
    }

    @Test func `the books are shown at 80 by 24`() throws {
      let session = try browser()
      try expectEqual(session.modes(), "0 1 1")
      // Waits until the bars have grown.
      let screen = try session.see("█████ 4.5", "████░ 4.3")
      #expect(
        screen.hasPrefix(
          """
          Books, newest first
          ›   1Q84                               by 村上春樹              554 p.
            ~ Good Omens                         by Terry Pratchett, Ne…         █████ 4.5
              The Color Purple                   by Alice Walker
            ✓ Les Misérables                     by Victor Hugo         1,463 p. ★★★★★ 5.0
              Dune                               by Frank Herbert         412 p. ████░ 4.3

          """), "\(screen)")
      #expect(screen.contains("\n1–5 of 5  / search  f filter  0-5 rate  m state  T tags  e title  ? help  q quit"))
      try quit(session)
    }

    @Test func `the books are shown at 40 by 10`() throws {
      let session = try browser(columns: 40, rows: 10)
      let screen = try session.see("█████", "████░")
      expectEqual(
        screen,
        """
        Books, newest first
        ›   1Q84              by 村上春樹
          ~ Good Omens        by Terry Pr… █████
            The Color Purple  by Alice Wa…
          ✓ Les Misérables    by Victor H… ★★★★★
            Dune              by Frank He… ████░



        1–5 of 5        / search  ? help  q quit

        """, "\(screen)")
      try quit(session)
    }

    @Test func `arrows and letters move through the list`() throws {
      let session = try browser()
      try session.press("Down", "Down")
      try session.see("›   The Color Purple")
      try session.press("k")
      try session.see("› ~ Good Omens")
      try session.press("End")
      try session.see("›   Dune")
      try session.press("Home", "j")
      try session.see("› ~ Good Omens")
      try session.press("G", "Up", "g")
      try session.see("›   1Q84")
      try quit(session)
    }

    @Test func `a long list is read page by page`() throws {
      try sandbox.folder.write(
        "many.jsonl", (1...500).map { "{\"title\":\"Book \($0)\"}" }.joined(separator: "\n") + "\n")
      _ = try sandbox.run("import", "many.jsonl")
      let session = try browser("Book", columns: 40, rows: 10)
      try session.see("1–8 of 500", "›   Book 500")
      try session.press("NPage")
      try session.see("8–15 of 500", "Book 493")
      try session.press("NPage", "NPage", "PPage", "End")
      try session.see("493–500 of 500", "›   Book 1\n")
      try session.press("g")
      try session.see("1–8 of 500", "›   Book 500")
      // The terminal's report of the mouse wheel.
      try session.type("\u{1B}[Ma!!\u{1B}[Ma!!")
      try session.see("7–14 of 500", "›   Book 494")
      try session.type("\u{1B}[M`!!")
      try session.see("4–11 of 500", "›   Book 494")
      try quit(session)
    }

    @Test func `a search shows its results while it is typed, and Esc closes it`() throws {
      let session = try browser()
      try session.type("/wal")
      try session.see("Books, best match first: “wal”", "The Color Purple", "/wal")
      try session.lose("Good Omens")
      try session.type("x")
      try session.see("No books match “walx”.")
      try session.press("BSpace", "BSpace", "BSpace", "BSpace")
      try session.type("misé")
      try session.see("› ✓ Les Misérables")
      try session.press("Enter")
      try session.see("1–1 of 1")
      try session.press("Escape")
      try session.see("1–5 of 5")
      try quit(session)
    }

    @Test func `search results can be sorted in another order`() throws {
      let session = try browser()
      // One book matches by title and one by author. The latter was added later.
      try session.type("/p\n")
      try session.see("Books, best match first: “p”", "›   The Color Purple", "of 2")
      try session.press("s", "Down")
      try session.see("Sort by …", "›   newest first")
      try session.press("Enter")
      try session.see("Books, newest first: “p”", "› ~ Good Omens")
      try session.type("sbest m\n")
      try session.see("Books, best match first: “p”", "›   The Color Purple")
      try session.press("Escape")
      try session.see("Books, newest first\n", "1–5 of 5")
      try quit(session)
    }

    @Test func `bars and marks are colored unless NO_COLOR is set, and the selected line is always highlighted`() throws
    {
      let colourful = try browser(variables: ["NO_COLOR": "", "TERM": "xterm-256color"])
      try colourful.see("█████ 4.5")
      let styled = try colourful.screen(withStyles: true)
      #expect(styled.contains("\u{1B}[32m█████ 4.5"), "\(styled.debugDescription)")
      #expect(styled.contains(";7m"))
      try quit(colourful)
      let plain = try browser(variables: ["NO_COLOR": "1", "TERM": "xterm-256color"])
      try plain.see("█████ 4.5")
      let unstyled = try plain.screen(withStyles: true)
      #expect(unstyled.contains(";7m"))
      #expect(!(31...37).contains { unstyled.contains("\u{1B}[\($0)m") }, "\(unstyled.debugDescription)")
      try quit(plain)
    }

    @Test func `a title is edited in its row, and the edit is undone`() throws {
      let session = try browser()
      try session.press("G", "e")
      try session.see("›   Dune\n", "Enter: save  Esc: cancel")
      try session.press("Home")
      try session.type("銀河 é ")
      try session.press("End", "!", "Enter")
      try session.see("›   銀河 é Dune!", "Dune: title changed to “銀河 é Dune!”")
      #expect(try sandbox.run("list", "--sort", "added", "--page-size", "1").output.contains("\t銀河 é Dune!\t"))
      try session.press("u")
      try session.see("undone: Dune: title changed")
      try session.wait(for: "the old title") { $0.contains("›   Dune  ") }
      try session.press("e", "x", "Escape")
      try session.lose("Enter saves")
      #expect(try sandbox.run("list", "--sort", "added", "--page-size", "1").output.contains("\tDune\t"))
      try quit(session)
    }

    @Test func `an edit is not applied to a different book with the same number in a restored backup`() throws {
      let books = (1...5).map { "{\"title\":\"Other \($0)\"}\n" }.joined()
      try sandbox.folder.write("other.jsonl", books)
      _ = try sandbox.run("import", "other.jsonl", "--db", "other.db")
      let session = try browser()
      try session.press("e")
      try session.type(" and more")
      _ = try sandbox.run("restore", "other.db", "--yes")
      try session.press("Enter")
      try session.see("“1Q84” is no longer in the catalog")
      #expect(try !sandbox.run("list").output.contains("more"))
      try session.press("Escape")
      try quit(session)
    }

    @Test func `an invalid title is rejected and can still be edited`() throws {
      let session = try browser()
      try session.press("e", "C-u", "Enter")
      try session.see("title: a book needs a title", "Enter: save  Esc: cancel")
      try session.type("2Q84")
      try session.press("Enter")
      try session.see("1Q84: title changed to “2Q84”")
      try quit(session)
    }

    @Test func `space marks a book as read, and as unread again`() throws {
      let session = try browser()
      try session.press("Space")
      try session.see("› ✓ 1Q84")
      try session.press("Space")
      try session.see("›   1Q84")
      try quit(session)
    }

    @Test func `marking a book as unread removes the dates of its last reading, and undo restores them`() throws {
      let session = try browser()
      func book() throws -> String {
        try sandbox.run("show", "2", "--json=readState,finished,earlierReadings").output
      }
      #expect(try book().contains("\"finished\":\"2025-12-24\""))
      try session.press("j", "j", "j")
      try session.see("› ✓ Les Misérables")
      try session.press("Space")
      try session.see("›   Les Misérables")
      let reading = #"{"started":null,"finished":"2025-12-24","outcome":"read","times":null}"#
      try expectEqual(book(), "[{\"readState\":\"unread\",\"finished\":null,\"earlierReadings\":[\(reading)]}]\n")
      try session.press("u")
      try session.see("› ✓ Les Misérables")
      #expect(try book().contains("\"finished\":\"2025-12-24\""))
      try quit(session)
    }

    @Test func `u undoes steps made here and asks before undoing any other`() throws {
      let session = try browser()
      _ = try sandbox.run("edit-title", "5", "2Q84")
      try session.see("›   2Q84")
      try session.press("Space")
      try session.see("› ✓ 2Q84")
      try session.press("u")
      try session.see("undone: ", "›   2Q84")
      try session.press("u")
      try session.seeMessage("Undo “1Q84: title changed to “2Q84””? y: yes, any other key: no")
      try session.press("n")
      try session.lose("Undo “")
      try session.see("›   2Q84")
      try session.press("u")
      try session.seeMessage("Undo “")
      try session.press("y")
      try session.see("undone: 1Q84: title changed", "›   1Q84")
      // Redo also asks about steps that were not undone here, but not about those undone here.
      try session.press("U")
      try session.seeMessage("Redo “1Q84: title changed to “2Q84””? y: yes, any other key: no")
      try session.press("y")
      try session.see("redone: 1Q84: title changed", "(u undoes)", "›   2Q84")
      try session.press("Space")
      try session.see("› ✓ 2Q84")
      try session.press("u")
      try session.see("undone: ", "(U redoes)", "›   2Q84")
      try session.press("C-r")
      try session.see("redone: ", "› ✓ 2Q84")
      try session.press("U")
      try session.see("Nothing to redo.")
      try session.press("u")
      try session.see("undone: ", "›   2Q84")
      try session.press("u")
      try session.seeMessage("Undo “")
      try session.press("y")
      try session.see("›   1Q84")
      // The import of all five books.
      try session.press("u")
      try session.seeMessage("Undo “imported")
      try session.press("Escape")
      try session.lose("Undo “")
      try session.see("1–5 of 5")
      try quit(session)
    }

    @Test func `the help covers the page of a book, which is shown again afterwards`() throws {
      let session = try browser()
      try session.press("Enter")
      try session.see("1Q84", "村上春樹", "? help  q close")
      try session.press("?")
      try session.see("Keys on a book's page", "toggle read (finished today)")
      try session.press("?")
      try session.see("村上春樹", "q close")
      try session.lose("toggle read (finished today)")
      try session.press("q")
      try session.see("1–5 of 5")
      try quit(session)
    }

    @Test func `a new catalog gets the sample books after a question`() throws {
      let session = try TmuxSession(Sandbox())
      try session.browse("--offline")
      try session.see("No books")
      try session.press("r")
      try session.seeMessage("No sources yet. Add some sample books? y or Enter: yes, any other key: no")
      try session.press("n")
      try session.lose("No sources yet")
      try session.press("r")
      try session.seeMessage("No sources yet.")
      try session.press("Enter")
      try session.see("samples: 204 added", "›   Changer", "1–")
      try quit(session)
    }

    @Test func `a refresh brings new books at the top, and the position stays with its book`() throws {
      let session = try browser()
      try session.press("r")
      try session.seeMessage("no sources to refresh")
      let lines = (1...20).map { "{\"id\":\"\($0)\",\"title\":\"New \($0)\"}\n" }
      try sandbox.folder.write("new.jsonl", lines.joined())
      try #expect(sandbox.run("source", "add", "new", "file", "new.jsonl").code == 0)
      try session.press("r")
      try session.see("new: 20 added", "›   1Q84", " of 25")
      try session.press("g")
      let screen = try session.lose("›   1Q84")
      #expect(screen.split(separator: "\n")[1].hasPrefix("›"))
      try quit(session)
    }

    @Test func `a failed source is reported at the bottom, and the list still works`() throws {
      _ = try sandbox.run("source", "add", "home", "file", sandbox.folder.file("nothing.jsonl"))
      let session = try browser()
      try session.press("r")
      try session.see("cannot refresh", "nothing.jsonl", "›   1Q84", "1–5 of 5")
      try session.press("Down")
      try session.see("› ~ Good Omens")
      try session.lose("cannot refresh")
      try quit(session)
    }

    @Test func `the order changes, and R reloads the list from its beginning`() throws {
      let session = try browser()
      try session.press("s", "Down", "Enter")
      try session.see("Books, by title", "›   1Q84")
      try session.type("sauthor\n")
      try session.see("Books, by author", "›   Dune")
      try session.press("G", "R")
      try session.see("1–5 of 5", "by Frank Herbert")
      try quit(session)
    }

    @Test func `the tree opens and closes`() throws {
      let session = try browser()
      try session.press("t")
      try session.see("Authors\n› ▸ Neil Gaiman (1)\n  ▸ Frank Herbert (1)")
      try session.press("Down", "Right")
      try session.see("› ▾ Frank Herbert (1)\n      Dune")
      try session.press("Down", "Space")
      try session.see("› ✓   Dune")
      try session.press("Left")
      try session.see("› ▸ Frank Herbert (1)")
      try session.lose("Dune")
      try session.press("t")
      try session.see("Books, newest first", "✓ Dune")
      try quit(session)
    }

    @Test func `Enter shows the book, c the conflicts, ? the keys`() throws {
      let session = try browser()
      try session.press("G", "Enter")
      try session.see("Dune\n", "authors         Frank Herbert", "isbn            978-0-441-01359-3", "q close")
      try session.press("q", "c")
      try session.see("No conflicts.")
      try session.press("?")
      try session.see("Keys", "search as you type")
      try session.press("Escape")
      try session.see("1–5 of 5")
      try quit(session)
    }

    @Test func `conflicts are decided by key, and others' decisions appear by themselves`() throws {
      func refresh(_ lines: (id: String, title: String)...) throws {
        let text = lines.map { "{\"id\":\"\($0.id)\",\"title\":\"\($0.title)\"}\n" }.joined()
        try sandbox.folder.write("home.jsonl", text)
        _ = try sandbox.run("refresh", "home")
      }
      _ = try sandbox.run("source", "add", "home", "file", sandbox.folder.file("home.jsonl"))
      try refresh(("a", "Emma"), ("b", "Persuasion"), ("c", "Lady Susan"))
      for (book, title) in [("6", "Mine"), ("7", "Ours"), ("8", "Hers")] {
        _ = try sandbox.run("edit-title", book, title)
      }
      try refresh(("a", "Emma, a novel"), ("b", "Persuasion, a novel"), ("c", "Lady Susan, letters"))
      let session = try browser()
      try session.press("c")
      try session.see(
        "3 conflicts", "6  Mine: title", "yours: Mine", "theirs: Emma, a novel", "before: Emma", "m keep mine")
      _ = try sandbox.run("conflicts", "resolve", "7", "title", "--mine")
      try session.see("2 conflicts")
      try session.press("j", "t")
      try session.see("1 conflict", "now uses the source's title  (u undoes)")
      try session.press("Enter")
      try session.see("Mine\n", "q close")
      try session.press("q", "m")
      try session.see("No conflicts", "No source contradicts your edits.")
      #expect(try sandbox.run("show", "6", "--json=title").output.contains("\"Mine\""))
      #expect(try sandbox.run("show", "8", "--json=title").output.contains("Lady Susan, letters"))
      try session.press("q")
      try quit(session)
    }

    @Test func `changes by another process appear by themselves`() throws {
      let session = try browser()
      _ = try sandbox.run("edit-title", "3", "The Colour Purple")
      try session.see("The Colour Purple")
      _ = try sandbox.run("add", "Emma", "--set", "authors=Jane Austen")
      try session.see("Emma", "1–6 of 6")
      _ = try sandbox.run("remove", "2")
      try session.see("1–5 of 5")
      try session.lose("Les Mis")
      try quit(session)
    }

    @Test func `rows are marked as loading until their metadata arrives`() throws {
      let session = try TmuxSession(sandbox)
      try session.browse("--provider slow")
      try session.see("by Frank Herbert         412 p. Loading…")
      // The numbers follow from the books.
      try session.wait(for: "bars, and stars of the one that is rated") { screen in
        !screen.contains("Loading…") && screen.matches(of: /[█░]{5} \d\.\d/).count == 4 && screen.contains("★★★★★ 5.0")
      }
      try quit(session)
    }

    @Test func `a change is retried while another program locks the catalog`() throws {
      let session = try browser()
      let other = try ForeignConnection(sandbox.folder.file("catalog.db"))
      try other.run("BEGIN IMMEDIATE")
      try session.press("Space")
      try session.see("Another program is writing to the catalog. Trying again…", "›   1Q84")
      try other.run("ROLLBACK")
      try session.see("› ✓ 1Q84", "1Q84: marked as read")
      try quit(session)
    }

    @Test func `a missing file is reported, nothing is stored meanwhile, and a new file is shown instead`()
      throws
    {
      try sandbox.folder.write("other.jsonl", "{\"title\":\"Emma\"}\n")
      _ = try sandbox.run("import", "other.jsonl", "--db", "other.db")
      let session = try browser()
      _ = try sandbox.shell("mkdir away && mv catalog.db* away/")
      try session.see("catalog.db is missing. Nothing can be saved until it is back.", "›   1Q84")
      try session.press("Down", "Space")
      let refused = "the open file was moved, removed or replaced (nothing was saved"
      try session.seeMessage(refused)
      try session.see("› ~ Good Omens")
      try session.press("R")
      // The rows are loaded again from the first one.
      try session.see("›   1Q84")
      try session.press("Space")
      try session.seeMessage(refused)
      _ = try sandbox.shell("mv away/catalog.db* .")
      try session.see("catalog.db is back.")
      try session.press("Space")
      try session.see("› ✓ 1Q84")
      _ = try sandbox.shell("mv catalog.db* away/ && mv other.db* catalog.db")
      try session.see("Another file has replaced catalog.db and is now open.", "›   Emma", "1–1 of 1")
      try session.press("Space")
      try session.see("› ✓ Emma")
      try quit(session)
    }

    @Test
    func `a file copied into place is opened once complete, without the old file's log`()
      throws
    {
      try sandbox.folder.write("other.jsonl", "{\"title\":\"Emma\"}\n")
      _ = try sandbox.run("import", "other.jsonl", "--db", "other.db")
      let session = try browser()
      try session.press("e")
      try session.type(" and more")
      _ = try sandbox.shell("mkdir away && mv catalog.db away/ && touch catalog.db")
      try session.see("catalog.db-wal belongs to the previous file.")
      _ = try sandbox.shell("mv catalog.db-* away/ && head -c 5000 other.db >> catalog.db")
      try session.seeMessage(
        "Another file has replaced catalog.db: cannot use catalog.db: the file is damaged")
      _ = try sandbox.shell("tail -c +5001 other.db >> catalog.db")
      try session.seeMessage("Your input was not saved: 1Q84 and more")
      try session.see("›   Emma", "1–1 of 1")
      try expectEqual(sandbox.run("list", "--db", "away/catalog.db", "--count").output, "5\n")
      try expectEqual(sandbox.run("list", "--count").output, "1\n")
      try session.press("Space")
      try session.see("› ✓ Emma")
      try quit(session)
    }

    @Test func `the window is resized down to a single cell`() throws {
      let session = try browser()
      for (columns, rows) in [(40, 10), (1, 1), (3, 2), (200, 50), (80, 24)] {
        try session.resize(columns: columns, rows: rows)
      }
      try session.see("1–5 of 5", "›   1Q84", "q quit")
      try quit(session)
    }

    @Test func `Ctrl-Z gives the terminal to the shell, and fg returns`() throws {
      let session = try browser()
      try session.press("Down")
      try session.see("› ~ Good Omens")
      try session.press("C-z")
      try session.lose("newest first")
      try session.run("clear; echo above; stty -a | grep -o -e '[- ]icanon' -e '[- ]echo '; fg")
      try session.see("› ~ Good Omens", "1–5 of 5")
      try session.press("Down")
      try session.see("›   The Color Purple")
      try quit(session)
    }

    @Test(arguments: [
      (SIGHUP, "HUP"), (SIGINT, "INT"), (SIGQUIT, "QUIT"), (SIGTERM, "TERM"), (SIGSEGV, "SEGV"), (SIGTRAP, "TRAP"),
      (SIGILL, "ILL"), (SIGABRT, "ABRT"), (SIGUSR1, "USR1"), (SIGALRM, "ALRM"), (SIGPROF, "PROF"), (40, "40"),
    ])
    func `a signal ends the browser, and the terminal is restored`(number: Int32, name: String) throws {
      let session = try TmuxSession(sandbox, variables: ["SWIFT_BACKTRACE": "enable=no"])
      try session.run(
        "ulimit -c 0; clear; echo above; sh -c 'echo $$ > browser; exec catalog browse --offline'; echo \"code $?\"")
      try session.see("1–5 of 5")
      _ = try sandbox.shell("kill -\(name) $(cat browser)")
      let screen = try session.see("above", "code \(128 + number)")
      #expect(!screen.contains("1–5 of 5"))
      try session.run("clear; stty -a | grep -o -e '[- ]icanon' -e '[- ]echo '")
      try session.see(" icanon\n echo")
      try expectEqual(session.modes(), "1 0 0")
    }

    @Test func `an unsuitable terminal is rejected with a clear message`() throws {
      try expectEqual(
        sandbox.run("browse").errors,
        """
        error: browse needs a terminal; in scripts, use 'catalog list'
        usage: catalog browse [QUERY…] [options]

        """)
      for (terminal, reason) in [
        ("dumb", "the terminal cannot move its cursor"), ("no-such", "the system has no description of it"),
      ] {
        let screen = try sandbox.onTerminal("browse", columns: 200, variables: ["TERM": terminal])
        expectEqual(
          screen.text,
          """
          error: cannot draw on the terminal \(terminal): \(reason) (set TERM to the type of your terminal, or use \
          'catalog list')

          """)
        expectEqual(screen.code, 1)
      }
    }

    @Test func `a terminal that was left in disorder is reset`() throws {
      let session = try TmuxSession(sandbox)
      try session.run(
        "tput smcup; tput civis; printf '\\033[?1000h'; stty raw -echo; catalog browse --reset-terminal; clear; "
          + "stty -a | grep -o -e '[- ]icanon' -e '[- ]echo '")
      try session.see(" icanon\n echo")
      try expectEqual(session.modes(), "1 0 0")
    }
  }
}
