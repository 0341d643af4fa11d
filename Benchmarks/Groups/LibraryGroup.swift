/// A calibre library on disk: first, unchanged, and with one book changed.
struct LibraryGroup: BenchGroup {
  let name = "library"
  let summary = "refreshing from a calibre library"

  /// The limits for a book in the first refresh, and for a refresh without changes, in milliseconds.
  private static let (perBook, unchanged) = (0.06, 20.0)
  private static let does = "sqlite3 reading all of the library's books with one statement, and printing them"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let folder = context.data.scratch("library")
    try Folder.remove(folder)
    defer { try? Folder.remove(folder) }
    let books = context.options.books
    try LibraryMaker.make(folder, books: books)
    let target = context.data.scratch("library.db")
    defer { context.data.remove(target) }
    let add = context.catalog("--db", target, "source", "add", "library", "calibre-library", folder)
    let refresh = context.catalog("--db", target, "refresh", "library")
    let reading = context.shell("-readonly", "\(folder)/metadata.db", LibraryMaker.readingSQL)
    let peer: (() throws -> Void)? = reading.map { reading in { try reading.run() } }
    let first = try Interleaved.measure(
      SampleCount(warmUp: 0, most: 3, budget: 120),
      {
        context.data.remove(target)
        try add.run()
        try refresh.run()
      }, peer)
    var measured = measure("catalog refresh, first of \(books)", first, peer != nil, rows: books)
    measured.limit = .milliseconds(Self.perBook * Double(books))
    results.measures.append(measured)
    // Recently written files are read once more, because the clocks of file systems are coarse.
    try Pause.seconds(3)
    try refresh.run()
    let nothing = try Interleaved.measure(SampleCount(warmUp: 2, most: 21), { try refresh.run() }, peer)
    measured = measure("catalog refresh, unchanged", nothing, peer != nil)
    measured.limit = .milliseconds(Self.unchanged)
    results.measures.append(measured)
    var turn = 0
    var samples = Samples()
    for _ in 0..<5 {
      turn += 1
      try LibraryMaker.change(folder, book: 1 + books / 2, turn: turn)
      samples.own.append(try Stopwatch.milliseconds { try refresh.run() })
      if let peer { samples.peer.append(try Stopwatch.milliseconds(peer)) }
    }
    results.measures.append(measure("catalog refresh, one book changed", samples, peer != nil))
  }

  private func measure(_ name: String, _ samples: Samples, _ hasPeer: Bool, rows: Int? = nil) -> Measure {
    var measure = Measure(name, samples, peer: hasPeer ? Self.does : nil)
    measure.rows = rows
    return measure
  }
}
