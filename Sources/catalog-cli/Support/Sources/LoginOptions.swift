import Catalog
import CatalogSources
import CommandLineKit

/// How the password of a source is given.
struct LoginOptions: ParsableArguments {
  @Option(help: "The name to log in with; its password is asked for.", valueName: "name") var user: String?
  @Flag(help: "Take the password from standard input.") var passwordStdin = false

  var declarations: ArgumentDeclarations { ["user": _user, "passwordStdin": _passwordStdin] }

  /// Asks for the password of a user.
  func login(of user: String, at address: String, _ console: Console) throws -> SourceLogin {
    let origin = try HTTPOrigin(of: address)
    let password = try Password(console: console, isOnStandardInput: passwordStdin).read(for: "\(user) at \(origin)")
    return SourceLogin(
      origin: origin, credentials: try HTTPCredentials(user: user, password: password),
      store: CredentialStore(environment: console.environment))
  }
}

/// A name and a password that were given for a source.
struct SourceLogin {
  let origin: HTTPOrigin
  let credentials: HTTPCredentials
  let store: CredentialStore

  func keep() throws { try store.store(credentials, for: origin) }

  /// Forgets the password that a source had, unless one of those that there are now logs in with it.
  ///
  /// - Returns: whose it was; `nil` where there was none, or it is still needed.
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
