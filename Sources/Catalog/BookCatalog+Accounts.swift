import FoundationEssentials

extension CatalogSnapshot {
  /// The accounts, in the order of their names.
  public func accounts() throws -> [Account] { try AccountTable(connection: connection).all() }

  /// The account of a name, whatever its case; `nil` where there is none.
  public func account(named name: String) throws -> Account? { try login(named: name)?.account }

  /// The device tokens of an account, or of all, in the order of accounts and names. Secrets are none of it: nobody has them.
  ///
  /// - Parameter account: its name; that of no account has none.
  public func deviceTokens(of account: String? = nil) throws -> [DeviceToken] {
    let table = DeviceTokenTable(connection: try connection)
    guard let account else { return try table.all() }
    return try self.account(named: account).map { try table.all(of: $0.id) } ?? []
  }

  /// Whether there is an account.
  package func hasAccounts() throws -> Bool { try !AccountTable(connection: connection).isEmpty() }

  /// What the passwords of an account are held to.
  package func login(named name: String) throws -> AccountLogin? {
    try AccountTable(connection: connection).login(named: name)
  }

  /// Whose session has a secret, and goes on at a time.
  package func account(ofSession secret: AccessSecret, at time: Date) throws -> Account? {
    try AccountTable(connection: connection).login(
      of: """
        session JOIN account ON account.id = account_id JOIN person ON person.id = account_id
        WHERE session.hash = ? AND ends_at > ?
        """, [.blob(secret.hash), .integer(time.milliseconds)])?.account
  }

  /// Whose device token has a secret, and which it is.
  package func account(ofToken secret: AccessSecret) throws -> (account: Account, token: DeviceToken)? {
    let table = DeviceTokenTable(connection: try connection)
    guard let id = try table.id(of: secret.hash), let token = try table.token(id),
      let account = try account(named: token.account)
    else { return nil }
    return (account, token)
  }

  /// - Throws: ``InvalidValue`` where there is none of that name.
  func requiredAccount(_ name: String) throws -> Account {
    guard let account = try account(named: name) else {
      throw InvalidValue("account", name, "there is none of that name")
    }
    return account
  }
}

/// Who may use the catalog over a network: accounts are no steps of the history.
extension BookCatalog {
  /// The accounts, in the order of their names.
  public func accounts() async throws -> [Account] { try await read { try $0.accounts() } }

  /// The account of a name, whatever its case; `nil` where there is none.
  public func account(named name: String) async throws -> Account? { try await read { try $0.account(named: name) } }

  /// The device tokens of an account, or of all (``CatalogSnapshot/deviceTokens(of:)``).
  public func deviceTokens(of account: String? = nil) async throws -> [DeviceToken] {
    try await read { try $0.deviceTokens(of: account) }
  }

  /// Adds an account (``CatalogTransaction/addAccount(_:role:passwordHash:)``).
  @discardableResult
  public func addAccount(_ name: String, role: Role, passwordHash: String? = nil) async throws -> Account {
    try await write { try $0.addAccount(name, role: role, passwordHash: passwordHash) }
  }

  /// Removes an account with its device tokens and sessions (``CatalogTransaction/removeAccount(_:)``).
  @discardableResult
  public func removeAccount(_ name: String) async throws -> Account { try await write { try $0.removeAccount(name) } }

  /// Changes what an account may do (``CatalogTransaction/setRole(_:of:)``).
  @discardableResult
  public func setRole(_ role: Role, of name: String) async throws -> Account {
    try await write { try $0.setRole(role, of: name) }
  }

  /// Makes a device token (``CatalogTransaction/addDeviceToken(_:of:)``).
  public func addDeviceToken(
    _ device: String, of account: String
  ) async throws -> (token: DeviceToken, secret: String) {
    try await write { try $0.addDeviceToken(device, of: account) }
  }

  /// Removes a device token (``CatalogTransaction/removeDeviceToken(_:of:)``).
  @discardableResult
  public func removeDeviceToken(_ token: DeviceToken.ID, of account: String? = nil) async throws -> DeviceToken {
    try await write { try $0.removeDeviceToken(token, of: account) }
  }
}
