import CatalogModel
import CatalogTestSupport
import FoundationEssentials
import Testing

extension ExecutableTests {
  /// Random keys that are typed ahead in `catalog browse`, faster than it can answer: what they change is what they would change
  /// one by one, as ``TypedAhead`` knows it.
  @Suite(.serialized) struct BrowsingBursts {
    @Test(arguments: SimulatedSeeds.range(from: 1, count: 3))
    func `keys typed ahead change what they change one by one`(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      // Of long lists not all is loaded.
      var model = TypedAhead(count: Int.random(in: 1...(seed % 3 == 0 ? 600 : 30), using: &random))
      let sandbox = try Sandbox(shelf: model.shelf)
      let session = try TmuxSession(sandbox, columns: 80, rows: Int.random(in: 8...24, using: &random))
      try session.browse("--offline")
      try session.see("1–")
      var typed = ""
      for burst in 1...4 {
        for _ in 1...Int.random(in: 5...40, using: &random) { typed += model.type(using: &random) }
        // It is seen once all before it was taken.
        let end = "/nothing is called end \(burst)"
        try session.type(typed.suffix(from: typed.index(typed.startIndex, offsetBy: model.sent)) + end)
        try session.see("\(end)")
        try session.type("\n/\u{15}\n")
        typed += "\(end)\n/\u{15}\n"
        model.clearSearch(sent: typed.count)
        try session.wait(for: "the whole list") { !$0.contains("nothing is called") }
      }
      try session.leaveBrowser()
      let printed = try sandbox.run("list", "--all", "--json=title,rating,readState,tags").output
      let stored = try JSONDecoder().decode([TypedAhead.Book].self, from: Data(printed.utf8))
      let different = zip(stored, model.books).filter { $0 != $1 }
      #expect(different.isEmpty && stored.count == model.books.count, "seed \(seed): \(typed.debugDescription)")
    }
  }
}
