import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

/// Accounts as used by an app that serves its catalog.
@Suite struct EverydayAccountTests {
  private let catalog: BookCatalog

  init() throws { catalog = try BookCatalog.temporary() }

  @Test func `an account is added, given a device, and removed`() async throws {
    let ada = try await catalog.addAccount("Ada", role: .editor)
    #expect(ada.name == "Ada" && ada.role == .editor && !ada.hasPassword && ada.role > .reader && ada.role < .owner)
    try await expectEqual(catalog.account(named: "ada"), ada)
    try await expectEqual(catalog.setRole(.owner, of: "Ada").role, .owner)
    let (token, secret) = try await catalog.addDeviceToken("e-reader", of: "Ada")
    #expect(token.account == "Ada" && token.name == "e-reader" && token.lastUsed == nil && secret.count == 26)
    #expect(token.made > ada.added.addingTimeInterval(-1))
    try await expectEqual(catalog.deviceTokens(of: "Ada"), [token])
    try await catalog.removeDeviceToken(token.id)
    #expect(try await catalog.deviceTokens().isEmpty)
    try await catalog.removeAccount("Ada")
    #expect(try await catalog.accounts().isEmpty)
  }

  @Test func `several account changes are made at once or not at all`() async throws {
    try await catalog.write { transaction in
      try transaction.addAccount("Ada", role: .owner)
      try transaction.setPasswordHash("$y$hash", of: "Ada")
      try transaction.addAccount("Ben", role: .reader)
      try transaction.setRole(.editor, of: "Ben")
      let token = try transaction.addDeviceToken("script", of: "Ben").token
      try transaction.removeDeviceToken(token.id, of: "Ben")
      try transaction.removeAccount("Ben")
    }
    let known = try await catalog.read { snapshot in
      (try snapshot.accounts(), try snapshot.account(named: "Ada")?.hasPassword, try snapshot.deviceTokens())
    }
    #expect(known.0.map(\.name) == ["Ada"] && known.1 == true && known.2.isEmpty)
    await #expect(throws: InvalidValue.self) {
      try await catalog.write { transaction in
        try transaction.addAccount("Cyd", role: .reader)
        try transaction.removeAccount("Nobody")
      }
    }
    #expect(try await catalog.account(named: "Cyd") == nil)
  }
}
