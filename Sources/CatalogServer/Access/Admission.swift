import Catalog

/// The rules that determine the viewer of a request.
struct Admission: Sendable {
  /// True if anyone who uses this machine may change the catalog.
  let allowsEdits: Bool
  let accounts: ServedAccounts
  /// The limited roles, in addition to the roles reader, editor and owner.
  let roles: LimitedRoles
  /// True if guests on other machines are refused.
  let requiresLogin: Bool

  /// The viewer of a request, either known immediately or only after a slow password check.
  enum Outcome: Sendable {
    case now(Viewer)
    case later(@Sendable () async throws -> Viewer)
  }

  /// Determines the viewer of a request.
  ///
  /// - Parameter isForAll: True if guests may see the requested resource even when a login is required.
  /// - Throws: ``Problem``: 401 if the credentials are wrong or a login is required; 403 for a password sent over an
  ///   unencrypted connection.
  func outcome(of request: Request, isForAll: Bool) throws -> Outcome {
    let client = request.client
    let isOpen = client.isOpen
    let credentials = Credentials(request.fields)
    var (token, name): (AccessSecret?, String?)
    switch credentials {
    case .none, .unreadable: break
    case .bearer(let text): token = AccessSecret(text)
    case .basic(let user, let password): (token, name) = (AccessSecret(password), user)
    }
    let known = try accounts.known(
      proxyUser: isOpen ? nil : client.proxyUser, session: isOpen ? nil : SessionCookie.secret(request.fields),
      token: token, name: name)
    // If the catalog has no accounts, the credentials are ignored: they may be meant for a proxy.
    guard known.hasAccounts else { return .now(try guest(client, known, isForAll)) }
    if let account = known.ofProxy { return .now(viewer(account, client)) }
    switch credentials {
    case .none: break
    case .unreadable: throw Problem.wrongLogin
    case .bearer:
      guard let found = known.ofToken else { throw Problem.wrongToken }
      return .now(viewer(found, client))
    case .basic(let user, let password):
      if let found = known.ofToken, found.account.id == known.ofName?.account.id { return .now(viewer(found, client)) }
      guard !isOpen else { throw token == nil ? Problem.openPassword : Problem.wrongToken }
      if let login = known.ofName, accounts.wereRight(user, password, from: client.address, for: login) {
        return .now(viewer(login.account, client))
      }
      return .later { viewer(try await accounts.login(user, password, from: client.address).account, client) }
    }
    if let account = known.ofSession { return .now(viewer(account, client)) }
    return .now(try guest(client, known, isForAll))
  }

  /// Returns true if the credentials of a request still identify the same viewer. Returns false if the account was
  /// removed, if the credentials now identify a different viewer, or if a new password check would be needed to find
  /// out.
  func stillAdmits(_ request: Request, as viewer: Viewer) -> Bool {
    guard case .now(let now)? = try? outcome(of: request, isForAll: false) else { return false }
    return now == viewer
  }

  /// Returns the viewer for a request without an account.
  private func guest(_ client: Client, _ known: ServedAccounts.Known, _ isForAll: Bool) throws -> Viewer {
    if client.isLocal {
      return Viewer(
        role: allowsEdits ? .owner : .reader, audience: .owner, mayLogIn: known.hasAccounts, isAtServer: true)
    }
    guard !requiresLogin || isForAll else { throw Problem.loginRequired }
    return Viewer(
      role: .reader, audience: Audience(fields: known.hasAccounts ? .publicOnly : client.fields),
      mayLogIn: known.hasAccounts && !client.isOpen)
  }

  private func viewer(_ found: (account: Account, token: DeviceToken), _ client: Client) -> Viewer {
    accounts.noteUse(of: found.token)
    return viewer(found.account, client)
  }

  /// Returns the viewer for an account. Over an unencrypted connection, where others could read and reuse the
  /// credentials, the viewer may only read what everyone may see.
  private func viewer(_ account: Account, _ client: Client) -> Viewer {
    let isOwner = account.role == .owner
    let audience = Audience(
      person: isOwner ? nil : account.name, fields: client.isOpen ? .publicOnly : isOwner ? .everything : .ownWords,
      books: roles.books(for: account.role))
    return Viewer(
      account: account.name, role: client.isOpen ? min(account.role, .reader) : account.role, audience: audience,
      isAtServer: client.isLocal)
  }
}
