import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of the memory that all bodies share.
@Suite struct BodyMemoryTests {
  @Test func `large bodies share the available memory, and small ones are always accepted`() {
    let memory = BodyMemory(limit: 200_000)
    var (first, second) = (0, 0)
    #expect(memory.grow(to: 60_000, &first) && first == 0)
    #expect(memory.grow(to: 150_000, &first) && first == 150_000)
    #expect(memory.grow(to: 65_536, &second) && !memory.grow(to: 65_537, &second) && second == 0)
    #expect(memory.grow(to: 200_000, &first) && !memory.grow(to: 200_001, &first))
    memory.release(&first)
    #expect(first == 0 && memory.grow(to: 180_000, &second))
  }

  @Test func `a body without room gets a reply, and the next one is accepted`() async throws {
    var options = HTTPServer.Options()
    options.limits.bodyMemory = 100_000
    let server = try HTTPServer(
      at: [ListenAddress("127.0.0.1:0")],
      Router([
        Route(.post, "/", summary: "") { .now(Response(Array("\($0.request.body.count)".utf8), type: "text/plain")) }
      ]),
      options: options)
    let address = try #require(server.addresses.first)
    func status(_ count: Int) async throws -> Substring? {
      let client = try RawClient(address)
      let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(count)\r\nConnection: close\r\n\r\n"
      client.send(Array(head.utf8) + [UInt8](repeating: 0x61, count: count))
      return await client.read().split(separator: " ").dropFirst().first
    }
    try await expectEqual(status(150_000), "503")
    try await expectEqual(status(90_000), "200")
    await server.stop()
  }
}
