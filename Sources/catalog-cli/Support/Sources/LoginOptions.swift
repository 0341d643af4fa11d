import Catalog
import CatalogSources
import CommandLineKit

/// The options for the login at a source.
struct LoginOptions: ParsableArguments {
  @Option(help: "The user name; you are asked for the password.", valueName: "name") var user: String?
  @Flag(help: "Read the password from standard input.") var passwordStdin = false

  var declarations: ArgumentDeclarations { ["user": _user, "passwordStdin": _passwordStdin] }

  /// Reads the password of a user.
  func login(of user: String, at address: String, _ console: Console) throws -> SourceLogin {
    let origin = try HTTPOrigin(of: address)
    let password = try Password(console: console, isOnStandardInput: passwordStdin).read(for: "\(user) at \(origin)")
    return SourceLogin(
      origin: origin, credentials: try HTTPCredentials(user: user, password: password),
      store: CredentialStore(environment: console.environment))
  }
}

/// The name and password for a source.
struct SourceLogin {
  let origin: HTTPOrigin
  let credentials: HTTPCredentials
  let store: CredentialStore

  func keep() throws { try store.store(credentials, for: origin) }

  /// Removes the stored password of a source, unless one of the current sources still uses it.
  ///
  /// - Returns: The owner of the removed password; `nil` if there was none or it is still in use.
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
