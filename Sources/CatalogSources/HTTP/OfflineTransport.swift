import CatalogModel

/// A transport for who wants nobody to be asked.
public struct OfflineTransport: HTTPTransport {
  /// There is nothing to set.
  public init() {}

  /// Sends nothing.
  ///
  /// - Throws: ``SourceFailure``: `unreachable`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    throw SourceFailure(
      .unreachable, HTTPAddress.shown(request.url), cause: "it is on the web, and nobody is to be asked",
      hint: "let the web be asked")
  }
}
