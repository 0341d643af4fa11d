import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The results of refreshes of a simulated world.
extension SimulatedWorld {
  /// Records the data that a refresh stored.
  func finish(_ server: SimulatedServer, _ report: RefreshReport?, isCrash: Bool) throws {
    let (image, answers) = (try image(), server.snapshot.answers)
    let isComplete = report?.outcome == .complete
    // The file's contents follow from the page whose cursor it has, and the pages that lead there.
    let cursor = image.positions[server.name]?.cursor
    tell("  \(answers.map { "\($0.items) to \($0.page.cursor ?? "none")" }), at \(cursor ?? "none")")
    let last =
      isComplete
      ? answers.lastIndex(where: \.isLast) : cursor == nil ? nil : answers.lastIndex { $0.page.cursor == cursor }
    let stored = Self.chain(to: last, in: answers)
    takeHalfUndoneFields(image)
    try take(image, server, mandatory: stored, retries: isCrash ? .possible : .certain)
    // A restarted enumeration releases the quarantined records that it does not mention itself.
    if isComplete, stored.contains(where: { answers[$0].items.contains { $0.remoteID == nil } }) {
      guard image.quarantine.keys.contains(where: { $0.remoteID.hasPrefix("bytes ") && $0.source == server.name })
      else {
        throw SimulationViolation("I4: what \(server.name) said that nobody could read is not in quarantine")
      }
    }
    try look(at: image)
    guard isComplete else { return }
    // The ownership counts from its last change on; everything is delivered anew then.
    let since = stored.filter { $0 >= heardBefore }
    try oracle.checkFollowed(image, server.name, delivered(by: answers, stored: since))
    server.change { state in
      for (number, answer) in answers.enumerated() {
        for item in answer.items {
          guard let remoteID = item.remoteID else { continue }
          state.skipped.remove(remoteID)
          if state.weather.change == nil, number >= heardBefore, case .delivered = item {
            state.heard[remoteID] = state.entries[remoteID]?.changed
          }
        }
      }
    }
  }

  /// Returns the answers that lead to one: each was requested with the cursor of the previous one.
  private static func chain(to last: Int?, in answers: [SimulatedServer.Answer]) -> Set<Int> {
    var (chain, next): (Set<Int>, Int?) = ([], last)
    while let number = next {
      chain.insert(number)
      let cursor = answers[number].cursor
      next = cursor == nil ? nil : answers[..<number].lastIndex { $0.page.cursor == cursor }
    }
    return chain
  }

  func take(
    _ image: CatalogImage, _ server: SimulatedServer, mandatory: Set<Int>,
    retries: SimulationOracle.Retries = .possible
  ) throws {
    let state = server.snapshot
    var (tombstones, once) = missed[server.name] ?? ([], [])
    for answer in mandatory.map({ state.answers[$0] }) {
      guard let enumeration = answer.enumeration else { continue }
      mentions["\(server.name) \(enumeration)", default: []].formUnion(answer.items.map(\.remoteID))
    }
    // Removals left by an earlier refresh may be completed in this one.
    var (allowed, forgotten) = (tombstones, Set<String>())
    for number in Set(state.answers.filter(\.isLast).compactMap(\.enumeration)).sorted() {
      let heard = mentions["\(server.name) \(number)"] ?? []
      // This includes records added by an earlier enumeration of the same refresh.
      let silent = Set(oracle.known.records.keys.filter { $0.source == server.name }.map(\.remoteID))
        .union(state.answers.flatMap(\.items).compactMap(\.remoteID)).subtracting(heard.compactMap(\.self))
      forgotten.formUnion(silent)
      if heard.contains(nil) {
        tombstones = []
      } else if case .list(isStable: false) = server.kind {
        (tombstones, once) = (silent.intersection(once), silent)
      } else {
        tombstones = silent
      }
      allowed.formUnion(tombstones)
    }
    let kept = oracle.known.records.filter { $0.key.source == server.name }.compactMap { $0.value.kept?.payload }
    try oracle.take(
      image, of: server.name, answers: state.answers, mandatory: mandatory, tombstones: allowed, forgotten: forgotten,
      decoder: state.decoder, retries: retries)
    oracle.hear(state.answers, kept: kept, of: server.name)
    missed[server.name] = (tombstones, once)
    // Newer rules may have changed the source values of edited fields.
    if oracle.known.positions[server.name]?.decoder != state.decoder {
      oracle.takeAgreed(image) { oracle, slot, base in base == oracle.theirs(slot.field, of: slot.book) }
    }
  }

  /// Checks that the reported events match the file.
  func checkEvents(_ events: AsyncStream<SyncEvent>, isCrash: Bool) async throws {
    var (reported, begun): (RefreshReport?, Int) = (nil, 0)
    for await event in events {
      switch event {
      case .stored(let report): reported = report
      case .began: begun += 1
      case .ended: begun -= 1
      case .wouldChange, .retrying: break
      }
    }
    guard begun == 0 else { throw SimulationViolation("I13: observers were not told of an end") }
    guard let reported, let step = reported.step else { return }
    let row = try ForeignConnection(catalog.path)
      .rows("SELECT added, updated, removed FROM sync_run WHERE step_id = \(step)").first
    let stored = (row ?? []).map { Int($0 ?? "") ?? 0 }
    let counts = [reported.counts.added, reported.counts.updated, reported.counts.removed]
    guard stored.count == 3, zip(stored, counts).allSatisfy({ $0 >= $1 }) else {
      throw SimulationViolation("I13: told \(counts) of step \(step), and in the file stand \(stored)")
    }
  }
}
