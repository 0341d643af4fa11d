import CatalogModel

/// A transport that sends no requests, for working offline.
public struct OfflineTransport: HTTPTransport {
  /// Creates a transport.
  public init() {}

  /// Sends nothing and always fails.
  ///
  /// - Throws: ``SourceFailure`` with the code `unreachable`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    throw SourceFailure(
      .unreachable, HTTPAddress.shown(request.url), cause: "it is on the web, and online access is off",
      hint: "turn online access on")
  }
}
