import CatalogTestSupport
import Testing

extension ExecutableTests {
  /// Tests of keys and columns from the settings of `catalog browse`, in a real terminal.
  @Suite(.serialized) struct BrowsingSettings {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    private func browser(_ settings: String, columns: Int = 80) throws -> TmuxSession {
      _ = try sandbox.shell("mkdir -p home/.config/catalog")
      try sandbox.folder.write("home/.config/catalog/settings", settings)
      let session = try TmuxSession(sandbox, columns: columns, rows: 10)
      try session.browse("--offline")
      try session.see("of 5")
      return session
    }

    @Test func `a setting changes a key, and the help shows the change`() throws {
      let session = try browser("browse.keys.undo = z\nbrowse.keys.search = s\nbrowse.keys.sort = S\n")
      try session.see("s search  f filter")
      try session.press("4")
      try session.see("1Q84: rated 4  (z undoes)")
      try session.press("z")
      try session.see("undone: 1Q84: rated 4  (U redoes)")
      try session.press("S")
      try session.see("Sort by …")
      try session.press("Escape", "q")
      try session.see("above", TmuxSession.prompt)
    }

    @Test func `invalid settings are reported at the start and after the end, and default keys apply`() throws {
      let session = try browser(
        "# mine\nbrowse.keys.undoo = z\nbrowse.keys.redo = u\nbrowse.columns = titel, year\ncolums = id\n")
      try session.seeMessage("line 2: unknown command 'undoo'; did you mean 'undo'?")
      try session.press("4")
      try session.see("(u undoes)", "1965")
      try session.press("q")
      try session.wait(for: "the notes") { screen in
        let text = screen.split(separator: "\n").joined(separator: " ")
        return text.contains("line 3: u would be both undo and redo in the list; using the default for redo")
          && text.contains("line 4: unknown column 'titel'; did you mean 'title'?")
          && text.contains("line 5: unknown setting 'colums'; did you mean 'columns'?")
      }
    }

    @Test func `rows show the columns of the settings, as many as there is room for`() throws {
      let session = try browser("browse.columns = year, title, authors, pages\n", columns: 120)
      try session.see("›    2009  1Q84")
      try session.see("村上春樹")
      try session.resize(columns: 40, rows: 10)
      try session.see("›    2009  1Q84")
      try session.press("q")
    }
  }
}
