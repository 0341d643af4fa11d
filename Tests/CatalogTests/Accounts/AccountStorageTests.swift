import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Accounts, device tokens and sessions in the file.
@Suite struct AccountStorageTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func count(_ table: String) throws -> Int64? {
    try catalog.view { try $0.connection.integer("SELECT count(*) FROM \(table)") }
  }

  private func login(_ name: String) async throws -> AccountLogin {
    try #require(try await catalog.read { try $0.login(named: name) })
  }

  @Test func `an account is added, found regardless of case, changed and removed`() async throws {
    let ada = try await catalog.addAccount("Ada", role: .owner, passwordHash: "hash")
    #expect(ada.name == "Ada" && ada.role == .owner && ada.hasPassword)
    let token = try await catalog.addAccount("kitchen", role: .reader)
    #expect(!token.hasPassword)
    try await expectEqual(catalog.account(named: "aDA"), ada)
    try await expectEqual(catalog.accounts().map(\.name), ["Ada", "kitchen"])
    try await expectEqual(login("ada").passwordHash, "hash")
    try await expectEqual(catalog.setRole(.editor, of: "ada").role, .editor)
    _ = try await catalog.write { try $0.setPasswordHash("other", of: "Ada") }
    try await expectEqual(login("Ada").passwordHash, "other")
    try await catalog.removeAccount("ADA")
    #expect(try await catalog.account(named: "Ada") == nil)
    #expect(try await catalog.check().findings.isEmpty)
  }

  @Test(arguments: ["", " ", "a:b", String(repeating: "x", count: 101)])
  func `invalid names are refused`(name: String) async throws {
    await #expect(throws: InvalidValue.self) { try await catalog.addAccount(name, role: .reader) }
    try expectEqual(count("person"), 0)
  }

  @Test func `a name belongs to at most one account, and unknown names have none`() async throws {
    try await catalog.addAccount("Ada", role: .owner)
    await #expect(throws: InvalidValue.self) { try await catalog.addAccount("ada", role: .reader) }
    await #expect(throws: InvalidValue.self) { try await catalog.removeAccount("Ed") }
    await #expect(throws: InvalidValue.self) { try await catalog.setRole(.owner, of: "Ed") }
    await #expect(throws: InvalidValue.self) { try await catalog.addDeviceToken("x", of: "Ed") }
    await #expect(throws: InvalidValue.self) { try await catalog.write { try $0.setPasswordHash("x", of: "Ed") } }
  }

  @Test func `removing an account removes its tokens and sessions but keeps its steps`() async throws {
    try await catalog.addAccount("Ada", role: .editor, passwordHash: "hash")
    try await catalog.addAccount("Ed", role: .editor, passwordHash: "hash")
    try await catalog.acting(as: "Ada").add { $0.title = "Emma" }
    let secret = AccessSecret()
    for name in ["Ada", "Ed"] {
      _ = try await catalog.addDeviceToken("e-reader", of: name)
      let login = try await login(name)
      let end = temporary.clock.now.addingTimeInterval(100)
      #expect(
        try await catalog.write {
          try $0.addSession(name == "Ada" ? secret : AccessSecret(), inPlaceOf: nil, of: login, end: end)
        })
    }
    try await catalog.removeAccount("Ada")
    #expect(try count("device_token") == 1 && count("session") == 1)
    let now = temporary.clock.now
    #expect(try await catalog.read { try $0.account(ofSession: secret, at: now) } == nil)
    let steps = try await catalog.read { try $0.steps() }
    expectEqual(steps.compactMap { $0.person?.name }, ["Ada"])
    try await expectEqual(catalog.persons().map(\.name), ["Ada", "Ed"])
    #expect(try await catalog.check().findings.isEmpty)
    // An account added again is the person who made these steps, and has to log in again.
    try await catalog.addAccount("Ada", role: .reader)
    #expect(try await catalog.deviceTokens(of: "Ada").isEmpty)
  }

  @Test func `account changes are not steps, change nothing visible and cannot be undone`() async throws {
    try await catalog.add { $0.title = "Emma" }
    let before = try await catalog.read { try $0.changeNumber() }
    try await catalog.addAccount("Ada", role: .owner)
    _ = try await catalog.addDeviceToken("e-reader", of: "Ada")
    try await expectEqual(catalog.read { try $0.changeNumber() }, before)
    try await expectEqual(catalog.read { try $0.steps() }.count, 1)
    try await catalog.undo()
    try await expectEqual(catalog.accounts().count, 1)
    try await expectEqual(catalog.deviceTokens().count, 1)
  }

  @Test func `the file contains hashes but no secrets`() async throws {
    try await catalog.addAccount("Ada", role: .owner)
    let (token, text) = try await catalog.addDeviceToken("e-reader", of: "Ada")
    let secret = try #require(AccessSecret(text))
    try await expectEqual(catalog.read { try $0.account(ofToken: secret) }?.token, token)
    let stored = try catalog.view { snapshot in
      try snapshot.connection.statement("SELECT hash FROM device_token").first { $0.withBlob(0) { Array($0) } }
    }
    #expect(stored == secret.hash && stored?.count == 32)
  }

  @Test func `the day of use is recorded and never moves back`() async throws {
    try await catalog.addAccount("Ada", role: .owner)
    let token = try await catalog.addDeviceToken("e-reader", of: "Ada").token
    for (day, noted) in [("2026-03-02", "2026-03-02"), ("2026-03-01", "2026-03-02"), ("2026-04-01", "2026-04-01")] {
      let date = try PartialDate(day)
      try await catalog.write { try $0.noteUse(of: token.id, on: date) }
      try await expectEqual(catalog.deviceTokens()[0].lastUsed?.description, noted)
    }
  }

  @Test func `tokens have names, are removed by their owner, and are limited in number`() async throws {
    try await catalog.addAccount("Ada", role: .owner)
    try await catalog.addAccount("Ed", role: .reader)
    let token = try await catalog.addDeviceToken("  e-reader ", of: "Ada").token
    #expect(token.name == "e-reader" && token.lastUsed == nil)
    await #expect(throws: InvalidValue.self) { try await catalog.addDeviceToken("e-reader", of: "Ada") }
    await #expect(throws: InvalidValue.self) { try await catalog.removeDeviceToken(token.id, of: "Ed") }
    await #expect(throws: InvalidValue.self) { try await catalog.addDeviceToken("", of: "Ed") }
    _ = try await catalog.addDeviceToken("e-reader", of: "Ed")
    try await catalog.removeDeviceToken(token.id, of: "Ada")
    try await expectEqual(catalog.deviceTokens().map(\.account), ["Ed"])
    let next = try await catalog.addDeviceToken("e-reader", of: "Ada").token
    #expect(next.id > token.id)
    try await catalog.write { transaction in
      for number in 1..<DeviceToken.limit { _ = try transaction.addDeviceToken("d\(number)", of: "Ada") }
    }
    await #expect(throws: InvalidValue.self) { try await catalog.addDeviceToken("one more", of: "Ada") }
  }

  @Test func `the oldest of too many sessions ends, and expired sessions are removed`() async throws {
    try await catalog.addAccount("Ada", role: .owner, passwordHash: "hash")
    let login = try await login("Ada")
    let secrets = (0...SessionTable.limit).map { _ in AccessSecret() }
    for secret in secrets {
      let end = temporary.clock.now.addingTimeInterval(10_000)
      _ = try await catalog.write { try $0.addSession(secret, inPlaceOf: nil, of: login, end: end) }
    }
    let now = temporary.clock.now
    let known = try await catalog.read { snapshot in
      try secrets.map { try snapshot.account(ofSession: $0, at: now) != nil }
    }
    expectEqual(known, [false] + Array(repeating: true, count: SessionTable.limit))
    temporary.clock.advance(by: 20_000)
    let end = temporary.clock.now.addingTimeInterval(10_000)
    _ = try await catalog.write { try $0.addSession(AccessSecret(), inPlaceOf: nil, of: login, end: end) }
    try expectEqual(count("session"), 1)
  }

  @Test func `a role written by another program grants no rights`() async throws {
    try await catalog.addAccount("Ada", role: .owner)
    try temporary.foreign().run("UPDATE account SET role = 'admin'")
    try await expectEqual(catalog.account(named: "Ada")?.role, .limited("admin"))
  }

  @Test func `a backup contains the accounts`() async throws {
    try await catalog.addAccount("Ada", role: .owner, passwordHash: "hash")
    let path = temporary.folder.file("backup.db")
    try await catalog.backup(to: path)
    let copy = try await BookCatalog.open(path)
    try await expectEqual(copy.accounts().map(\.name), ["Ada"])
  }
}
