@testable import Catalog
@testable import CatalogModel

/// The data received from the servers of a simulated world once faults stop, before everything is delivered anew.
extension SimulatedWorld {
  /// I6: a source's values are delivered until the catalog has them, including those delivered before and undone since.
  func hearEverything() async throws {
    tell("listens")
    clock.advance(by: 200_000)
    for server in servers {
      var unheard: String?
      for _ in 1...Self.rounds {
        let report = try await refresh(server, SimulatedServer.Weather(), options(server), .none)
        unheard = report?.outcome == .complete ? unheardRecord(of: server) : "it cannot be read to its end"
        if unheard == nil { break }
      }
      if let unheard { throw SimulationViolation("I6: \(server.name) was read, and \(unheard)") }
    }
    try checkFollowed(isSettled: false)
  }

  /// Returns a record for which the catalog does not have the server's values.
  private func unheardRecord(of server: SimulatedServer) -> String? {
    for (remoteID, entry) in server.snapshot.entries.sorted(by: { $0.key < $1.key }) where !entry.isBad {
      guard let statements = entry.statements.map({ SimulatedRules.read($0, by: server.snapshot.decoder) }) else {
        continue
      }
      let state = oracle.known.records[CatalogImage.Key(source: server.name, remoteID: remoteID)]
      guard let delivered = state?.delivered, state?.isTombstone == false else {
        return "\(remoteID) is \(state?.text ?? "not there")"
      }
      for (field, text) in statements where simulatedFields.contains(field) && !(field == .title && text == nil) {
        if delivered[field] != text {
          return "\(field) of \(remoteID) is \(delivered[field] ?? "nothing"), not \(text ?? "nothing")"
        }
      }
    }
    return nil
  }
}
