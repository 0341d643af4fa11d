import CatalogTestSupport
import Testing

extension ExecutableTests {
  /// Tests of `catalog duplicates --review` in a real terminal.
  @Suite(.serialized) struct Review {
    private let sandbox: Sandbox

    init() throws {
      sandbox = Sandbox()
      try sandbox.folder.write(
        "shelf.jsonl",
        """
        {"title":"Dune","authors":["Frank Herbert"],"pages":412,"tags":["sf"]}
        {"title":"DUNE","authors":["Herbert, Frank"],"tags":["classic"]}
        {"title":"Emma","authors":["J. Austen"]}
        {"title":"Emma","authors":["Jane Austen"],"pages":474}
        {"title":"Mort","authors":["Terry Pratchett"]}
        {"title":"Mort: A Novel","authors":["Terry Pratchett"]}

        """)
      try #expect(sandbox.run("import", "shelf.jsonl").code == 0)
    }

    private func session(columns: Int = 80, rows: Int = 24) throws -> TmuxSession {
      let session = try TmuxSession(sandbox, columns: columns, rows: rows)
      try session.run("clear; echo above; catalog duplicates --review")
      try session.see("Duplicates 1 of 3")
      return session
    }

    @Test func `a group is shown at 80 by 24`() throws {
      let screen = try session().see("q quit")
      #expect(
        screen.hasPrefix(
          """
          Duplicates 1 of 3: sure
          same title and authors, except for punctuation
                    ›1: 1 kept                          2: 2
          ! title   ›Dune                               DUNE
          ! authors ›Frank Herbert                      Herbert, Frank
          ! pages   ›412
          ! tags    ›sf                                ›classic
          """), "\(screen)")
      #expect(screen.contains("\nm merge  n different  s skip  u undo  ? keys  q quit"))
    }

    @Test func `keys merge, distinguish and skip books, and all of it can be undone`() throws {
      let session = try session()
      // Merges into the second book with the title of the first.
      try session.press("Right", "1", "m")
      try session.see("Duplicates 2 of 3", "Dune: merged with 1  (u undoes)")
      try session.press("n")
      try session.see("Duplicates 3 of 3", "Emma: marked as different from 4  (u undoes)")
      try session.press("s")
      try session.see("All done: 1 merge, 1 marked as different.")
      try session.press("q")
      try session.see(
        "above", "1 merge, 1 marked as different  (to undo them one by one: catalog undo)",
        TmuxSession.prompt)
      try #expect(
        sandbox.run("show", "2", "--json=title,authors,pages,tags").output
          == "[{\"title\":\"Dune\",\"authors\":[\"Herbert, Frank\"],\"pages\":412,\"tags\":[\"classic\",\"sf\"]}]\n")
      try #expect(sandbox.run("duplicates").output.split(separator: "\n").map { $0.prefix(3) } == ["1\t5", "1\t6"])
      try #expect(sandbox.run("undo", "--steps", "2").code == 0)
      try #expect(sandbox.run("duplicates").output.split(separator: "\n").count == 6)
      try #expect(sandbox.run("check").code == 0)
    }

    @Test func `a decision is undone in the review, and its group is shown again`() throws {
      let session = try session(columns: 40, rows: 10)
      try session.press("n")
      try session.see("Duplicates 2 of 3")
      try session.press("n")
      try session.see("Duplicates 3 of 3")
      try session.press("u")
      try session.see("Duplicates 2 of 3", "undone: Emma: marked as different")
      try session.press("u")
      try session.see("Duplicates 1 of 3", "undone: Dune: marked as different")
      try session.press("?")
      try session.see("Keys", "q close")
      try session.press("q")
      try session.see("Duplicates 1 of 3")
      try session.resize(columns: 80, rows: 24)
      try session.see("except for punctuation")
      try session.press("q")
      try session.see("above", TmuxSession.prompt)
      try #expect(sandbox.run("duplicates").output.split(separator: "\n").count == 6)
    }

    @Test func `a key affects only books that were on the screen, and only if they are unchanged`() throws {
      let session = try session()
      try session.type("mmm")
      try session.see("Duplicates 2 of 3", "You pressed the key before these books were visible.")
      try #expect(sandbox.run("history").output.split(separator: "\n").count == 2)
      try #expect(sandbox.run("edit", "4", "--set", "title=Cooking for Two").code == 0)
      try session.press("m")
      try session.see("one of the books has changed, so nothing was decided", "Cooking for Two")
      try session.press("n")
      try session.see("Duplicates 3 of 3", "marked as different from 4  (u undoes)")
      try session.press("q")
      try session.see("above", TmuxSession.prompt)
    }

    @Test func `changes by another process are reported, and nothing is lost`() throws {
      let session = try session()
      try #expect(sandbox.run("remove", "2").code == 0)
      try session.press("m")
      try session.see("Duplicates 2 of 3", "no book 2")
      try session.press("q")
      try session.see("above", TmuxSession.prompt)
      try #expect(sandbox.run("show", "1", "--json=pages").output == "[{\"pages\":412}]\n")
    }
  }
}
