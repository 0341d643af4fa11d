import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of keys that are typed ahead in `catalog browse` while others change the same books, before the user can see
  /// that.
  @Suite(.serialized) struct BrowsingHaste {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    private func browser(columns: Int = 80) throws -> TmuxSession {
      let session = try TmuxSession(sandbox, columns: columns)
      try session.browse("--offline")
      try session.see("of ")
      return session
    }

    private func count(_ query: String = "") throws -> String {
      try sandbox.start(["list", "--count"] + (query.isEmpty ? [] : [query])).finish().output
    }

    @Test func `a repeated question takes no key that was typed ahead`() throws {
      let session = try browser()
      try session.press("*", "3")
      try session.see("books 3 stars?")
      try #expect(sandbox.run("add", "One more").code == 0)
      let all = try count()
      try session.see("One more")
      try session.type("yTdystopia\n")
      try session.see("add “dystopia”?")
      try session.press("n")
      try session.leaveBrowser()
      try #expect(count() == all && count("rating:3") == "0\n")
    }

    @Test func `a yes that was typed ahead undoes no step from elsewhere`() throws {
      let session = try browser()
      try session.press("4")
      try session.see("rated 4")
      try #expect(sandbox.run("add", "One more").code == 0)
      try session.see("One more")
      try session.type("uy")
      try session.see("Undo “One more: added as")
      try #expect(count("one more") == "1\n")
      try session.press("y")
      try session.see("undone: One more")
      try session.leaveBrowser()
    }

    @Test func `an Enter that was typed ahead replaces no text of another person`() throws {
      let session = try browser()
      try session.press("e")
      try session.type(" XX")
      try session.see("XX")
      let id = try sandbox.run("list", "--page-size", "1", "--format", "{id}").output.split(separator: "\n")[0]
      try #expect(sandbox.run("edit-title", String(id), "By other").code == 0)
      try session.type("\nj4\n")
      try session.see("title is now “By other”")
      try #expect(count("title:other") == "1\n" && count("rating:4") == "0\n")
      try session.press("Enter")
      try session.see("title changed")
      try session.leaveBrowser()
    }

    @Test func `invalid conditions of a search are reported, and it changes nothing`() throws {
      let session = try browser()
      try session.type("/-(is:read)\n")
      try session.see("note: “-(is:read)” is searched for as text", "parentheses do not group")
      let before = try count("rating:5")
      try session.press("*", "5", "y")
      try session.see("unclear query: “-(is:read)” is searched for as text")
      try session.leaveBrowser()
      try #expect(count("rating:5") == before)
    }

    @Test func `resizing the screen answers no question`() throws {
      let session = try browser()
      try session.press("d")
      try session.see("Remove “")
      try session.resize(columns: 70, rows: 20)
      try session.see("Remove “")
      try session.press("y")
      try session.see("removed  (u undoes)")
      try session.leaveBrowser()
    }

    @Test func `in the tree the position stays with its book, and keys wait for the changes of earlier keys`() throws {
      let books = (1...6).map { "{\"title\":\"Book \($0)\",\"authors\":[\"Ann Miller\"],\"published\":\"200\($0)\"}\n" }
      try sandbox.folder.write("more.jsonl", books.joined() + "{\"title\":\"Zebra\",\"authors\":[\"Zed Zulu\"]}\n")
      try #expect(sandbox.run("import", "more.jsonl").code == 0)
      let session = try TmuxSession(sandbox)
      try session.browse("--offline title:book")
      try session.see("of 6")
      try session.type("t\njjj")
      try session.see("›", "Book 3")
      try session.wait(for: "the third book selected") { $0.contains(/›.*Book 3/) }
      try #expect(sandbox.run("add", "Book 0", "--author", "Ann Miller", "--set", "published=1999").code == 0)
      try session.see("Book 0")
      try session.wait(for: "the third book selected") { $0.contains(/›.*Book 3/) }
      try session.press("4")
      try session.see("Book 3: rated 4")
      // The selected book is removed, and the next one is selected before the last key is handled.
      try session.type("dy5")
      try session.see("Book 4: rated 5")
      try session.type("e\u{15}Book 9\n2")
      try session.see("rated 2")
      let rated = try sandbox.run("list", "title:book", "is:rated", "--sort", "title", "--format", "{title} {mine}")
        .output
      expectEqual(rated, "Book 9 2\n")
      try session.leaveBrowser()
    }
  }
}
