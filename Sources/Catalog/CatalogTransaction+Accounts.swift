import FoundationEssentials

// Accounts for people who use the catalog over a network. Changes to accounts are not steps in the history, so they
// cannot be undone. Backups contain accounts; exports do not.

extension CatalogTransaction {
  /// Adds an account. If the history already has steps by a person with that name, the account belongs to that person.
  ///
  /// - Parameters:
  ///   - name: One line of 1 to 100 bytes of UTF-8, without a colon.
  ///   - role: The role, which determines the account's permissions.
  ///   - passwordHash: The hash of the password in the format of crypt(5), or `nil` to disable login by password.
  /// - Throws: ``InvalidValue`` if the name is invalid, if another account has the same name, regardless of case, or if
  ///   the role's name is invalid.
  @discardableResult
  public func addAccount(_ name: String, role: Role, passwordHash: String? = nil) throws -> Account {
    let name = try Account.checked(name: name)
    let table = AccountTable(connection: try snapshot.connection)
    guard try table.login(named: name) == nil else {
      throw InvalidValue("account", name, "an account with that name already exists")
    }
    try table.insert(named: name, role: role, passwordHash: passwordHash, now: now)
    return try whole.requiredAccount(name)
  }

  /// Removes an account. Its device tokens and sessions become invalid immediately. Steps made by the person stay in
  /// the history. Reviews by the person are no longer shared.
  ///
  /// - Throws: ``InvalidValue`` if no account has that name.
  @discardableResult
  public func removeAccount(_ name: String) throws -> Account {
    let (account, connection) = (try whole.requiredAccount(name), try snapshot.connection)
    try AccountTable(connection: connection).delete(account.id)
    let shown = ShownReviewsTable(connection: connection)
    if try shown.contains(account.id) {
      try shown.delete(account.id)
      connection.changedBooks.insertMany()
    }
    return account
  }

  /// Changes the role of an account, with immediate effect.
  ///
  /// - Throws: ``InvalidValue`` if no account has that name, or if the role's name is invalid.
  @discardableResult
  public func setRole(_ role: Role, of name: String) throws -> Account {
    let account = try whole.requiredAccount(name)
    try AccountTable(connection: snapshot.connection).set(role, of: account.id)
    return try whole.requiredAccount(name)
  }

  /// Changes the password of an account and ends its sessions. Its device tokens stay valid.
  ///
  /// - Parameters:
  ///   - hash: The hash of the password in the format of crypt(5), or `nil` to disable login by password.
  ///   - name: The name of the account.
  /// - Throws: ``InvalidValue`` if no account has that name.
  @discardableResult
  public func setPasswordHash(_ hash: String?, of name: String) throws -> Account {
    let account = try whole.requiredAccount(name)
    try AccountTable(connection: snapshot.connection).set(passwordHash: hash, of: account.id)
    try SessionTable(connection: snapshot.connection).deleteAll(of: account.id)
    return try whole.requiredAccount(name)
  }

  /// Creates a device token.
  ///
  /// - Parameters:
  ///   - device: The name of the device: one line of 1 to 100 bytes of UTF-8.
  ///   - account: The name of the account.
  /// - Returns: The token and its secret. The secret cannot be retrieved later.
  /// - Throws: ``InvalidValue`` if there is no such account, if the account already has a token with that name, or if
  ///   it already has ``DeviceToken/limit`` tokens.
  public func addDeviceToken(_ device: String, of account: String) throws -> (token: DeviceToken, secret: String) {
    let account = try whole.requiredAccount(account)
    let device = try DeviceToken.checked(name: device)
    let table = DeviceTokenTable(connection: try snapshot.connection)
    let others = try table.all(of: account.id)
    guard !others.contains(where: { $0.name == device }) else {
      throw InvalidValue("device", device, "a device with that name already exists")
    }
    guard others.count < DeviceToken.limit else {
      throw InvalidValue("device", device, "an account can have at most \(DeviceToken.limit) devices; remove one first")
    }
    let secret = AccessSecret()
    try table.insert(named: device, of: account.id, hash: secret.hash, now: now)
    guard let token = try table.all(of: account.id).first(where: { $0.name == device }) else {
      throw InvalidValue("device", device, "it could not be saved")
    }
    return (token, secret.text)
  }

  /// Removes a device token. It becomes invalid immediately.
  ///
  /// - Parameters:
  ///   - token: The id of the token.
  ///   - account: The account that the token must belong to, or `nil` for any account.
  /// - Throws: ``InvalidValue`` if there is no such token.
  @discardableResult
  public func removeDeviceToken(_ token: DeviceToken.ID, of account: String? = nil) throws -> DeviceToken {
    let table = DeviceTokenTable(connection: try snapshot.connection)
    guard let found = try table.token(token), account == nil || found.account == account else {
      throw InvalidValue("device", String(token), "no device has that number")
    }
    try table.delete(token)
    return found
  }

  /// Records the day on which a token was used.
  package func noteUse(of token: DeviceToken.ID, on day: PartialDate) throws {
    try DeviceTokenTable(connection: snapshot.connection).use(token, on: day)
  }

  /// Starts a session for an account, unless the account has changed since its password was checked.
  ///
  /// - Parameters:
  ///   - secret: The secret that the browser receives.
  ///   - old: The secret of the browser's previous session, which ends, or `nil` if there is none.
  ///   - login: The account as it was when its password was checked.
  ///   - end: The time at which the session ends.
  /// - Returns: True if the session was started; false if the account or its password has changed.
  package func addSession(
    _ secret: AccessSecret, inPlaceOf old: AccessSecret?, of login: AccountLogin, end: Date
  ) throws -> Bool {
    let current = try AccountTable(connection: snapshot.connection).login(named: login.account.name)
    guard let current, current.account.id == login.account.id, current.passwordHash == login.passwordHash else {
      return false
    }
    if let old { try removeSession(old) }
    try SessionTable(connection: snapshot.connection)
      .insert(hash: secret.hash, of: current.account.id, now: now, end: end)
    return true
  }

  /// Ends the session with the given secret.
  package func removeSession(_ secret: AccessSecret) throws {
    try SessionTable(connection: snapshot.connection).delete(hash: secret.hash)
  }
}
