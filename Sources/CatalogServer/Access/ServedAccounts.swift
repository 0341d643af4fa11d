import Catalog
import CatalogModel
import FoundationEssentials
import Synchronization

/// The accounts of a catalog, as requests are held to them. They are looked up for each request, by indexes: whoever is removed, or has
/// another role, by whichever process, is so from the next one on.
final class ServedAccounts: Sendable {
  /// What the catalog knows of who asks.
  struct Known: Sendable {
    /// Whether there is any account.
    var hasAccounts = false
    /// That which a proxy vouches for.
    var ofProxy: Account?
    /// That of the cookie.
    var ofSession: Account?
    /// That of a device token, and which that is.
    var ofToken: (account: Account, token: DeviceToken)?
    /// That of a name that came with a password.
    var ofName: AccountLogin?
  }

  private let catalog: BookCatalog
  private let throttle = LoginThrottle()
  private let verified = VerifiedCredentials()
  private let work = PasswordWork()
  /// Programs send several requests at once, with the same password: it is compared once.
  private let flights = SharedTasks<VerifiedCredentials.Digest, AccountLogin>(lastCaller: .leaves)
  /// The tokens whose use on a day was told to the catalog.
  private let used = Mutex<[DeviceToken.ID: PartialDate]>([:])

  init(_ catalog: BookCatalog) { self.catalog = catalog }

  var now: Date { catalog.now() }

  /// Whether nobody can log in here with a browser, since nothing can be written down.
  var isReadOnly: Bool { catalog.isReadOnly }

  /// Looks up what a request brings.
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

  /// Whether a name and a password were right some minutes ago from the same address, for an account as it is now. Where too many
  /// were wrong from there, nobody is told: one that is taken would be told from the others by that.
  func wereRight(_ name: String, _ password: String, from address: NetworkAddress?, for login: AccountLogin?) -> Bool {
    guard let login, !throttle.refusesGuesses(name, address, now: now) else { return false }
    return verified.contains(verified.digest(name, password, from: address), for: login, now: now)
  }

  /// The account of a name and a password.
  ///
  /// - Throws: ``Problem``: 401 where they are wrong; 429 after too many that were.
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

  /// Logs a browser in, and ends what it had before.
  ///
  /// - Returns: its new secret.
  /// - Throws: ``Problem``, 401, where the account was changed meanwhile.
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

  /// The device tokens of an account.
  func tokens(of account: String) throws -> [DeviceToken] { try catalog.read { try $0.deviceTokens(of: account) } }

  /// Makes a device token; see ``BookCatalog/addDeviceToken(_:of:)``.
  func addToken(_ name: String, of account: String) async throws -> (token: DeviceToken, secret: String) {
    try await catalog.addDeviceToken(name, of: account)
  }

  /// Removes a device token of an account.
  func removeToken(_ token: DeviceToken.ID, of account: String) async throws {
    try await catalog.removeDeviceToken(token, of: account)
  }

  /// Notes the day of a token's use, once a day and behind the answer: where it cannot be written down, nothing depends on it.
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
  /// Which of both is wrong nobody is told.
  static let wrongLogin = Problem(401, detail: "The name or the password is wrong.")
  /// A token is none, or none any more.
  static let wrongToken = Problem(401, detail: "The device token is wrong, or was removed.")
  /// Who asks must say who they are.
  static let loginRequired = Problem(401, detail: "Log in to see this.")
}
