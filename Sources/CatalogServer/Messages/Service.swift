/// A type that answers requests, such as a router. Tests call it without a socket.
public protocol Service: Sendable {
  /// Answers a request. Called on a server thread that other connections share. If the work takes more than a few
  /// milliseconds, return ``Answer/later(_:)``.
  ///
  /// - Throws: ``Problem`` if the request fails. Any other error is logged and answered with 500, without details.
  func answer(_ request: Request) throws -> Answer

  /// Returns a problem as a page for people; `nil` to use the default page.
  func page(of problem: Problem) -> [UInt8]?
}

extension Service {
  /// Returns `nil`, so that the default page is used.
  public func page(of problem: Problem) -> [UInt8]? { nil }
}

/// A response, or a task that makes one.
public enum Answer: Sendable {
  /// The response is ready.
  case now(Response)
  /// A task makes the response. It is cancelled if the server stops first. Its errors are treated like those of
  /// ``Service/answer(_:)``.
  case later(@Sendable () async throws -> Response)
}

extension Answer {
  /// Returns the response, waiting for it if necessary.
  public func response() async throws -> Response {
    switch self {
    case .now(let response): response
    case .later(let make): try await make()
    }
  }
}

/// A service that knows which methods each target supports.
package protocol RoutedService: Service {
  /// Returns the methods for the field `Allow`; `nil` if nothing is at the target.
  func allow(at target: RequestTarget) -> String?
}
