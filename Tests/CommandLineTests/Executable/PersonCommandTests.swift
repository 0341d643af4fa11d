import Testing

extension ExecutableTests {
  @Suite struct People {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(shelf: ExecutableTests.shelf) }

    @Test func `each person undoes and redoes their own steps, and the history names the person of a step`() throws {
      try #expect(
        sandbox.run("--as", "Anna B", "edit-title", "1", "X")
          == .prints("Dune: title changed to “X”  (undo: catalog --as 'Anna B' undo)\n"))
      try #expect(
        sandbox.run("edit-title", "3", "Y", variables: ["CATALOG_PERSON": "Ben"])
          == .prints("The Color Purple: title changed to “Y”  (undo: catalog undo)\n"))
      try #expect(sandbox.run("edit-title", "3", "Z").code == 0)
      try #expect(
        sandbox.run("history", "--limit", "3").masked
          == .prints(
            """
            4\tTIME\t\tY: title changed to “Z”
            3\tTIME\t\tThe Color Purple: title changed to “Y” (by Ben)
            2\tTIME\t\tDune: title changed to “X” (by Anna B)

            """))
      try #expect(
        sandbox.run("history", "--book", "1", "--json", "--limit", "1").masked
          == .prints(
            """
            [{"step":2,"at":"TIME","kind":"edit","summary":"Dune: title changed to “X”","byItself":false,\
            "person":"Anna B","command":"catalog edit-title 1 X","undone":false,"partly":false,\
            "changes":[{"subject":"title","old":null,"new":"X"}]}]

            """))
      try #expect(
        sandbox.run("undo", variables: ["CATALOG_PERSON": "Ben"])
          == .fails(1, "error: step 4 changed the same fields later: “Y: title changed to “Z”” (undo step 4 first)\n"))
      try #expect(
        sandbox.run("undo", "--as", "Anna B", "--dry-run") == .prints("would be undone: Dune: title changed to “X”\n"))
      try #expect(
        sandbox.run("undo", "--as", "Anna B")
          == .prints("undone: Dune: title changed to “X”  (redo: catalog --as 'Anna B' redo)\n"))
      try #expect(sandbox.run("undo", "--as", "Anna B") == .fails(1, "error: there is nothing to undo\n"))
      try #expect(sandbox.run("rate", "4", "3", "--as", "Ben").code == 0)
      try #expect(
        sandbox.run("undo")
          == Outcome(
            output: "undone: Y: title changed to “Z”  (redo: catalog redo)\n",
            errors: "note: step 5 (by Ben) is newer but was not undone (to undo it: catalog undo 5)\n"))
      try #expect(sandbox.run("redo").code == 0)
      try #expect(sandbox.run("status", variables: ["CATALOG_PERSON": "Ben"]).output.contains("\nundo\t2\n"))
      try #expect(sandbox.run("status", "--as", "Anna B").output.contains("\nundo\t0\n"))
      try #expect(sandbox.run("undo", "3", "--as", "Anna B").code == 1)
      try #expect(sandbox.run("undo", "4", "--as", "Anna B") == .prints("undone: Y: title changed to “Z”\n"))
      try #expect(
        sandbox.run("redo", "--as", "Anna B", variables: ["CATALOG_PERSON": "Ben"])
          == .prints("redone: Dune: title changed to “X”  (undo: catalog --as 'Anna B' undo)\n"))
      try #expect(sandbox.run("check") == .prints("5 books, all in order\n"))
    }

    @Test func `an invalid name is rejected before anything is done`() throws {
      try #expect(
        sandbox.run("--as", "", "undo").errors.hasPrefix("error: --as needs a name\n"))
      let long = String(repeating: "a", count: 101)
      for variables in [["CATALOG_PERSON": long], ["CATALOG_PERSON": " "]] {
        let outcome = try sandbox.run("edit-title", "1", "X", variables: variables)
        #expect(outcome.code == 64 && outcome.errors.contains("it must have 1 to 100 bytes"), "\(outcome)")
      }
      try #expect(sandbox.run("undo").output == "undone: imported shelf: 5 added, 0 updated  (redo: catalog redo)\n")
    }
  }
}
