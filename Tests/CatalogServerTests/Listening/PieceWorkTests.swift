import Dispatch
import Synchronization
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Pieces of bodies")
struct PieceWorkTests {
  @Test("pieces of a body are made while other requests are answered")
  func others() async throws {
    let isNeeded = DispatchSemaphore(value: 0)
    let pieces = Mutex(0)
    let service = ClosureService { request in
      guard request.target.path == ["slow"] else { return .now(Response("quick", type: "text/plain")) }
      return .now(
        Response(
          body: .stream(
            BodyStream {
              isNeeded.wait()
              return pieces.withLock { pieces in
                pieces += 1
                return pieces > 2 ? nil : Array("piece".utf8)
              }
            })))
    }
    var options = HTTPServer.Options()
    options.limits.threads = 1
    try await withServer(at: ["127.0.0.1:0"], service, options: options) { server in
      let slow = try RawClient(server.addresses[0])
      slow.send("GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      for _ in 0..<3 {
        let quick = try await RawClient.ask(
          server.addresses[0], "GET /quick HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(quick.hasSuffix("quick"))
        isNeeded.signal()
      }
      let text = await slow.read()
      expectEqual(text.ranges(of: "piece").count, 2, "\(text)")
    }
  }
}
