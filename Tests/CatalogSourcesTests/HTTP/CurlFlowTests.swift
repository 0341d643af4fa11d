import Catalog
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@Suite("The flow of a body")
struct CurlFlowTests {
  private let piece = [UInt8](repeating: 120, count: 65_536)

  @Test("a server is held back while nobody reads, and the body comes whole when somebody does")
  func backPressure() async throws {
    let count = 64 * 16
    let server = try ChaosServer { [piece] _ in
      ChaosAnswer(
        200, headers: ["Content-Length": "\(count * piece.count)"],
        body: [ChaosAnswer.Step](repeating: .send(piece), count: count))
    }
    let size = count * piece.count
    let response = try await transport { $0.idleTimeout = .seconds(1) }.send(
      HTTPRequest(.get, server.url, bodyLimit: size))
    // Sockets buffer some megabytes in addition to our buffer.
    #expect(await server.reached { $0.stalls == 1 || $0.bytes >= size }.bytes < 32 * 1_048_576)
    // Time in which the caller does not read does not count as silence of the server.
    let gate = ChaosGate()
    let silent = try ChaosServer { _ in .text("hello").held(by: gate) }
    try await expectEqual(transport { $0.idleTimeout = .seconds(2) }.failure(silent.url)?.code, .timedOut)
    var received = 0
    var largest = 0
    for try await piece in response.body {
      received += piece.count
      largest = max(largest, piece.count)
    }
    expectEqual(received, size)
    #expect(largest <= 262_144)
  }

  @Test("cancelling ends a request that waits for its answer, and the server is let go")
  func cancelWaiting() async throws {
    let gate = ChaosGate()
    let server = try ChaosServer { _ in .text("hello").held(by: gate) }
    let transport = transport()
    let task = Task { try await transport.fetch(server.url).text }
    await server.reached { $0[.latency] == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await server.reached { $0.hangUps == 1 }
  }

  @Test("cancelling ends a body while it is read, and other requests go on")
  func cancelReading() async throws {
    let gate = ChaosGate()
    let server = try ChaosServer { [piece] request in
      request.path == "/other" ? .held([[], Array("fine".utf8)], by: [gate]) : .endless(piece)
    }
    let transport = transport()
    let other = Task { try await transport.fetch(server.url + "/other").text }
    await server.reached { $0[.latency] == 1 }
    let (pieces, reported) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      for try await piece in try await transport.send(HTTPRequest(.get, server.url, bodyLimit: .max)).body {
        reported.yield(piece.count)
      }
    }
    var taken = 0
    for await count in pieces {
      taken += count
      if taken > 1_000_000 { break }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await expectEqual(server.reached { $0.hangUps == 1 }[.endless], 1)
    gate.open()
    try await expectEqual(other.value, "fine")
  }

  @Test("a task that is cancelled already sends nothing")
  func cancelledBefore() async throws {
    let server = try ChaosServer { _ in .text("hello") }
    let transport = transport()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.fetch(server.url).text
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.requests.isEmpty)
  }

  @Test("an endless body that nobody wants any more is broken off")
  func abandoned() async throws {
    let server = try ChaosServer { [piece] _ in .endless(piece) }
    let transport = transport()
    try await expectEqual(transport.send(HTTPRequest(.get, server.url)).status, 200)
    await server.reached { $0.hangUps == 1 }
  }

  @Test("two who read one body at a time are told so")
  func twoReaders() async throws {
    let gate = ChaosGate()
    let server = try ChaosServer { _ in .held([[], Array("fine".utf8)], by: [gate]) }
    let response = try await transport().send(HTTPRequest(.get, server.url))
    let outcomes = await withTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          do { return String(decoding: try await response.body.bytes(), as: UTF8.self) } catch {
            // The other reader waits at the gate.
            gate.open()
            return "\(error)"
          }
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(outcomes.contains("fine") && outcomes.contains { $0.contains("read twice at once") })
  }
}
