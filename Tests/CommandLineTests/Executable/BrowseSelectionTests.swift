import CatalogTestSupport
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of selections, filters and lists of choices in `catalog browse`, in a real terminal.
  @Suite(.serialized) struct BrowsingSelections {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    private func browser(_ arguments: String = "") throws -> TmuxSession {
      let session = try TmuxSession(sandbox)
      try session.browse("--offline \(arguments)")
      try session.wait(for: "the browser") { $0.contains(" of ") || $0.contains("No books") }
      return session
    }

    @Test func `a range is rated in one step, and undo asks about it`() throws {
      let session = try browser()
      try session.press("v", "j", "V")
      // All texts in one call, since a screen may be read while it is being drawn.
      try session.see("Books, newest first (3 selected)", "\n *  1Q84", "\n *~ Good Omens", "\n›*  The Color")
      try session.press("3")
      try session.see("3 books: rating changed")
      try expectEqual(sandbox.run("list", "rating:3", "--count").output, "3\n")
      try session.press("u")
      try session.seeMessage("Undo “3 books: rating changed”? y: yes, any other key: no")
      try session.press("y")
      try session.see("undone: 3 books")
      try expectEqual(sandbox.run("list", "rating:3", "--count").output, "0\n")
      try session.press("Escape")
      try session.lose("selected")
      try session.leaveBrowser()
    }

    @Test func `all matches are changed after a question, and books are merged and removed`() throws {
      let session = try browser("pages:400..")
      try session.press("*", "m", "w")
      try session.seeMessage("Mark 3 books as want? y: yes, any other key: no")
      try session.press("y")
      try session.see("3 books: marked as want")
      try expectEqual(sandbox.run("list", "is:want", "--count").output, "3\n")
      try session.press("Escape", "v", "v", "M")
      try session.seeMessage("Merge 2 books into “1Q84”? y: yes, any other key: no")
      try session.press("y")
      try session.see("1–2 of 2", "merged")
      try session.press("g", "d")
      try session.seeMessage("Remove “1Q84”? y: yes, any other key: no")
      try session.press("y")
      try session.see("1Q84: removed", "1–1 of 1")
      try session.press("u")
      try session.see("1–2 of 2")
      try session.leaveBrowser()
    }

    @Test
    func `a yes applies only to the named books, so changed books are asked about again and never merged`()
      throws
    {
      let session = try browser("pages:400..")
      try session.press("*", "3")
      try session.seeMessage("Give 3 books 3 stars? y: yes, any other key: no")
      try #expect(sandbox.run("edit", "4", "pages=999").code == 0)
      try session.see("1–4 of 4")
      try session.press("y")
      try session.seeMessage("Give 4 books 3 stars? y: yes, any other key: no")
      try #expect(sandbox.run("list", "rating:3", "--count").output == "0\n")
      try session.press("y")
      try session.see("4 books: rating changed")
      try session.press("Escape", "g", "v", "v", "M")
      let question = try session.see("Merge 2 books into “")
      let kept = try #require(question.firstMatch(of: /into “(.+?)”/)?.output.1)
      try #expect(sandbox.run("remove", String(kept)).code == 0)
      try session.press("y")
      try session.see("selected books are no longer in the catalog; nothing was changed", "(1 selected)")
      try session.press("M")
      try session.see("Select the books to merge with v")
      try #expect(sandbox.run("undo").code == 0)
      try session.see("(2 selected)")
      try session.leaveBrowser()
    }

    @Test func `one book is removed from a selection of all matches, and missing books are reported`() throws {
      let session = try browser()
      try session.press("*")
      let all = try session.see("(all that match selected)")
      let count = try #require(all.firstMatch(of: /of (\d+)/).flatMap { Int($0.output.1) })
      try session.press("v")
      try session.see("(\(count - 1) selected)")
      try session.press("V", "2")
      try session.see("\(count - 1) books: rating changed")
      try #expect(sandbox.run("list", "rating:2", "--count").output == "\(count - 1)\n")
      try session.press("Escape", "g", "v")
      let title = try #require(
        sandbox.run("list", "--format", "{id}", "--page-size", "1").output.split(separator: "\n").first)
      try #expect(sandbox.run("remove", String(title)).code == 0)
      try session.see("(0 selected)")
      try session.press("3")
      try session.see("selected books are no longer in the catalog; nothing was changed")
      try session.leaveBrowser()
    }

    @Test func `tags are added and removed, and existing ones are offered`() throws {
      _ = try sandbox.run("tag", "1", "space", "sf")
      let session = try browser()
      try session.press("T", "Enter")
      try session.see("No tag was changed.")
      try session.press("T")
      let tags = try session.see("Tags of 1Q84. Tab: mark, -tag: remove", "space", "sf")
      #expect(tags.contains("filter:"))
      try session.type("spa")
      try session.see("› ", "space  1", "spa    new tag")
      try session.press("Tab")
      try session.see("  * space", "filter:")
      try session.press("Enter")
      try session.seeMessage("1Q84: tags set to “space”")
      try session.press("T")
      try session.see("✓ space")
      try session.type("japan")
      try session.see("japan  new tag")
      try session.press("Enter")
      try session.seeMessage("“japan; space”")
      try session.leaveBrowser()
    }

    @Test func `facets narrow the list with their counts, and a search is saved`() throws {
      let session = try browser()
      try session.press("f", "Enter")
      try session.see("Which state?", "reading", "read", "unread")
      try session.type("reading\n")
      try session.see("“is:reading”", "~ Good Omens", "1–1 of 1")
      try session.press("@")
      try session.see("Saved searches", "No saved searches yet.")
      try session.type("now")
      try session.see("@now  save the current search")
      try session.press("Enter")
      try session.see("search @now saved")
      try expectEqual(sandbox.run("list", "@now", "--count").output, "1\n")
      try session.press("Escape")
      try session.see("1–5 of 5")
      try session.press("@")
      try session.see("@now  is:reading")
      try session.press("Enter")
      try session.see("“@now”", "1–1 of 1")
      try session.leaveBrowser()
    }

    @Test func `a search without results offers a suggestion with one key`() throws {
      let session = try browser()
      try session.type("/gaimann")
      try session.see("No books match “gaimann”.", "Did you mean “gaiman”? Tab searches for it.")
      try session.press("Tab")
      try session.see("“gaiman”", "Good Omens")
      try session.press("Enter", "Escape", "/", "Up")
      try session.see("/gaiman", "Good Omens")
      try session.press("Enter")
      try session.leaveBrowser()
    }
  }
}
