import Catalog
import CatalogSources

/// A factory for connections to the sources of a catalog, with their stored passwords.
struct SourceConnections {
  let environment: [String: String]

  /// Returns the connection for refreshing a source. If the connection cannot be created, this method does not throw.
  /// It returns a connection that throws the error on reading, as if the source were unreachable.
  ///
  /// - Returns: The connection; `nil` for imports and for books added by hand.
  func bookSource(of source: CatalogSource) -> (any BookSource)? {
    do {
      return try BookSources.make(source) { address, user in try transport(for: source, address, user) }
    } catch {
      let failure = error as? SourceFailure ?? SourceFailure(.failed, source.name, cause: String(describing: error))
      return UnusableSource(sourceID: source.id, name: source.name, kind: source.kind, failure: failure)
    }
  }

  private func transport(for source: CatalogSource, _ address: String, _ user: String?) throws -> any HTTPTransport {
    let origin = try HTTPOrigin(of: address)
    var credentials: [HTTPOrigin: HTTPCredentials] = [:]
    if let user {
      guard let known = try CredentialStore(environment: environment).credentials(of: user, at: origin) else {
        throw SourceFailure(
          .denied, origin.description, cause: "no password stored for \(user)", remedy: .giveCredentials)
      }
      credentials[origin] = known
    }
    let contact = try Settings(environment: environment).contact
    return CurlTransport(
      options: CurlTransport.Options(version: ProgramVersion.number, contact: contact, environment: environment),
      credentials: credentials)
  }
}

/// A stand-in for a connection that could not be created. Reading from it throws the error.
private struct UnusableSource: BookSource {
  let sourceID: CatalogSource.ID?
  let name: String
  let kind: CatalogSource.Kind
  let failure: SourceFailure

  func page(_ request: SourceRequest) async throws -> SourceAnswer { throw failure }
}
