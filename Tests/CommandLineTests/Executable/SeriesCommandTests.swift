import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests of the command that shows series.
  @Suite struct SeriesCommands {
    private let sandbox: Sandbox

    init() throws {
      sandbox = Sandbox()
      for (title, place) in [("Dune", "1"), ("Dune Messiah", "2"), ("God Emperor", "4"), ("Mort", "4")] {
        let series = title == "Mort" ? "Discworld" : "Dune"
        try #require(sandbox.run("add", title, "series=\(series)", "number=\(place)").code == 0)
      }
    }

    @Test func `series are listed with what is read, missing and next`() throws {
      try #expect(sandbox.run("mark", "1", "read").errors == "next in Dune: 2 Dune Messiah (#2)\n")
      try #expect(
        sandbox.run("series")
          == .prints("Discworld\t1\t0\t1-3\t#1 (missing)\nDune\t3\t1\t3\t2 Dune Messiah (#2)\n"))
      try #expect(sandbox.run("series", "--begun") == .prints("Dune\t3\t1\t3\t2 Dune Messiah (#2)\n"))
      try #expect(sandbox.run("mark", "2", "read").errors == "next in Dune: #3 (missing)\n")
    }

    @Test func `the parts of one series are listed by number, with those that are missing`() throws {
      try #expect(
        sandbox.run("series", "DUNE")
          == .prints("1\t1\tDune\t\n2\t2\tDune Messiah\t\n3\t\t(missing)\t\n4\t3\tGod Emperor\t\n"))
      let json = try sandbox.run("series", "dune", "--json").output
      #expect(json.hasPrefix(#"{"series":"Dune","count":3,"read":0,"missing":[3],"next":{"id":1,"title":"Dune","#))
      let none = try sandbox.run("series", "Dunes")
      #expect(none.code == 4 && none.errors.contains("did you mean “Dune”?"), "\(none)")
    }
  }
}
