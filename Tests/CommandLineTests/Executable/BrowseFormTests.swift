import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of fields and texts that are edited in `catalog browse`, in a real terminal.
  @Suite(.serialized) struct BrowsingForms {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    private func browser(_ variables: [String: String] = [:]) throws -> TmuxSession {
      let session = try TmuxSession(sandbox, variables: variables)
      try session.browse("--offline")
      try session.see("1–5 of 5")
      return session
    }

    private func field(_ name: String) throws -> String { try sandbox.run("show", "5", "--json=\(name)").output }

    @Test func `a form contains every field, including user-defined ones`() throws {
      _ = try sandbox.run("field", "add", "shelf", "--choices", "attic; cellar")
      let session = try browser()
      try session.press("E")
      try session.see("Fields of 1Q84", "title", "1Q84", "authors", "村上春樹")
      try session.type("publisher")
      try session.press("Enter")
      try session.see("\npublisher:")
      try session.type("Shinchosha\n")
      try session.seeMessage("1Q84: publisher set to “Shinchosha”")
      try session.type("Epages")
      try session.press("Enter")
      try session.see("pages: 554")
      try session.type("x\n")
      try session.seeMessage("it is not a whole number")
      try session.see("pages: 554x")
      try session.press("BSpace", "BSpace", "5", "Enter")
      try session.seeMessage("pages changed from 554 to 555")
      try session.type("Eshelf")
      try session.press("Enter")
      try session.see("shelf of 1Q84", "attic", "cellar", "none")
      try session.type("cel\n")
      try session.seeMessage("1Q84: shelf set to “cellar”")
      try expectEqual(field("publisher,pages"), "[{\"publisher\":\"Shinchosha\",\"pages\":555}]\n")
      try session.press("u")
      try session.see("undone: 1Q84: shelf set")
      try session.leaveBrowser()
    }

    @Test func `a book is added once by its ISBN`() throws {
      let session = try browser()
      try session.type("a9780486284735\n")
      try session.see("ISBN or words: 9780486284735")
      try session.press("BSpace", "6", "Enter")
      try session.seeMessage("ISBN 9780486284736: added as 6  (u undoes)")
      try session.see("of 6")
      try session.type("a9780441013593\n")
      try session.seeMessage("“Dune” is already in the catalog, as 1")
      try session.wait(for: "the cursor on it") { $0.contains("›   Dune") || $0.contains("› ✓ Dune") }
      try session.leaveBrowser()
    }

    @Test func `a book's file is opened, and a failure is reported`() throws {
      try sandbox.folder.write("dune.epub", "x")
      _ = try sandbox.run("attach", "1", "dune.epub")
      _ = try sandbox.shell("mkdir bin; ln -s /bin/rm bin/xdg-open")
      let session = try TmuxSession(sandbox)
      try session.run("clear; echo above; PATH=$PWD/bin:$PATH; catalog browse --offline")
      try session.see("1–5 of 5")
      try session.press("o")
      try session.seeMessage("book 5 has no file")
      try session.press("G", "o")
      try session.see("opening ", "dune.epub")
      while try sandbox.shell("ls dune.epub").errors.isEmpty {}
      try session.press("o")
      try session.seeMessage("dune.epub: the file no longer exists")
      try sandbox.folder.write("dune.epub", "x")
      _ = try sandbox.shell("ln -sf /bin/false bin/xdg-open")
      try session.press("o")
      try session.seeMessage("could not open")
      try session.seeMessage("failed with exit code 1")
      try session.leaveBrowser()
    }

    @Test func `a wide screen shows the selected book beside the list`() throws {
      let session = try TmuxSession(sandbox, columns: 120, rows: 30)
      try session.browse("--offline")
      try session.see("│ title", "│ authors     村上春樹")
      try session.press("G")
      try session.see("│ authors         Frank Herbert")
      try session.press("4")
      try session.see("│ your rating     4")
      try session.resize(columns: 100, rows: 30)
      try session.lose("│")
      try session.leaveBrowser()
    }

    @Test func `reviews and notes are written in the editor, which has the terminal meanwhile`() throws {
      try sandbox.folder.write(
        "editor", "#!/bin/sh\necho in the editor; read line; printf '%s\\nand more\\n' \"$line\" > \"$1\"\n")
      let session = try browser(["EDITOR": "sh editor"])
      try session.press("w")
      try session.see("in the editor")
      try session.type("Long.\n")
      try session.see("1–5 of 5", "›   1Q84")
      try session.seeMessage("review set to “Long.")
      try expectEqual(field("review"), "[{\"review\":\"Long.\\nand more\"}]\n")
      try session.press("Enter", "n")
      try session.see("in the editor")
      try session.type("Mine.\n")
      try session.see("notes", "Mine.", "q close")
      try session.press("q")
      try expectEqual(sandbox.shell("ls tmp").output, "", "no draft is left")
      try session.leaveBrowser()
    }

    @Test func `text in another encoding than UTF-8 is not stored, and the file is kept`() throws {
      try sandbox.folder.write("editor", "printf 'caf\\351\\n' > \"$1\"\n")
      let session = try browser(["EDITOR": "sh editor"])
      try session.press("n")
      try session.see("it is not UTF-8 (save it as UTF-8); your text is in")
      try expectEqual(field("notes"), "[{\"notes\":null}]\n")
      #expect(try sandbox.shell("od -An -c tmp/catalog-*.txt").output.contains("351"))
      try session.leaveBrowser()
    }

    @Test(arguments: [("exit 3", "failed with exit code 3"), ("kill -9 $$", "was ended by signal 9")])
    func `an editor that fails or is killed changes nothing, and the location of the kept text is shown`(
      ending: String, words: String
    ) throws {
      try sandbox.folder.write("editor", "echo kept > \"$1\"; \(ending)\n")
      let session = try browser(["EDITOR": "exec sh editor"])
      try session.press("n")
      try session.seeMessage("exec sh editor \(words): nothing was changed; your text is in")
      try expectEqual(field("notes"), "[{\"notes\":null}]\n")
      try expectEqual(sandbox.shell("cat tmp/catalog-*.txt").output, "kept\n")
      try session.leaveBrowser()
    }

    @Test func `a suspended editor gives the terminal to the shell and continues with fg`() throws {
      try sandbox.folder.write("editor", "echo in the editor; kill -TSTP $$; echo mine > \"$1\"\n")
      let session = try browser(["EDITOR": "exec sh editor"])
      try session.press("n")
      try session.see("in the editor", TmuxSession.prompt)
      try session.run("clear; echo above")
      try session.see("above\n\(TmuxSession.prompt)")
      try session.run("fg")
      try session.see("1–5 of 5", "notes set to “mine”")
      try session.press("Down")
      try session.see("› ~ Good Omens")
      try session.leaveBrowser()
    }

    @Test func `an editor that quits without a change changes nothing`() throws {
      let session = try browser(["EDITOR": "true"])
      try session.press("n")
      try session.see("Nothing changed.")
      try expectEqual(sandbox.shell("ls tmp").output, "")
      try session.leaveBrowser()
    }

    @Test func `a text that another person has changed during editing is not replaced`() throws {
      try sandbox.folder.write("editor", "#!/bin/sh\ncatalog edit 5 notes=theirs > /dev/null; echo mine > \"$1\"\n")
      let session = try browser(["EDITOR": "sh editor"])
      try session.press("n")
      try session.seeMessage("Someone else changed the notes meanwhile, so it was not replaced; your text is in")
      try expectEqual(field("notes"), "[{\"notes\":\"theirs\"}]\n")
      try expectEqual(sandbox.shell("cat tmp/catalog-*.txt").output, "mine\n")
      try session.leaveBrowser()
    }
  }
}
