import CatalogModel
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

extension ExecutableTests {
  /// Tests with random keys that are typed into `catalog browse` faster than it can answer. They must have the same
  /// effect as typed one by one, as predicted by ``TypedAhead``.
  @Suite(.serialized) struct BrowsingBursts {
    @Test(arguments: SimulatedSeeds.range(from: 1, count: 3))
    func `keys typed ahead have the same effect as keys typed one by one`(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      // Long lists are loaded only in part.
      var model = TypedAhead(count: Int.random(in: 1...(seed % 3 == 0 ? 600 : 30), using: &random))
      let sandbox = try Sandbox(shelf: model.shelf)
      let typed = try type(into: sandbox, &model, &random)
      try expect(model.books, in: sandbox, "seed \(seed): \(typed.debugDescription)")
    }

    @Test(arguments: SimulatedSeeds.range(from: 1, count: 2))
    func `keys have the same effect while another program adds thousands of books above`(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      var model = TypedAhead(count: Int.random(in: 3...(seed % 2 == 0 ? 300 : 30), using: &random), hasCompany: true)
      let sandbox = try Sandbox(shelf: model.shelf)
      let rows = (1...4_000).map { "Arrival \($0),,\($0),,2020-01-01\n" }.joined()
      try sandbox.folder.write("arriving.csv", "title,author,id,published,added\n" + rows)
      // The import is stored in batches.
      let other = try sandbox.start(["import", "arriving.csv", "--source", "others"], input: "")
      let typed = try type(into: sandbox, &model, &random)
      expectEqual(other.finish().code, 0)
      try expect(model.books, in: sandbox, "seed \(seed): \(typed.debugDescription)")
    }

    /// Types bursts of keys into the browser until it quits.
    ///
    /// - Returns: The typed text.
    private func type(into sandbox: Sandbox, _ model: inout TypedAhead, _ random: inout SplitMix64) throws -> String {
      let session = try TmuxSession(sandbox, columns: 80, rows: Int.random(in: 8...24, using: &random))
      try session.browse("--offline")
      try session.see("1–")
      var typed = ""
      for burst in 1...4 {
        typed += model.begin()
        for _ in 1...Int.random(in: 5...40, using: &random) { typed += model.type(using: &random) }
        // The search text is visible only after all earlier keys were handled.
        let end = "/nothing is called end \(burst)"
        try session.type(typed.suffix(from: typed.index(typed.startIndex, offsetBy: model.sent)) + end)
        try session.see("\(end)")
        try session.type("\n/\u{15}\n")
        typed += "\(end)\n/\u{15}\n"
        model.clearSearch(sent: typed.count)
        try session.wait(for: "the whole list") { !$0.contains("nothing is called") }
      }
      try session.leaveBrowser()
      return typed
    }

    private func expect(_ books: [TypedAhead.Book], in sandbox: Sandbox, _ typed: Comment) throws {
      let printed = try sandbox.run("list", "--all", "--json=title,rating,readState,tags", "has:year").output
      let stored = try JSONDecoder().decode([TypedAhead.Book].self, from: Data(printed.utf8))
      let different = zip(stored, books).filter { $0 != $1 }
      #expect(different.isEmpty && stored.count == books.count, typed)
    }
  }
}
