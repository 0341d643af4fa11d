import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of event streams whose accounts are removed.
@Suite struct EventRightsTests {
  @Test func `a stream ends when its account or its token is removed`() async throws {
    let trial = try await AccountTrial(requiresLogin: true)
    let token = try await trial.catalog.addDeviceToken("reader", of: "Ed")
    let ways: [HeaderFields] = [
      AccountTrial.basic("Rita"), ["Authorization": "Bearer \(token.secret)"], AccountTrial.basic("Ada"),
    ]
    var streams: [EventListener] = []
    for fields in ways {
      guard case .events(let stream) = try await trial.ask(.get, "/events", fields).body else { throw Problem(500) }
      streams.append(EventListener(stream))
    }
    try await trial.catalog.removeAccount("Rita")
    try await trial.catalog.removeDeviceToken(token.token.id, of: "Ed")
    try await trial.catalog.edit(1) { $0.title = "Another" }
    for (stream, isNotified) in zip(streams, [false, false, true]) {
      await expectEqual(stream.next()?.name, "open")
      await expectEqual(stream.next()?.name, isNotified ? "change" : nil)
    }
  }
}
