import FoundationEssentials

// Who may use the catalog over a network. None of it is a step of the history: it is not undone, and in no export. A backup has all.

extension CatalogTransaction {
  /// Adds an account, of the person of that name where somebody of the name made steps already.
  ///
  /// - Parameters:
  ///   - name: one line of 1 to 100 bytes of UTF-8, without a colon.
  ///   - role: what they may do.
  ///   - passwordHash: as crypt(5) has it; `nil` where no password is taken.
  /// - Throws: ``InvalidValue`` for a name that is none, or that an account has already, whatever its case; for a role of such a name.
  @discardableResult
  public func addAccount(_ name: String, role: Role, passwordHash: String? = nil) throws -> Account {
    let name = try Account.checked(name: name)
    let table = AccountTable(connection: try snapshot.connection)
    guard try table.login(named: name) == nil else {
      throw InvalidValue("account", name, "there is one of that name already")
    }
    try table.insert(named: name, role: role, passwordHash: passwordHash, now: now)
    return try snapshot.requiredAccount(name)
  }

  /// Removes an account with its device tokens and sessions, which are worth nothing from then on. Its steps stay in the history; its
  /// reviews are shown to nobody any more.
  ///
  /// - Throws: ``InvalidValue`` where there is none of that name.
  @discardableResult
  public func removeAccount(_ name: String) throws -> Account {
    let (account, connection) = (try snapshot.requiredAccount(name), try snapshot.connection)
    try AccountTable(connection: connection).delete(account.id)
    let shown = ShownReviewsTable(connection: connection)
    if try shown.contains(account.id) {
      try shown.delete(account.id)
      connection.changedBooks.insertMany()
    }
    return account
  }

  /// Changes what an account may do, at once.
  ///
  /// - Throws: ``InvalidValue`` where there is none of that name; for a role of a name that none can have.
  @discardableResult
  public func setRole(_ role: Role, of name: String) throws -> Account {
    let account = try snapshot.requiredAccount(name)
    try AccountTable(connection: snapshot.connection).set(role, of: account.id)
    return try snapshot.requiredAccount(name)
  }

  /// Changes the password of an account, and ends its sessions. Its device tokens stay.
  ///
  /// - Parameters:
  ///   - hash: as crypt(5) has it; `nil` where no password is to be taken any more.
  ///   - name: of the account.
  /// - Throws: ``InvalidValue`` where there is none of that name.
  @discardableResult
  public func setPasswordHash(_ hash: String?, of name: String) throws -> Account {
    let account = try snapshot.requiredAccount(name)
    try AccountTable(connection: snapshot.connection).set(passwordHash: hash, of: account.id)
    try SessionTable(connection: snapshot.connection).deleteAll(of: account.id)
    return try snapshot.requiredAccount(name)
  }

  /// Makes a device token.
  ///
  /// - Parameters:
  ///   - device: what the device is called: one line of 1 to 100 bytes of UTF-8.
  ///   - account: the name of the account.
  /// - Returns: the token, and the secret, which nobody is told again.
  /// - Throws: ``InvalidValue`` where there is no such account, it has one of that name or ``DeviceToken/limit`` of them.
  public func addDeviceToken(_ device: String, of account: String) throws -> (token: DeviceToken, secret: String) {
    let account = try snapshot.requiredAccount(account)
    let device = try DeviceToken.checked(name: device)
    let table = DeviceTokenTable(connection: try snapshot.connection)
    let others = try table.all(of: account.id)
    guard !others.contains(where: { $0.name == device }) else {
      throw InvalidValue("device", device, "there is one of that name already")
    }
    guard others.count < DeviceToken.limit else {
      throw InvalidValue("device", device, "an account has \(DeviceToken.limit) at most: remove one first")
    }
    let secret = AccessSecret()
    try table.insert(named: device, of: account.id, hash: secret.hash, now: now)
    guard let token = try table.all(of: account.id).first(where: { $0.name == device }) else {
      throw InvalidValue("device", device, "it was not stored")
    }
    return (token, secret.text)
  }

  /// Removes a device token, which is worth nothing from then on.
  ///
  /// - Parameters:
  ///   - token: its number.
  ///   - account: whose it must be; `nil` for anybody's.
  /// - Throws: ``InvalidValue`` where there is no such token.
  @discardableResult
  public func removeDeviceToken(_ token: DeviceToken.ID, of account: String? = nil) throws -> DeviceToken {
    let table = DeviceTokenTable(connection: try snapshot.connection)
    guard let found = try table.token(token), account == nil || found.account == account else {
      throw InvalidValue("device", String(token), "there is none of that number")
    }
    try table.delete(token)
    return found
  }

  /// Notes that a token was used on a day.
  package func noteUse(of token: DeviceToken.ID, on day: PartialDate) throws {
    try DeviceTokenTable(connection: snapshot.connection).use(token, on: day)
  }

  /// Logs an account in.
  ///
  /// - Parameters:
  ///   - secret: what the browser is given.
  ///   - old: what it had before; it is worth nothing any more.
  ///   - login: the account as its password was compared.
  /// - Returns: whether it is still so.
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

  /// Logs somebody out.
  package func removeSession(_ secret: AccessSecret) throws {
    try SessionTable(connection: snapshot.connection).delete(hash: secret.hash)
  }
}
