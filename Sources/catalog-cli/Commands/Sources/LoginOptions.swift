import Catalog
import CatalogSources
import CommandLineKit

/// The options for logging in to a source.
struct LoginOptions: ParsableArguments {
  @Option(help: "The user name; you are asked for the password.", valueName: "name") var user: String?
  @Flag(help: "Read the password from standard input.") var passwordStdin = false

  var declarations: ArgumentDeclarations { ["user": _user, "passwordStdin": _passwordStdin] }

  /// Reads the password of a user and returns the login.
  func login(of user: String, at address: String, _ console: Console) throws -> SourceLogin {
    let origin = try HTTPOrigin(of: address)
    let password = try Password(console: console, isOnStandardInput: passwordStdin).read(for: "\(user) at \(origin)")
    return SourceLogin(
      origin: origin, credentials: try HTTPCredentials(user: user, password: password),
      store: CredentialStore(environment: console.environment))
  }
}

/// The user name and password for a source, and the store that keeps them.
struct SourceLogin {
  let origin: HTTPOrigin
  let credentials: HTTPCredentials
  let store: CredentialStore

  func keep() throws { try store.store(credentials, for: origin) }

  /// Removes the stored password of a source, unless one of the current sources still uses it.
  ///
  /// - Returns: The user and server of the removed password, as text; `nil` if no password was removed.
  static func forget(_ old: CatalogSource, sources: [CatalogSource], _ console: Console) throws -> String? {
    guard let user = old.user, let origin = origin(of: old),
      !sources.contains(where: { $0.user == user && self.origin(of: $0) == origin }),
      try CredentialStore(environment: console.environment).remove(user: user, at: origin)
    else { return nil }
    return "\(user) at \(origin)"
  }

  private static func origin(of source: CatalogSource) -> HTTPOrigin? {
    source.location.flatMap { try? HTTPOrigin(of: $0) }
  }
}
