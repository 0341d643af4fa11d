import Catalog
import CatalogModel
import FoundationEssentials
import Synchronization

/// The accounts of a catalog, against which the server checks credentials. Each request looks up its account in the
/// file, using an index. If any process removes an account or changes its role, the change takes effect with the next
/// request.
final class ServedAccounts: Sendable {
  /// The accounts that match the credentials of a request.
  struct Known: Sendable {
    /// True if the catalog has any account.
    var hasAccounts = false
    /// The account of the user whom a trusted proxy names.
    var ofProxy: Account?
    /// The account that the session cookie belongs to.
    var ofSession: Account?
    /// The account that the device token belongs to, and the token.
    var ofToken: (account: Account, token: DeviceToken)?
    /// The account with the name that was sent with a password.
    var ofName: AccountLogin?
  }

  private let catalog: BookCatalog
  private let throttle = LoginThrottle()
  private let verified = VerifiedCredentials()
  private let work = PasswordWork()
  /// The password checks in progress. Concurrent requests with the same password share one check, because programs send
  /// several at once.
  private let flights = SharedTasks<VerifiedCredentials.Digest, AccountLogin>(lastCaller: .leaves)
  /// The last day of use that was stored for each token.
  private let used = Mutex<[DeviceToken.ID: PartialDate]>([:])

  init(_ catalog: BookCatalog) { self.catalog = catalog }

  var now: Date { catalog.now() }

  /// True if the catalog is read-only. Nobody can then log in with a browser, because sessions cannot be stored.
  var isReadOnly: Bool { catalog.isReadOnly }

  /// Looks up the accounts that match the credentials of a request.
  func known(proxyUser: String?, session: AccessSecret?, token: AccessSecret?, name: String?) throws -> Known {
    let now = now
    return try catalog.read { snapshot in
      guard try snapshot.hasAccounts() else { return Known() }
      var known = Known(hasAccounts: true)
      known.ofProxy = try proxyUser.flatMap { try snapshot.account(named: $0) }
      known.ofSession = try session.flatMap { try snapshot.account(ofSession: $0, at: now) }
      known.ofToken = try token.flatMap { try snapshot.account(ofToken: $0) }
      known.ofName = try name.flatMap { try snapshot.login(named: $0) }
      return known
    }
  }

  // MARK: Passwords

  /// Returns true if a name and a password were recently correct from the same address, and the account has not changed
  /// since.
  ///
  /// Returns false if too many attempts from that address have failed. Otherwise, a fast response would reveal that a
  /// guessed password is correct.
  func wereRight(_ name: String, _ password: String, from address: NetworkAddress?, for login: AccountLogin?) -> Bool {
    guard let login, !throttle.refusesGuesses(name, address, now: now) else { return false }
    return verified.contains(verified.digest(name, password, from: address), for: login, now: now)
  }

  /// Returns the account for a name and a password.
  ///
  /// - Throws: ``Problem``: 401 if the name or the password is wrong; 429 after too many failures.
  func login(_ name: String, _ password: String, from address: NetworkAddress?) async throws -> AccountLogin {
    let digest = verified.digest(name, password, from: address)
    return try await flights.value(of: digest) { [self] in
      let attempt = try throttle.begin(name, address, now: now)
      let login = try await catalog.read { try $0.login(named: name) }
      guard try await work.isRight(password, login?.passwordHash), let login else { throw Problem.wrongLogin }
      throttle.forgive(attempt)
      verified.insert(digest, for: login, now: now)
      return login
    }
  }

  // MARK: Sessions

  /// Logs a browser in, and ends its previous session.
  ///
  /// - Returns: The secret of the new session.
  /// - Throws: ``Problem``, 401, if the account was changed meanwhile.
  func beginSession(_ login: AccountLogin, inPlaceOf old: AccessSecret?) async throws -> AccessSecret {
    let secret = AccessSecret()
    let end = now.addingTimeInterval(SessionCookie.duration)
    let isStored = try await catalog.write { try $0.addSession(secret, inPlaceOf: old, of: login, end: end) }
    guard isStored else { throw Problem.wrongLogin }
    return secret
  }

  /// Logs a browser out.
  func endSession(_ secret: AccessSecret) async throws { try await catalog.write { try $0.removeSession(secret) } }

  // MARK: Device tokens

  /// Returns the device tokens of an account.
  func tokens(of account: String) throws -> [DeviceToken] { try catalog.read { try $0.deviceTokens(of: account) } }

  /// Creates a device token; see ``BookCatalog/addDeviceToken(_:of:)``.
  func addToken(_ name: String, of account: String) async throws -> (token: DeviceToken, secret: String) {
    try await catalog.addDeviceToken(name, of: account)
  }

  /// Removes a device token of an account.
  func removeToken(_ token: DeviceToken.ID, of account: String) async throws {
    try await catalog.removeDeviceToken(token, of: account)
  }

  /// Stores the day of a token's use, at most once a day and without delaying the response. Errors are ignored, because
  /// nothing depends on the day.
  func noteUse(of token: DeviceToken) {
    let day = PartialDate.day(at: now)
    guard !catalog.isReadOnly, token.lastUsed.map({ $0 < day }) ?? true else { return }
    let isNew = used.withLock { used in
      if used.count > 10_000 { used = [:] }
      return used.updateValue(day, forKey: token.id) != day
    }
    guard isNew else { return }
    Task { [catalog] in try? await catalog.write { try $0.noteUse(of: token.id, on: day) } }
  }
}

extension Problem {
  /// The problem reported for a wrong name or password. Clients do not learn which of the two is wrong.
  static let wrongLogin = Problem(401, detail: "The name or the password is wrong.")
  /// The problem reported for a device token that is invalid or was removed.
  static let wrongToken = Problem(401, detail: "The device token is wrong or was removed.")
  /// The problem reported if a login is required and the request has none.
  static let loginRequired = Problem(401, detail: "Log in to see this.")
}
