import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of keys that change books in `catalog browse`, in a real terminal.
  @Suite(.serialized) struct BrowsingChanges {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    private func browser(_ arguments: String = "", columns: Int = 80, rows: Int = 24) throws -> TmuxSession {
      let session = try TmuxSession(sandbox, columns: columns, rows: rows)
      try session.browse("--offline \(arguments)")
      try session.wait(for: "the browser") { $0.contains(" of ") || $0.contains("No books") }
      return session
    }

    private func fields(_ book: Int, _ fields: String) throws -> String {
      try sandbox.run("show", String(book), "--json=\(fields)").output
    }

    @Test func `digits rate in half stars on the list and on the page, and each rating is one step`() throws {
      let session = try browser()
      try session.press("4")
      try session.see("★★★★☆ 4.0", "1Q84: rated 4  (u undoes)")
      try session.press("+")
      try session.see("★★★★½ 4.5", "1Q84: rated 4.5 (was 4)")
      try expectEqual(fields(5, "rating"), "[{\"rating\":4.5}]\n")
      try session.press("Enter")
      try session.see("your rating  4.5")
      try session.press("2")
      try session.see("your rating  2", "rated 2 (was 4.5)")
      try session.press("0")
      try session.lose("your rating")
      try session.press("u")
      try session.see("your rating  2", "undone: 1Q84: rating removed")
      try session.press("q", "u", "u", "u")
      try session.see("undone: 1Q84: rated 4  (U redoes)")
      try expectEqual(fields(5, "rating"), "[{\"rating\":null}]\n")
      try session.leaveBrowser()
    }

    @Test func `pasted text is not read as keys, and a key after a search acts on its results`() throws {
      let session = try browser()
      try session.press("/")
      try session.paste("good\nomens\t5\u{1B}d\ny")
      try session.see("/good omens 5d y")
      try session.press("Escape")
      try session.see("1–5 of 5")
      try session.paste("5dy")
      try session.see("Text cannot be pasted here. Press / to search.")
      try session.type("/omens\n4")
      try session.see("Good Omens: rated 4  (u undoes)")
      try #expect(sandbox.run("history").output.split(separator: "\n").count == 2)
      try session.leaveBrowser()
    }

    @Test func `keys in a burst have the same effect as keys one by one`() throws {
      let session = try browser()
      try session.type("vjV5")
      try session.see("3 books: rating changed  (u undoes)")
      try session.press("Escape")
      try session.lose("selected")
      try session.type("ge II\nj4")
      try session.see("1Q84 II", ": rated 4 (was 5)  (u undoes)")
      try session.type("gTnovel\nj3")
      try session.see(": rated 3 (was 4)  (u undoes)")
      try expectEqual(fields(5, "title,tags,rating"), "[{\"title\":\"1Q84 II\",\"tags\":[\"novel\"],\"rating\":5}]\n")
      try session.type("g  ")
      try session.see("1Q84 II: marked as unread")
      try #expect(sandbox.run("history").output.split(separator: "\n").count == 8)
      try session.leaveBrowser()
    }

    @Test func `quitting twice in a hurry quits once the edit is stored`() throws {
      let session = try browser()
      try session.type("4qq")
      try session.see("above", TmuxSession.prompt)
      try expectEqual(fields(5, "rating"), "[{\"rating\":4}]\n")
    }

    @Test func `undo asks if the last step made here was undone elsewhere`() throws {
      let session = try browser()
      try session.press("5")
      try session.see("1Q84: rated 5  (u undoes)")
      try session.press("1")
      try session.see("1Q84: rated 1 (was 5)  (u undoes)")
      try #expect(sandbox.run("undo").code == 0)
      try session.see("★★★★★ 5.0")
      try session.press("u")
      try session.seeMessage("Undo “1Q84: rated 5”? y: yes, any other key: no")
      try session.press("y")
      try session.see("undone: 1Q84: rated 5")
      try session.leaveBrowser()
    }

    @Test func `the read state is chosen from a menu and gets its date`() throws {
      let session = try browser()
      try session.press("m")
      let menu = try session.see("Reading status", "Enter: select  Esc: cancel")
      #expect(
        menu.contains(
          """
          Reading status
            w   want       on your list to read
            r   reading    started today
            p   paused     stopped for a while
            f   read       finished today
            a   abandoned  gave up today
          › u ✓ unread     not started
          """), "\(menu)")
      try session.press("r")
      try session.see("› ~ 1Q84", "1Q84: marked as reading, started 20")
      try session.press("m", "f")
      try session.see("› ✓ 1Q84", "marked as read, finished 20")
      #expect(try !fields(5, "started,finished").contains("null"))
      try session.press("m", "w")
      try session.see("› + 1Q84")
      #expect(
        try fields(5, "readState,started,finished").contains(#""readState":"want","started":null,"finished":null"#))
      try session.leaveBrowser()
    }

    @Test func `a book's page leads to the next and the previous book and shows changes made there`() throws {
      let session = try browser()
      try session.press("Enter")
      try session.see("1Q84\n", "authors     村上春樹", "j next  k previous  0-5 rate")
      try session.press("k")
      try session.see("This is the first book.")
      try session.press("j", "j")
      try session.see("The Color Purple\n", "Alice Walker")
      try session.press("Left", "m", "a")
      try session.see("Good Omens\n", "read state", "abandoned")
      try session.press("e")
      try session.see("title: Good Omens")
      try session.type("!\n")
      try session.see("Good Omens!\n", "title changed to “Good Omens!”")
      _ = try sandbox.run("edit-title", "4", "Better Omens")
      try session.see("Better Omens\n", "? help  q close")
      try session.press("Right", "Right", "Right", "Right")
      try session.see("This is the last book.")
      _ = try sandbox.run("remove", "1")
      try session.see("Book 1 no longer exists.", "This book is no longer in the catalog.")
      // A key meant for this book never acts on another one.
      try session.press("1")
      try session.see("“1” does nothing here")
      try session.press("q")
      try session.see("1–4 of 4")
      try expectEqual(sandbox.run("list", "rating:1", "--json=id"), .prints("[]\n"))
      try session.leaveBrowser()
    }

    @Test func `a title edited in two browsers is not lost, since an unseen change is confirmed first`() throws {
      let session = try browser()
      try session.press("e")
      try session.type("!")
      _ = try sandbox.run("edit-title", "5", "2Q84")
      try session.press("Enter")
      try session.seeMessage("The title is now “2Q84”. Enter: save yours anyway  Esc: cancel")
      #expect(try fields(5, "title").contains("2Q84"))
      try session.press("Enter")
      try session.see("title changed to “1Q84!”")
      try session.press("u")
      try session.see("›   2Q84")
      try session.leaveBrowser()
    }
  }
}
