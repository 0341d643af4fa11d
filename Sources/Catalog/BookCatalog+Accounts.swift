import FoundationEssentials

extension CatalogSnapshot {
  /// Returns the accounts, ordered by name.
  public func accounts() throws -> [Account] { try AccountTable(connection: unlimited).all() }

  /// Returns the account with the given name, regardless of case, or `nil` if there is none.
  public func account(named name: String) throws -> Account? {
    try AccountTable(connection: unlimited).login(named: name)?.account
  }

  /// Returns the device tokens of one account, or of all accounts, ordered by account and name. The tokens' secrets
  /// cannot be returned, because the catalog stores only hashes of them.
  ///
  /// - Parameter account: The name of the account, or `nil` for all accounts. If no account has that name, the result
  ///   is empty.
  public func deviceTokens(of account: String? = nil) throws -> [DeviceToken] {
    let table = DeviceTokenTable(connection: try unlimited)
    guard let account else { return try table.all() }
    return try self.account(named: account).map { try table.all(of: $0.id) } ?? []
  }

  /// Returns true if the catalog has at least one account.
  package func hasAccounts() throws -> Bool { try !AccountTable(connection: connection).isEmpty() }

  /// Returns the account with the given name, together with its password hash.
  package func login(named name: String) throws -> AccountLogin? {
    try AccountTable(connection: connection).login(named: name)
  }

  /// Returns the account that a session belongs to. Returns `nil` if no session has the given secret, or if the session
  /// has ended by the given time.
  package func account(ofSession secret: AccessSecret, at time: Date) throws -> Account? {
    try AccountTable(connection: connection).login(
      of: """
        session JOIN account ON account.id = account_id JOIN person ON person.id = account_id
        WHERE session.hash = ? AND ends_at > ?
        """, [.blob(secret.hash), .integer(time.milliseconds)])?.account
  }

  /// Returns the device token with the given secret, and the account that it belongs to.
  package func account(ofToken secret: AccessSecret) throws -> (account: Account, token: DeviceToken)? {
    let table = DeviceTokenTable(connection: try connection)
    guard let id = try table.id(of: secret.hash), let token = try table.token(id),
      let account = try account(named: token.account)
    else { return nil }
    return (account, token)
  }

  /// Returns the account with the given name.
  ///
  /// - Throws: ``InvalidValue`` if no account has that name.
  func requiredAccount(_ name: String) throws -> Account {
    guard let account = try account(named: name) else {
      throw InvalidValue("account", name, "no account has that name")
    }
    return account
  }
}

/// Accounts for people who use the catalog over a network. Changes to accounts are not steps in the history.
extension BookCatalog {
  /// Returns the accounts, ordered by name.
  public func accounts() async throws -> [Account] { try await read { try $0.accounts() } }

  /// Returns the account with the given name, regardless of case, or `nil` if there is none.
  public func account(named name: String) async throws -> Account? { try await read { try $0.account(named: name) } }

  /// Returns the device tokens of one account, or of all accounts (``CatalogSnapshot/deviceTokens(of:)``).
  public func deviceTokens(of account: String? = nil) async throws -> [DeviceToken] {
    try await read { try $0.deviceTokens(of: account) }
  }

  /// Adds an account (``CatalogTransaction/addAccount(_:role:passwordHash:)``).
  ///
  /// ```swift
  /// let hash = try PasswordHash.make(of: password)
  /// let account = try await catalog.addAccount("anna", role: .editor, passwordHash: hash)
  /// ```
  @discardableResult
  public func addAccount(_ name: String, role: Role, passwordHash: String? = nil) async throws -> Account {
    try await write { try $0.addAccount(name, role: role, passwordHash: passwordHash) }
  }

  /// Removes an account together with its device tokens and sessions (``CatalogTransaction/removeAccount(_:)``).
  @discardableResult
  public func removeAccount(_ name: String) async throws -> Account { try await write { try $0.removeAccount(name) } }

  /// Changes the role of an account (``CatalogTransaction/setRole(_:of:)``).
  @discardableResult
  public func setRole(_ role: Role, of name: String) async throws -> Account {
    try await write { try $0.setRole(role, of: name) }
  }

  /// Creates a device token (``CatalogTransaction/addDeviceToken(_:of:)``).
  ///
  /// ```swift
  /// let (token, secret) = try await catalog.addDeviceToken("e-reader", of: "anna")
  /// ```
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
