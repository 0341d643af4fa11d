import CatalogDatabase
import Synchronization
import Testing

@testable import CatalogServer

@Suite("Stopping a server")
struct ServerStopTests {
  private static let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test("stopping ends event streams and accepts no further connections")
  func streams() async throws {
    let service = ClosureService { _ in .now(.events(EventStream())) }
    let server = try HTTPServer(at: [try ListenAddress("127.0.0.1:0")], service)
    let clients = try (0..<20).map { _ in try RawClient(server.addresses[0]) }
    for client in clients {
      client.send(Self.request)
      _ = await client.read(until: "\r\n\r\n")
    }
    await server.stop()
    for client in clients { #expect(await client.read().hasSuffix("0\r\n\r\n")) }
    #expect(throws: (any Error).self) { try RawClient(server.addresses[0]) }
    await server.stop()
  }

  @Test("stopping waits for pending replies")
  func answers() async throws {
    let (gates, opening) = AsyncStream.makeStream(of: CheckedContinuation<Void, Never>.self)
    let service = ClosureService { _ in
      .later {
        await withCheckedContinuation { _ = opening.yield($0) }
        return Response("done", type: "text/plain")
      }
    }
    let server = try HTTPServer(at: [try ListenAddress("127.0.0.1:0")], service)
    let client = try RawClient(server.addresses[0])
    client.send(Self.request)
    var iterator = gates.makeAsyncIterator()
    let gate = try #require(await iterator.next())
    async let stopped: Void = server.stop(within: .seconds(600))
    while !server.core.exchanges.isDraining { await Task.yield() }
    gate.resume()
    await stopped
    let answer = await client.read()
    #expect(answer.hasSuffix("done") && answer.contains("Connection: close"))
  }

  @Test("stopping cancels replies that take longer than its timeout and reports that")
  func stuck() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let wasCancelled = Mutex(false)
    let service = ClosureService { _ in
      .later {
        begin.yield()
        do { try await Task.sleep(for: .seconds(86_400)) } catch {
          wasCancelled.withLock { $0 = true }
          throw error
        }
        return Response()
      }
    }
    let server = try HTTPServer(at: [try ListenAddress("127.0.0.1:0")], service)
    let client = try RawClient(server.addresses[0])
    client.send(Self.request)
    var iterator = begun.makeAsyncIterator()
    await iterator.next()
    await server.stop(within: .zero)
    // The server sends as much as the socket accepts before it closes the connection.
    let answer = await client.read()
    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 503 ") || answer.hasPrefix("HTTP/1.1 500 "))
    while !wasCancelled.withLock({ $0 }) { await Task.yield() }
  }

  private final class Opened: Sendable {
    let streams = Mutex<[EventStream]>([])
  }

  @Test("stopping is safe while requests arrive and streams receive events")
  func rush() async throws {
    let opened = Opened()
    let service = ClosureService { request in
      switch request.target.path.first {
      case "events":
        let stream = EventStream()
        opened.streams.withLock { $0.append(stream) }
        return .now(.events(stream))
      case "later":
        return .later {
          await Task.yield()
          return Response("later", type: "text/plain")
        }
      default: return .now(Response("now", type: "text/plain"))
      }
    }
    for _ in 0..<5 {
      let server = try HTTPServer(at: [try ListenAddress("127.0.0.1:0")], service)
      let clients = try (0..<30).map { _ in try RawClient(server.addresses[0]) }
      await withTaskGroup(of: Void.self) { group in
        for (number, client) in clients.enumerated() {
          group.addTask {
            let path = ["events", "later", "now"][number % 3]
            client.send("GET /\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for stream in opened.streams.withLock({ $0 }) { stream.send(ServerEvent("x")) }
          }
        }
        group.addTask { await server.stop() }
      }
      for client in clients { _ = await client.read() }
    }
  }
}
