/// A folder of e-books: first, unchanged, and beside calibre's own command line.
struct FolderGroup: BenchGroup {
  let name = "folder"
  let summary = "refreshing from a folder of EPUBs"

  /// No more than people have in one folder, and no more than calibre is asked to add.
  private static let (mostBooks, fewBooks) = (10_000, 200)
  /// The limits for a book in the first scan, and for a refresh of the largest folder without changes, in milliseconds.
  private static let (perBook, unchanged) = (2.0, 300.0)
  private static let listing = "find -type f -printf: the names, sizes and times of the same files"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let count = min(context.options.books, Self.mostBooks)
    let peer = CalibrePeer(context)
    defer { try? peer?.remove() }
    try measure(context, books: count, &results)
    let few = min(count, Self.fewBooks)
    try with(context, books: few) { folder, target, refresh in
      let samples = try Interleaved.measure(
        SampleCount(warmUp: 0, most: 3, budget: 120), { try first(folder, target, context) },
        peer.map { peer in { try peer.add(folder) } })
      results.measures.append(self.measure("first scan of \(few)", samples, peer == nil ? nil : CalibrePeer.does, few))
    }
  }

  private func measure(_ context: BenchContext, books count: Int, _ results: inout GroupResults) throws {
    try with(context, books: count) { folder, target, refresh in
      let scan = try Interleaved.measure(
        SampleCount(warmUp: 0, most: 3, budget: 120), { try first(folder, target, context) }, nil)
      var measured = measure("first scan of \(count)", scan, nil, count)
      measured.limit = .milliseconds(Self.perBook * Double(count))
      results.measures.append(measured)
      // Recently written files are read once more, because the clocks of file systems are coarse.
      try Pause.seconds(3)
      try refresh.run()
      let find = ProcessCommand(program: "find", arguments: [folder, "-type", "f", "-printf", "%p %s %T@\\n"])
      let peer: (() throws -> Void)? = context.options.measuresPeers ? { try find.run() } : nil
      let nothing = try Interleaved.measure(SampleCount(warmUp: 2, most: 21), { try refresh.run() }, peer)
      measured = measure("unchanged, \(count) files", nothing, peer == nil ? nil : Self.listing, nil)
      measured.limit = .milliseconds(Self.unchanged)
      results.measures.append(measured)
    }
  }

  /// Makes a folder of books for as long as the body lasts.
  private func with(
    _ context: BenchContext, books count: Int,
    _ body: (_ folder: String, _ target: String, _ refresh: ProcessCommand) throws -> Void
  ) throws {
    let (folder, target) = (context.data.scratch("ebooks"), context.data.scratch("ebooks.db"))
    try Folder.remove(folder)
    defer {
      try? Folder.remove(folder)
      context.data.remove(target)
    }
    try EBookMaker.make(folder, books: count)
    try body(folder, target, context.catalog("--db", target, "refresh", "ebooks"))
  }

  private func first(_ folder: String, _ target: String, _ context: BenchContext) throws {
    context.data.remove(target)
    try context.catalog("--db", target, "source", "add", "ebooks", "folder", folder).run()
    try context.catalog("--db", target, "refresh", "ebooks").run()
  }

  private func measure(_ name: String, _ samples: Samples, _ does: String?, _ rows: Int?) -> Measure {
    var measure = Measure("catalog refresh, \(name)", samples, peer: does)
    measure.rows = rows
    return measure
  }
}
