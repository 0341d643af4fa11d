import CatalogTestSupport
import Testing

extension ExecutableTests {
  /// Tests of adding books in `catalog browse` from a provider's results, in a real terminal.
  @Suite(.serialized) struct BrowsingAdditions {
    private func browser(_ library: OnlineLibrary, _ arguments: String = "") throws -> TmuxSession {
      let session = try TmuxSession(library.sandbox)
      try session.browse("\(arguments)")
      try session.see("of 4")
      return session
    }

    @Test func `words are searched for online, existing books are marked, and Enter adds a book as one step`()
      throws
    {
      let library = try OnlineLibrary()
      try #expect(library.run("remove", "1").code == 0)
      let session = try TmuxSession(library.sandbox)
      try session.browse("is:unread")
      try session.see("1–3 of 3")
      try session.type("aherbert\n")
      try session.see("Found online for “herbert”", "›   Dune  Frank Herbert, 1965", "Enter: select  Esc: cancel")
      try session.press("Escape")
      try session.see("ISBN or words: herbert")
      try session.press("Enter")
      try session.see("›   Dune  Frank Herbert, 1965")
      try session.press("Enter")
      try session.seeMessage("Dune: added as 5  (u undoes)")
      try session.see("› ", "Dune", "by Frank Herbert", "1–4 of 4")
      try #expect(library.run("show", "5").output.contains("description\tAbout Dune."))
      try session.press("End")
      try session.type("adune\n")
      try session.see("› ✓ Dune  Frank Herbert, 1965, in the catalog as 5")
      try session.press("Enter")
      try session.seeMessage("“Dune” is already in the catalog, as 5")
      try session.wait(for: "the cursor on Dune") { $0.contains("›   Dune") }
      try session.press("u")
      try session.see("undone: Dune: added", "1–3 of 3")
      try session.leaveBrowser()
    }

    @Test func `a pending request is shown at once, and Esc cancels it and keeps the typed text`() throws {
      let gate = ChaosGate()
      defer { gate.open() }
      let library = try OnlineLibrary { request in
        switch request.path {
        case "/search.json" where request.query["q"] == "joyce" || request.query["q"] == "dune":
          request.query["q"] == "joyce" ? ChaosAnswer.text("{}").held(by: gate) : nil
        case "/works/OL1W.json": ChaosAnswer.text("{}").held(by: gate)
        default: nil
        }
      }
      try #expect(library.run("remove", "1").code == 0)
      let session = try TmuxSession(library.sandbox)
      try session.browse()
      try session.see("1–3 of 3")
      try session.type("ajoyce\n")
      try session.see("searching online for “joyce”…", "Esc: cancel")
      try session.press("Escape")
      try session.see("ISBN or words: joyce")
      try session.press("C-u")
      try session.type("dune\n")
      try session.see("›   Dune  Frank Herbert, 1965")
      try session.press("Enter")
      try session.see("getting “Dune”…", "Esc: cancel")
      try session.press("Escape")
      try session.see("Found online for “dune”", "›   Dune")
      try session.press("Escape", "Escape")
      try session.see("1–3 of 3", "/ search")
      try session.leaveBrowser()
      try #expect(library.run("list", "--count").output == "3\n")
    }

    @Test func `the typed text stays without a network, in offline mode, and without results`() throws {
      let library = try OnlineLibrary()
      let offline = try browser(library, "--offline")
      try offline.type("adune\n")
      try offline.seeMessage("Searching is off because of --offline. Type an ISBN, or restart without it.")
      try offline.see("ISBN or words: dune")
      try offline.press("Escape")
      try offline.leaveBrowser()
      let session = try browser(library)
      try session.type("anobody\n")
      try session.seeMessage("Nothing found online for “nobody”.")
      try session.see("ISBN or words: nobody")
      // The port was just closed, so no process listens on it.
      let gone = try ChaosServer { _ in .status(500) }
      gone.stop()
      try library.set(address: gone.url)
      try session.press("Escape")
      try session.leaveBrowser()
      let alone = try browser(library)
      try alone.type("adune\n")
      try alone.see("ISBN or words: dune")
      try alone.wait(for: "why") { $0.contains(gone.url.dropFirst(7)) && $0.contains("ISBN or words: dune") }
      try alone.press("Escape")
      try alone.leaveBrowser()
    }
  }
}
