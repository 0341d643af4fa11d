import Catalog
import CatalogTestSupport
import FoundationEssentials
import Platform

/// The work of a process under torture, which refreshes and edits concurrently. It prints a line to standard output for
/// each acknowledged edit.
struct ChildWork {
  struct Plan {
    let path: String
    /// The round of the server, which determines its books.
    let round: Int
    let rounds: Int
    /// The number of edits to make.
    let edits: Int
    let seed: UInt64
    /// The remainder modulo two of the ids of the books to edit, or `nil` to edit all books.
    let share: Int64?
    /// The seconds by which the clock of the process is ahead, so that the lease of a killed process has expired.
    let ahead: Double

    var words: [String] {
      [
        "child", path, String(round), String(rounds), String(edits), String(seed), share.map { String($0) } ?? "all",
        String(ahead),
      ]
    }

    init(
      path: String, round: Int, rounds: Int = 1, edits: Int, seed: UInt64, share: Int64? = nil, ahead: Double = 0
    ) {
      (self.path, self.round, self.rounds, self.edits) = (path, round, rounds, edits)
      (self.seed, self.share, self.ahead) = (seed, share, ahead)
    }

    init?(_ words: some Collection<String>) {
      let words = Array(words)
      guard words.count == 7, let round = Int(words[1]), let rounds = Int(words[2]), let edits = Int(words[3]),
        let seed = UInt64(words[4]), let ahead = Double(words[6])
      else { return nil }
      self.init(
        path: words[0], round: round, rounds: rounds, edits: edits, seed: seed, share: Int64(words[5]), ahead: ahead)
    }
  }

  private let plan: Plan

  init(_ plan: Plan) { self.plan = plan }

  static func open(_ plan: Plan) throws -> BookCatalog {
    var options = BookCatalog.Options()
    options.patience = .seconds(60)
    options.now = { [ahead = plan.ahead] in Date().addingTimeInterval(ahead) }
    return try BookCatalog.open(plan.path, options: options)
  }

  func run() async throws {
    Failpoint.install()
    let (catalog, plan) = (try Self.open(plan), plan)
    async let edited: Void = Self.edit(catalog, plan)
    for round in 0..<plan.rounds {
      let engine = catalog.syncEngine(sources: [TortureServer(round: plan.round + round)])
      let report = try await engine.refresh()[0]
      // Another process may be refreshing from a different round. Any other failure is an error in this program.
      if let failure = report.failure, failure.code != .cursorRefused { throw failure }
    }
    try await edited
  }

  private static func edit(_ catalog: BookCatalog, _ plan: Plan) async throws {
    var dice = SeededGenerator(seed: plan.seed)
    var number = 0
    while number < plan.edits {
      let books = try await catalog.read { try $0.page(size: 500).books }
        .filter { plan.share == nil || $0.id.rawValue % 2 == plan.share }
      guard !books.isEmpty else {
        await Task.yield()
        continue
      }
      let book = dice.pick(books).id
      let value = "\(plan.round) \(number)"
      do {
        try await catalog.edit(book) { $0.publisher = value }
      } catch let error as CatalogError where error.code == .noSuchBook {
        // A concurrent refresh removed the book.
        continue
      }
      say("\(book) \(value)\n")
      number += 1
    }
  }

  /// Prints a line in one write, so that a kill cannot leave a partial line.
  private static func say(_ line: String) {
    var bytes = Array(line.utf8)
    _ = write(1, &bytes, bytes.count)
  }
}
