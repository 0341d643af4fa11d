import Catalog
import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("Reasons for a failed refresh") struct RefreshFailureTests {
  @Test("a rejected login explains how to log in, unless another action is needed")
  func refusals() {
    let command = TypedCommand(database: nil, person: nil)
    let address = "https://books.example/feed"
    let login = SourceFailure(.denied, address, cause: "it wants a password", remedy: .giveCredentials)
    expectEqual(
      login.text(of: "club", command),
      "club: https://books.example/feed: it wants a password (catalog source set club --user NAME)")
    let proxy = SourceFailure(.denied, address, cause: "the proxy wants a password", hint: "see http_proxy")
    expectEqual(
      proxy.text(of: "club", command), "club: https://books.example/feed: the proxy wants a password (see http_proxy)")
    #expect(
      login.text(of: "club", TypedCommand(database: "my books.db", person: nil)).hasSuffix(
        "(catalog --db 'my books.db' source set club --user NAME)"))
    let own = SourceFailure(.missing, "club", cause: "nothing there")
    expectEqual(own.text(of: "club", command), "club: nothing there")
  }
}
