import Catalog
import CatalogSources
import CatalogTestSupport

/// A transport that the environment of the machine has no part in.
func transport(
  credentials: [HTTPOrigin: HTTPCredentials] = [:], environment: [String: String] = [:], contact: String? = nil,
  _ change: (inout CurlTransport.Options) -> Void = { _ in }
) -> CurlTransport {
  var options = CurlTransport.Options(version: "1.2", contact: contact, environment: environment)
  change(&options)
  return CurlTransport(options: options, credentials: credentials)
}

extension HTTPTransport {
  /// The answer to a request, its body as text.
  func fetch(_ request: HTTPRequest) async throws -> (response: HTTPResponse, text: String) {
    let response = try await send(request)
    return (response, String(decoding: try await response.body.bytes(), as: UTF8.self))
  }

  func fetch(_ url: String, headers: [String: String] = [:]) async throws -> (response: HTTPResponse, text: String) {
    try await fetch(HTTPRequest(.get, url, headers: headers))
  }

  /// Why a request has no answer, or its body no end.
  func failure(_ url: String, bodyLimit: Int = 1_000_000) async throws -> SourceFailure? {
    do {
      _ = try await fetch(HTTPRequest(.get, url, bodyLimit: bodyLimit))
      return nil
    } catch let failure as SourceFailure { return failure }
  }
}
