import Synchronization
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Event streams of a server")
struct EventStreamServerTests {
  private static let request = "GET /events HTTP/1.1\r\nHost: localhost\r\n"

  /// Returns a service that opens a stream for each request and a sequence of those streams.
  private static func service() -> (ClosureService, AsyncStream<(EventStream, String?)>) {
    let (streams, stream) = AsyncStream.makeStream(of: (EventStream, String?).self)
    let service = ClosureService { request in
      let events = EventStream()
      stream.yield((events, request.lastEventID))
      return .now(.events(events))
    }
    return (service, streams)
  }

  @Test("a stream sends each event at once and continues where the client was")
  func events() async throws {
    let (service, streams) = Self.service()
    try await withServer(service) { server in
      let client = try RawClient(server.addresses[0])
      client.send(Self.request + "Last-Event-ID: 41\r\n\r\n")
      var iterator = streams.makeAsyncIterator()
      let (stream, last) = try #require(await iterator.next())
      expectEqual(last, "41")
      let head = await client.read(until: "\r\n\r\n")
      #expect(head.contains("Content-Type: text/event-stream\r\n") && head.contains("Cache-Control: no-store\r\n"))
      for number in 42...44 {
        stream.send(ServerEvent("books", id: "\(number)"))
        #expect(await client.read(until: "data: books").contains("id: \(number)\n"))
      }
      stream.end()
      #expect(await client.read(until: "0\r\n\r\n").hasSuffix("0\r\n\r\n"))
    }
  }

  @Test("a stream detects a disconnected client by its heartbeats")
  func deadClients() async throws {
    let (service, streams) = Self.service()
    try await withServer(service) { server in
      var client: RawClient? = try RawClient(server.addresses[0])
      client?.send(Self.request + "\r\n")
      var iterator = streams.makeAsyncIterator()
      let (stream, _) = try #require(await iterator.next())
      _ = await client?.read(until: "\r\n\r\n")
      client = nil
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      stream.whenEnded { end.finish() }
      // The client answers the first heartbeat with a reset, which a later heartbeat detects.
      while !stream.isEnded {
        server.core.streams.beat()
        await Task.yield()
      }
      for await _ in ends {}
      expectEqual(server.core.streams.count, 0)
    }
  }

  @Test("streams of many listeners are all served and block no thread")
  func many() async throws {
    let (service, streams) = Self.service()
    var options = HTTPServer.Options()
    options.limits.connectionsPerAddress = 0
    try await withServer(at: ["127.0.0.1:0"], service, options: options) { server in
      let clients = try (0..<100).map { _ in try RawClient(server.addresses[0]) }
      for client in clients { client.send(Self.request + "\r\n") }
      var iterator = streams.makeAsyncIterator()
      var opened: [EventStream] = []
      while opened.count < clients.count { opened.append(try #require(await iterator.next()).0) }
      for round in 1...3 {
        for stream in opened { stream.send(ServerEvent("round \(round)")) }
        for client in clients { #expect(await client.read(until: "round \(round)").contains("round \(round)")) }
      }
    }
  }

  @Test("a stream with many senders loses nothing and keeps the order while it is read")
  func busy() async throws {
    let (service, streams) = Self.service()
    try await withServer(service) { server in
      let client = try RawClient(server.addresses[0])
      client.send(Self.request + "\r\n")
      var iterator = streams.makeAsyncIterator()
      let (stream, _) = try #require(await iterator.next())
      // The total is less than a stream's buffer, so nothing is dropped however slowly it is read.
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { for _ in 0..<500 { stream.send(ServerEvent("x")) } } }
      }
      stream.end()
      let text = await client.read(until: "\r\n0\r\n\r\n")
      expectEqual(text.ranges(of: "data: x").count, 2_000)
    }
  }
}
