import CatalogTestSupport
import Dispatch
import Foundation
import Platform
import Testing

@testable import CatalogServer

/// A connection that sends arbitrary bytes.
final class RawClient: Sendable {
  private let descriptor: Int32

  init(_ address: ListenAddress) throws {
    let descriptor: Int32
    let result: Int32
    switch address {
    case .unix(let path):
      descriptor = socket(AF_UNIX, Self.stream, 0)
      result = SocketCalls.connect(descriptor, path: path)
    case .tcp(let network, let port):
      descriptor = socket(AF_INET, Self.stream, 0)
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &name.sin_addr) { $0.copyBytes(from: network.bytes) }
      result = withUnsafeMutablePointer(to: &name) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    self.descriptor = descriptor
    // A time limit, so that a test cannot hang.
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if result != 0 { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(descriptor) }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  /// Sends as many bytes as the peer accepts. The peer may have closed the connection.
  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Closes the sending side of the connection.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns the received text once a condition holds or the peer closes the connection.
  func read(until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }) async -> String {
    await withCheckedContinuation { continuation in
      // Threads of tasks must not block on a socket.
      DispatchQueue.global().async { [descriptor] in
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isEnough(String(decoding: bytes, as: UTF8.self)) {
          let count = recv(descriptor, &buffer, buffer.count, 0)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { break }
          bytes += buffer[..<count]
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  func read(until text: String) async -> String { await read { $0.contains(text) } }

  /// Sends a text and returns all bytes received until the peer closes the connection.
  func ask(_ text: String) async -> String {
    send(text)
    return await read()
  }

  /// Sends a text on a new connection and returns the received text.
  static func ask(_ address: ListenAddress, _ text: String) async throws -> String {
    try await RawClient(address).ask(text)
  }
}

/// Runs a server on loopback, which is stopped at the end.
@discardableResult
func withServer<Result>(
  at addresses: [String] = ["127.0.0.1:0"], _ service: any Service, options: HTTPServer.Options = HTTPServer.Options(),
  _ body: (HTTPServer) async throws -> Result
) async throws -> Result {
  let server = try HTTPServer(at: addresses.map { try ListenAddress($0) }, service, options: options)
  do {
    let result = try await body(server)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}
