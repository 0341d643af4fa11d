/// Lists as an app shows them: opened, scrolled, searched while somebody types, changed by commits.
struct LiveGroup: BenchGroup {
  let name = "lists"
  let summary = "lists that live"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    // In memory, where there is room: how long a disk takes is no matter of lists.
    let isInMemory = try EditGroup.hasRoomInMemory(for: context.data.catalog())
    let copy = isInMemory ? "\(EditGroup.memoryFolder)/catalog-bench-lists.db" : context.data.scratch("lists.db")
    let path = try context.data.copyOfCatalog(copy)
    defer { context.data.remove(path) }
    let measures: [(scene: LiveTool.Scene, name: String, runs: Int, limit: Limit)] = [
      (.open, "a list opened to its first rows", 300, .milliseconds(5)),
      (.jump, "a jump to any row", 300, .milliseconds(5)),
      (.type, "a letter in the search text, to its rows", 8_000, context.limits.keystroke),
      (.commit, "a commit of one changed book, to a list that shows it", 300, .milliseconds(5)),
      (.hear, "the same, heard of by the folder alone", 300, .milliseconds(5)),
    ]
    for (scene, name, runs, limit) in measures {
      let times = try Self.play(scene, path, runs, context)
      var measure = Measure(name, Samples(own: times), peer: nil)
      measure.limit = limit
      results.measures.append(measure)
    }
    results.measures.append(try Self.rename(context))
    try Self.browse(path, context, &results)
    if let bytes = try Self.play(.scroll, path, 1, context).first {
      results.facts.append(
        Fact(
          name: "peak memory of a list that is scrolled from end to end", value: MemoryGroup.megabytes(Int(bytes)),
          limit: "≤ 60 MB", isReached: bytes <= 60e6))
    }
    if let share = try Self.play(.idle, path, 1, context).first {
      results.facts.append(
        Fact(
          name: "processor while nothing happens", value: "\((share * 100).fixed(2)) %", limit: "0 %",
          isReached: share < 0.0005))
    }
  }

  /// A rename on a disk, in turn with the peer's, some at a time: lists live in a process of their own.
  private static func rename(_ context: BenchContext) throws -> Measure {
    let own = try context.data.copyOfCatalog(context.data.scratch("rename.db"))
    let copy = context.data.scratch("rename-grdb.db")
    defer { for path in [own, copy] { context.data.remove(path) } }
    let peer = try GRDBPeer(context, copy)
    let (turns, atOnce) = (6, 50)
    var samples = Samples()
    for turn in 0..<turns {
      samples.own += try play(.rename, own, atOnce, context)
      if let peer {
        let times = try (-5..<atOnce).map { try peer.tell(1 + context.options.books / 2, "Renamed \(turn) \($0)") }
        samples.peer += times.dropFirst(5)
      }
    }
    var measure = Measure("a rename on a disk, to a list that shows it", samples, peer: peer.map { _ in GRDBPeer.tell })
    measure.limit = .ratio(1.2)
    return measure
  }

  /// Keys of the terminal browser: what is typed before them, they themselves, and what leads back.
  private static let keys: [(name: String, before: [String], keys: [String], after: [String])] = [
    ("a line down", [], ["j"], []),
    ("a page down", [], ["\u{1B}[6~"], []),
    ("all of the screen", [], ["\u{0C}"], []),
    ("the last row and the first", [], ["G", "g"], []),
    ("a letter of a search", ["/"], ["w", "a", "l", "k", "e", "r"], ["\u{15}", "\r"]),
    ("a facet and its values", [], ["f", "\u{1B}OB", "\r"], ["\u{1B}"]),
    ("an order", [], ["s", "\u{1B}OB", "\r"], ["s", "\u{1B}OA", "\r"]),
    ("a book's page", [], ["\r", "j", "q"], []),
  ]

  /// Frames of the terminal browser, from a key to the last byte on the terminal.
  private static func browse(_ path: String, _ context: BenchContext, _ results: inout GroupResults) throws {
    let browser = try TerminalProcess(context.catalog("browse", "--db", path, "--offline"))
    for (name, before, keys, after) in Self.keys {
      var times: [Double] = []
      // With a hundred times, the 99th percentile would be the slowest one, which may have been disturbed by other
      // programs. A thousand letters take ten minutes, since the number of matches grows for a while after each.
      while times.count < 305 {
        for key in before { _ = try browser.type(key) }
        for key in keys { times.append(try browser.type(key)) }
        for key in after { _ = try browser.type(key) }
      }
      var measure = Measure("a frame of browse: \(name)", Samples(own: Array(times.dropFirst(5))), peer: nil)
      measure.limit = .p99Milliseconds(8)
      results.measures.append(measure)
    }
    try browser.end(with: "q")
  }

  private static func play(
    _ scene: LiveTool.Scene, _ path: String, _ runs: Int, _ context: BenchContext
  ) throws -> [Double] {
    let arguments = [LiveTool.name, "--db", path, "--repeat", "\(runs)", scene.rawValue]
    let command = ProcessCommand(program: context.benchProgram, arguments: arguments)
    let numbers = try command.output().split(separator: "\n").compactMap { Double($0) }
    guard !numbers.isEmpty else { throw BenchError("\(command.line) printed no number") }
    return numbers
  }
}
