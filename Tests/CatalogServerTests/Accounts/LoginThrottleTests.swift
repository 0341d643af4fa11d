import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of the limits on password guessing.
@Suite struct LoginThrottleTests {
  private static let start = Date(timeIntervalSince1970: 1_000_000)
  private static let here = NetworkAddress("192.0.2.1")

  /// Returns the time to wait before the next attempt, or `nil` if an attempt is allowed.
  private func pause(
    _ throttle: LoginThrottle, _ name: String, _ address: NetworkAddress?, at seconds: Double
  ) -> Int? {
    do {
      _ = try throttle.begin(name, address, now: Self.start.addingTimeInterval(seconds))
      return nil
    } catch {
      expectEqual(error.status, 429)
      return error.fields["retry-after"].flatMap { Int($0) } ?? -1
    }
  }

  @Test func `after five failures of a name the next attempts from any address are rejected`() throws {
    let throttle = LoginThrottle()
    for number in 0..<5 {
      #expect(pause(throttle, "Ada", NetworkAddress("192.0.2.\(number)"), at: Double(number)) == nil)
    }
    expectEqual(pause(throttle, "ada", NetworkAddress("192.0.2.99"), at: 10), 590)
    expectEqual(pause(throttle, "Ada", nil, at: 599), 1)
    #expect(pause(throttle, "Ed", NetworkAddress("192.0.2.99"), at: 10) == nil)
    // Only failures younger than ten minutes count.
    #expect(pause(throttle, "Ada", nil, at: 600) == nil)
    expectEqual(pause(throttle, "Ada", nil, at: 600), 1)
  }

  @Test func `after five failures of an address the next attempts for any name are rejected`() throws {
    let throttle = LoginThrottle()
    for number in 0..<5 { #expect(pause(throttle, "name \(number)", Self.here, at: 0) == nil) }
    expectEqual(pause(throttle, "another", Self.here, at: 1), 599)
    #expect(pause(throttle, "another", NetworkAddress("192.0.2.2"), at: 1) == nil)
    // Rejected attempts do not count as failures.
    for _ in 0..<20 { #expect(pause(throttle, "Ada", Self.here, at: 2) != nil) }
    #expect(pause(throttle, "Ada", NetworkAddress("192.0.2.3"), at: 3) == nil)
  }

  @Test func `all IPv6 addresses of a network count as one`() throws {
    let throttle = LoginThrottle()
    for number in 1...5 { #expect(pause(throttle, "n\(number)", NetworkAddress("2001:db8::\(number)"), at: 0) == nil) }
    #expect(pause(throttle, "x", NetworkAddress("2001:db8::ffff:1"), at: 0) != nil)
    #expect(pause(throttle, "x", NetworkAddress("2001:db8:0:1::1"), at: 0) == nil)
  }

  @Test func `a successful login clears only its own attempt`() throws {
    let throttle = LoginThrottle()
    for _ in 0..<4 { #expect(pause(throttle, "Ada", Self.here, at: 0) == nil) }
    for _ in 0..<10 { throttle.forgive(try throttle.begin("Ada", Self.here, now: Self.start)) }
    #expect(pause(throttle, "Ada", Self.here, at: 0) == nil)
    #expect(pause(throttle, "Ada", Self.here, at: 0) != nil)
  }

  @Test func `a clock that is set back does not prolong a wait`() throws {
    let throttle = LoginThrottle()
    for _ in 0..<5 { #expect(pause(throttle, "Ada", nil, at: 0) == nil) }
    expectEqual(pause(throttle, "Ada", nil, at: -86_400), 600)
    #expect(pause(throttle, "Ada", nil, at: -86_400 + 600) == nil)
  }

  @Test func `any number of names uses bounded memory, and no blocked name is forgotten`() throws {
    let throttle = LoginThrottle()
    for _ in 0..<5 { #expect(pause(throttle, "Ada", nil, at: 1) == nil) }
    for number in 0..<LoginThrottle.maxKeys / 2 { #expect(pause(throttle, "name \(number)", nil, at: 2) == nil) }
    #expect(pause(throttle, "Ada", nil, at: 3) != nil)
  }

  @Test(arguments: ["Ada", "Nobody"])
  func `guesses are rejected for existing and unknown accounts alike, and pending attempts count`(
    name: String
  ) async throws {
    let trial = try await AccountTrial()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<12 {
        group.addTask { try await trial.ask(.get, "/", AccountTrial.basic(name, "guess \(number)")).status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count { $0 == 401 } == 5 && statuses.count { $0 == 429 } == 7)
    let right = try await trial.ask(.get, "/", AccountTrial.basic(name))
    #expect(right.status == 429 && right.fields["retry-after"] != nil)
    let form = try await trial.ask(.post, "/login", form: [("name", name), ("password", AccountTrial.password)])
    #expect(form.status == 429 && form.fields["retry-after"] != nil && form.text.contains("<form"))
    // A token cannot be guessed, so its owner is not blocked.
    let secret = try await trial.catalog.addDeviceToken("e-reader", of: "Ada").secret
    try await expectEqual(trial.seen(AccountTrial.basic("Ada", secret)), "Ada, all")
    trial.temporary.clock.advance(by: 600)
    try await expectEqual(trial.seen(AccountTrial.basic(name)), name == "Ada" ? "Ada, all" : "401")
  }

  @Test func `a wrong password that a program sends many times at once counts as one failure`() async throws {
    let trial = try await AccountTrial()
    let accounts = ServedAccounts(trial.catalog)
    let wrong = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask {
          do {
            _ = try await accounts.login("Ada", AccountTrial.password, from: Self.here)
            return false
          } catch { return true }
        }
      }
      return await group.reduce(false) { $0 || $1 }
    }
    #expect(!wrong)
  }
}
