/// What answers requests. A router is one; tests call it without a socket.
public protocol Service: Sendable {
  /// Answers a request. Called on a thread of the server that other connections share: what takes longer than some milliseconds
  /// is answered later.
  ///
  /// - Throws: ``Problem`` where the request is not done. Any other error is answered by 500, and told to the log alone.
  func answer(_ request: Request) throws -> Answer

  /// A problem as a page for people; `nil` where the usual one will do.
  func page(of problem: Problem) -> [UInt8]?
}

extension Service {
  /// The usual page.
  public func page(of problem: Problem) -> [UInt8]? { nil }
}

/// An answer, or the promise of one.
public enum Answer: Sendable {
  /// This is it.
  case now(Response)
  /// A task makes it, and is cancelled where the server stops before it is done. Its errors are taken as those of ``Service``.
  case later(@Sendable () async throws -> Response)
}

extension Answer {
  /// The answer, once it is made.
  func response() async throws -> Response {
    switch self {
    case .now(let response): response
    case .later(let make): try await make()
    }
  }
}

/// A service that knows which methods a target has.
package protocol RoutedService: Service {
  /// Returns the methods for the field Allow; `nil` where nothing is.
  func allow(at target: RequestTarget) -> String?
}
