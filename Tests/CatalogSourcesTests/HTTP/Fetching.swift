import Catalog
import CatalogSources
import CatalogTestSupport

/// Returns a transport that ignores the environment of the machine.
func transport(
  credentials: [HTTPOrigin: HTTPCredentials] = [:], environment: [String: String] = [:], contact: String? = nil,
  _ change: (inout CurlTransport.Options) -> Void = { _ in }
) -> CurlTransport {
  var options = CurlTransport.Options(version: "1.2", contact: contact, environment: environment)
  change(&options)
  return CurlTransport(options: options, credentials: credentials)
}

extension HTTPTransport {
  /// Returns the response to a request, and its body as text.
  func fetch(_ request: HTTPRequest) async throws -> (response: HTTPResponse, text: String) {
    let response = try await send(request)
    return (response, String(decoding: try await response.body.bytes(), as: UTF8.self))
  }

  func fetch(_ url: String, headers: [String: String] = [:]) async throws -> (response: HTTPResponse, text: String) {
    try await fetch(HTTPRequest(.get, url, headers: headers))
  }

  /// Returns the failure of a request or of its body; `nil` if it succeeds.
  func failure(_ url: String, bodyLimit: Int = 1_000_000) async throws -> SourceFailure? {
    do {
      _ = try await fetch(HTTPRequest(.get, url, bodyLimit: bodyLimit))
      return nil
    } catch let failure as SourceFailure { return failure }
  }
}
