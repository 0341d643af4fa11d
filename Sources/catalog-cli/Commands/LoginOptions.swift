import Catalog
import CatalogSources

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

  /// Forgets the password of a source, unless another one logs in with it.
  ///
  /// - Returns: whether there was one.
  static func forget(_ source: Source, others: [Source], _ console: Console) throws -> Bool {
    guard let user = source.user, let origin = origin(of: source),
      !others.contains(where: { $0.id != source.id && $0.user == user && self.origin(of: $0) == origin })
    else { return false }
    return try CredentialStore(environment: console.environment).remove(user: user, at: origin)
  }

  private static func origin(of source: Source) -> HTTPOrigin? {
    source.location.flatMap { try? HTTPOrigin(of: $0) }
  }
}
