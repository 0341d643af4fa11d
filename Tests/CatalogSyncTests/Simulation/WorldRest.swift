import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The final rest of a simulated world, once faults stop.
extension SimulatedWorld {
  /// The maximum number of refreshes until the catalog agrees with the sources: an enumeration that was left, one that
  /// misses the removed records, and one that removes them.
  static let rounds = 5

  /// I6 and I11: in the end the catalog's contents follow from the statements of the sources and the user, regardless
  /// of the sizes and order of pages, and then nothing changes any more.
  func comeToRest() async throws {
    tell("rest")
    var dice = SeededGenerator(seed: seed &* 31)
    for server in servers { server.change { $0.settle(&dice) } }
    clock.advance(by: 200_000)
    var weather = SimulatedServer.Weather()
    weather.pageSize = Int.random(in: 1...9, using: &dice)
    for round in 1...Self.rounds {
      var isComplete = true
      for server in servers {
        var options = options(server)
        // A feed whose enumeration delivered an item that cannot be attributed no longer reports earlier removals.
        options.isFull = round == 1 && server.snapshot.enumerations.contains(where: \.isBroken)
        // If a source has become empty, the catalog asks before it removes the books, and the user agrees.
        options.allowsRemovals = true
        let report = try await refresh(server, weather, options, .none)
        isComplete = isComplete && report?.outcome == .complete
      }
      if isComplete, disagreement() == nil { break }
      if round == Self.rounds {
        throw SimulationViolation(
          "I6: after \(round) rounds: \(disagreement() ?? "a source cannot be read to its end")")
      }
    }
    try checkFollowed(isSettled: true)
    try await readByNewerRules(&dice)
    try checkFollowed(isSettled: true)
    try checkVisibility()
    let findings = try catalog.findings()
    guard findings.isEmpty else { throw SimulationViolation("I2: check says \(findings)") }
    for server in servers {
      let before = try text(of: server)
      try await refresh(server, weather, options(server), .none)
      let after = try text(of: server)
      guard before == after else {
        let changed = Set(after).symmetricDifference(before).sorted().prefix(4)
        throw SimulationViolation("I6: asking \(server.name) again changed \(changed)")
      }
    }
  }

  /// I12: with newer rules, the catalog has their values for each source, even if the source is unchanged and a refresh
  /// was killed or failed midway, and no new conflicts appear.
  private func readByNewerRules(_ dice: inout SeededGenerator) async throws {
    let conflicts = try image().conflicts
    for server in servers {
      server.change { state in
        state.decoder += 1
        state.heard = [:]
      }
      var weather = SimulatedServer.Weather()
      weather.pageSize = Int.random(in: 1...4, using: &dice)
      if dice.oneIn(2) { weather.failure = (Int.random(in: 1...3, using: &dice), .failed) }
      let crash = Incident.crash(commit: Int.random(in: 1...3, using: &dice))
      try await refresh(server, weather, options(server), dice.oneIn(2) ? crash : .none)
      clock.advance(by: 100)
      weather.failure = nil
      for _ in 0..<2 { try await refresh(server, weather, options(server), .none) }
    }
    if let disagreement = disagreement() { throw SimulationViolation("I12: by newer rules \(disagreement)") }
    let new = try image().conflicts.subtracting(conflicts)
    guard new.isEmpty else { throw SimulationViolation("I12: newer rules made conflicts of \(new.sorted())") }
  }

  /// Returns the place where the catalog disagrees with a source.
  private func disagreement() -> String? {
    for server in servers {
      let entries = server.snapshot.entries
      for (remoteID, entry) in entries.sorted(by: { $0.key < $1.key }) {
        let state = oracle.known.records[CatalogImage.Key(source: server.name, remoteID: remoteID)]
        guard let statements = entry.statements.map({ SimulatedRules.read($0, by: server.snapshot.decoder) }) else {
          continue
        }
        var delivered: [BookField: String] = [:]
        for field in simulatedFields { delivered[field] = statements[field] ?? nil }
        if state?.delivered != delivered || state?.isTombstone != false {
          return "\(remoteID) is \(state?.text ?? "not there"), and the server says \(delivered)"
        }
      }
      for (key, state) in oracle.known.records
      where key.source == server.name && state.delivered != nil && !state.isTombstone {
        if entries[key.remoteID]?.statements == nil { return "\(key.remoteID) is still there" }
      }
    }
    return nil
  }

  private func checkVisibility() throws {
    for (id, book) in try image().books {
      let states = oracle.known.books.filter { $0.value == id && !oracle.known.removedSources.contains($0.key.source) }
        .compactMap { oracle.known.records[$0.key] }
      let isTombstone = states.allSatisfy { $0.isTombstone }
      // No one imports an undone file again automatically.
      if book.hidden == 4, !oracle.known.books.contains(where: { $0.value == id && $0.key.source != Self.list }) {
        continue
      }
      guard [0, 1].contains(book.hidden) || isTombstone else {
        throw SimulationViolation("I6: book \(id) is hidden for reason \(book.hidden), and its source has it")
      }
    }
  }

  /// Returns all contents of the file except those that every refresh writes: the time of success, and the number of
  /// the enumeration.
  private func text(of server: SimulatedServer) throws -> [String] {
    let file = try ForeignConnection(catalog.path)
    var isEnumeration = false
    if case .list = server.kind { isEnumeration = true }
    var lines: [String] = []
    for table in [
      "book", "book_author", "book_tag", "field_edit", "history", "quarantine", "source", "step", "sync_run",
    ] {
      lines += try file.rows("SELECT * FROM \(table)").map { "\(table) \($0.map { $0 ?? "NULL" })" }
    }
    let generation = isEnumeration ? "" : ", seen_gen, missed_gen"
    lines += try file.rows(
      "SELECT source_id, remote_id, book_id, hash, unknown, payload, gone_at\(generation) FROM source_record"
    ).map { "source_record \($0.map { $0 ?? "NULL" })" }
    lines += try file.rows(
      "SELECT source_id, cursor, epoch, walk, etag, fail_count, last_error\(isEnumeration ? "" : ", generation") FROM sync_cursor"
    ).map { "sync_cursor \($0.map { $0 ?? "NULL" })" }
    return lines
  }
}
