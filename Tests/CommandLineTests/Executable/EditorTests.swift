import CatalogTestSupport
import Foundation
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of `edit` without changes, which opens the book in the user's editor. The editor is a script.
  @Suite struct EditingInEditor {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    /// Runs `edit` with an editor that runs a script on the file `$1`.
    private func edit(_ arguments: String..., script: String) throws -> Outcome {
      try sandbox.folder.write("editor.sh", script)
      let editor = "sh \(sandbox.folder.file("editor.sh"))"
      return try sandbox.start(["edit"] + arguments, input: "", variables: ["EDITOR": editor]).finish()
    }

    private func field(_ name: String, of book: String) throws -> String {
      try sandbox.run("show", book, "--json=\(name)").output
    }

    @Test func `the values that were changed in the editor are stored as one step`() throws {
      let outcome = try edit(
        "1", "--yes", script: "sed -i -e 's/^pages=.*/pages=412/' -e 's/^review=.*/review=First\\n\\n  Third/' \"$1\"")
      expectEqual(outcome.code, 0, "\(outcome)")
      try expectEqual(field("pages", of: "1"), "[{\"pages\":412}]\n")
      try expectEqual(field("review", of: "1"), "[{\"review\":\"First\\n\\nThird\"}]\n")
      try expectEqual(sandbox.run("undo").code, 0)
      try expectEqual(field("review", of: "1"), "[{\"review\":null}]\n")
      try sandbox.folder.write("again.sh", "cp \"$1\" seen.txt")
      let unchanged = try edit("1", script: "cp \"$1\" \(sandbox.folder.file("seen.txt"))")
      expectEqual(unchanged.output, "Nothing changed.\n")
      let seen = try String(contentsOfFile: sandbox.folder.file("seen.txt"), encoding: .utf8)
      #expect(seen.hasPrefix("# Book 1: ") && seen.contains("\ntitle=") && seen.contains("\nreview=\n"), "\(seen)")
    }

    @Test func `one field opens as its plain text`() throws {
      let outcome = try edit("1", "--field", "notes", script: "printf '@home = x\\n# no comment\\n' > \"$1\"")
      expectEqual(outcome.code, 0, "\(outcome)")
      try expectEqual(field("notes", of: "1"), "[{\"notes\":\"@home = x\\n# no comment\"}]\n")
    }

    @Test func `a wrong value, a failing editor and a change meanwhile store nothing and keep the text`() throws {
      for (script, message) in [
        ("sed -i 's/^pages=.*/pages=many/' \"$1\"", "error: pages “many”: it is not a whole number"),
        ("sed -i 's/^pages=/pages /' \"$1\"", "of the edited text is not of the form field=value"),
        ("echo pages=3 >> \"$1\"", "error: the edited text contains pages twice"),
        ("echo sheets=3 >> \"$1\"", "error: unknown field 'sheets'"),
        ("echo pages=3 > \"$1\"; exit 3", "failed with exit code 3; nothing was changed"),
        ("printf '\\377' > \"$1\"", "UTF-8"),
        ("sed -i 's/^pages=.*/pages=3/' \"$1\"; catalog edit 1 pages=4 --yes", "was changed meanwhile"),
      ] {
        let outcome = try edit("1", "--yes", script: script)
        #expect(outcome.code != 0 && outcome.errors.contains(message), "\(script): \(outcome)")
        let path = try #require(outcome.errors.firstMatch(of: /your text is in (\S+)/)?.1, "\(outcome)")
        #expect(FileManager.default.fileExists(atPath: String(path)))
        try FileManager.default.removeItem(atPath: String(path))
        try #expect(field("pages", of: "1") != "[{\"pages\":3}]\n")
      }
      let failing = try edit("1", script: "exit 1")
      #expect(failing.code == 1 && !failing.errors.contains("your text"), "\(failing)")
    }

    @Test func `several books, and changes with a field, do not open an editor`() throws {
      for arguments in [["1", "2"], ["--matching", "dune"], ["1", "pages=3", "--field", "notes"]] {
        let outcome = try sandbox.start(["edit"] + arguments, input: "", variables: ["EDITOR": "false"]).finish()
        expectEqual(outcome.code, 64, "\(arguments)")
      }
    }
  }
}
