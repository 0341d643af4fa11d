import Catalog
import CatalogTestSupport

/// A parent that repeatedly kills child processes that use one file, which persists between them. Half of the kills are
/// at a failpoint, half at a random moment.
struct KillingParent {
  let seed: UInt64

  func torture(runs: Int) async throws {
    var dice = SeededGenerator(seed: seed)
    let folder = TemporaryFolder()
    let path = folder.file("catalog.db")
    var record = TortureRecord()
    // The duration of an undisturbed child. The random moments are spread over it.
    let whole = try ChildRun.start(.init(path: folder.file("whole.db"), round: 0, edits: 30, seed: 1)).finish()
    guard whole.code == 0 else { throw TortureRecord.Wrong(description: "an undisturbed run ended with \(whole.code)") }
    var killed = 0
    for run in 1...max(1, runs) {
      let plan = ChildWork.Plan(
        path: path, round: run, edits: 30, seed: dice.next(), ahead: Double(run) * 1_000)
      let moment = Double.random(in: 0...whole.seconds, using: &dice)
      let commit = Int.random(in: 1...60, using: &dice)
      let killPoint: String? = dice.oneIn(2) ? nil : "\(dice.oneIn(2) ? "before" : "after") \(commit)"
      let child = try ChildRun.start(plan, kill: killPoint).finish(killAfter: killPoint == nil ? moment : nil)
      let story = "seed \(seed), run \(run), killed \(killPoint ?? "after \(moment) s")"
      do {
        guard child.code == 0 || child.code == -9 else {
          throw TortureRecord.Wrong(description: "the process ended with \(child.code)")
        }
        killed += child.code == -9 ? 1 : 0
        record.take(child)
        let catalog = try ChildWork.open(.init(path: path, round: run, edits: 0, seed: 0, ahead: plan.ahead + 500))
        defer { catalog.close() }
        try record.check(catalog)
        if dice.oneIn(2) { try await record.converge(catalog, TortureServer(round: run)) }
      } catch {
        throw TortureRecord.Wrong(description: "\(story): \(error)")
      }
    }
    print("\(runs) runs, \(killed) killed, \(record.count) edited books, all there")
    guard killed * 3 > runs else { throw TortureRecord.Wrong(description: "too few processes were killed") }
  }
}

/// A parent of two processes that refresh and edit one file at the same time.
struct PairParent {
  let seed: UInt64

  func torture(runs: Int) async throws {
    var dice = SeededGenerator(seed: seed)
    for run in 1...max(1, runs) {
      let folder = TemporaryFolder()
      let path = folder.file("catalog.db")
      let pair = try (0..<2).map { share in
        try ChildRun.start(
          .init(path: path, round: 1 + share, rounds: 3, edits: 40, seed: dice.next(), share: Int64(share)))
      }
      var record = TortureRecord()
      for process in pair {
        let child = try process.finish()
        guard child.code == 0, child.edits.count == 40 else {
          throw TortureRecord.Wrong(description: "seed \(seed), run \(run): a process ended with \(child.code)")
        }
        record.take(child)
      }
      let catalog = try ChildWork.open(.init(path: path, round: 0, edits: 0, seed: 0, ahead: 1_000))
      defer { catalog.close() }
      do {
        try record.check(catalog)
        try await record.converge(catalog, TortureServer(round: 7))
      } catch {
        throw TortureRecord.Wrong(description: "seed \(seed), run \(run): \(error)")
      }
    }
    print("\(runs) pairs of processes, every edit there")
  }
}
