import Synchronization
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Event streams")
struct EventStreamTests {
  /// Takes all available bytes in pieces of the given size.
  private func taken(_ stream: EventStream, piece: Int = 1_000, woken: @escaping @Sendable () -> Void = {}) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: piece)
    while case .bytes(let count) = buffer.withUnsafeMutableBytes({ stream.take(into: $0) { woken } }) {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func take(_ stream: EventStream, _ count: Int) -> EventStream.Taken {
    var buffer = [UInt8](repeating: 0, count: count)
    return buffer.withUnsafeMutableBytes { stream.take(into: $0) { {} } }
  }

  @Test("a stream writes events line by line")
  func events() {
    let event = ServerEvent("a\nb\r\nc\r\rd\n", id: "7\n8", name: "books\r", retry: .milliseconds(1_500))
    expectEqual(
      String(decoding: event.bytes, as: UTF8.self),
      "id: 78\nevent: books\nretry: 1500\ndata: a\ndata: b\ndata: c\ndata: \ndata: d\ndata: \n\n")
    expectEqual(String(decoding: ServerEvent().bytes, as: UTF8.self), "data: \n\n")
  }

  @Test("a stream is read in pieces of any size")
  func pieces() {
    let stream = EventStream()
    for number in 1...3 { stream.send(ServerEvent("\(number)")) }
    expectEqual(taken(stream, piece: 5), "data: 1\n\ndata: 2\n\ndata: 3\n\n")
    #expect(taken(stream).isEmpty)
  }

  @Test("a stream wakes its reader once")
  func waking() {
    let wakes = Mutex(0)
    let stream = EventStream()
    expectEqual(taken(stream) { wakes.withLock { $0 += 1 } }, "")
    stream.send(ServerEvent("a"))
    stream.send(ServerEvent("b"))
    #expect(wakes.withLock { $0 } == 1 && taken(stream) == "data: a\n\ndata: b\n\n")
  }

  @Test("a slow client loses events, and memory stays bounded")
  func slow() {
    let stream = EventStream(limit: 100)
    stream.send(ServerEvent("begun"))
    expectEqual(take(stream, 3), .bytes(3))
    for _ in 0..<1_000 { stream.send(ServerEvent("0123456789")) }
    stream.beat()
    expectEqual(taken(stream), "a: begun\n\nevent: reload\ndata: \n\n")
    stream.send(ServerEvent("after"))
    expectEqual(taken(stream), "data: after\n\n")
    stream.send(ServerEvent(String(repeating: "x", count: 200)))
    expectEqual(taken(stream), "event: reload\ndata: \n\n")
  }

  @Test("a stream sends a heartbeat only if nothing else is pending")
  func heartbeat() {
    let stream = EventStream()
    stream.beat()
    stream.beat()
    expectEqual(taken(stream), ":\n\n")
    stream.send(ServerEvent("a"))
    stream.beat()
    expectEqual(taken(stream), "data: a\n\n")
  }

  @Test("a stream ends after its pending events are taken")
  func end() {
    let ended = Mutex(0)
    let stream = EventStream()
    stream.whenEnded { ended.withLock { $0 += 1 } }
    stream.send(ServerEvent("a"))
    stream.end()
    stream.end()
    #expect(stream.isEnded && !stream.send(ServerEvent("b")) && ended.withLock { $0 } == 1)
    expectEqual(take(stream, 100), .bytes(9))
    expectEqual(take(stream, 100), .end)
    stream.whenEnded { ended.withLock { $0 += 1 } }
    expectEqual(ended.withLock { $0 }, 2)
  }

  @Test("streams are kept together until they end")
  func together() {
    let streams = EventStreams()
    let (one, other) = (EventStream(), EventStream())
    #expect(streams.add(one) && streams.add(other))
    one.end()
    expectEqual(streams.count, 1)
    streams.beat()
    expectEqual(taken(other), ":\n\n")
    streams.end()
    #expect(other.isEnded && streams.count == 0)
    let late = EventStream()
    #expect(streams.add(late) && late.isEnded)
  }

  @Test("streams of one address cannot use up the capacity for others")
  func addresses() {
    let streams = EventStreams(maxPerAddress: 2)
    let (one, other) = (NetworkAddress("192.0.2.1"), NetworkAddress("192.0.2.2"))
    let first = EventStream()
    #expect(streams.add(first, of: one) && streams.add(EventStream(), of: one) && !streams.add(EventStream(), of: one))
    #expect(streams.add(EventStream(), of: other) && streams.add(EventStream()))
    first.end()
    #expect(streams.add(EventStream(), of: one) && !streams.add(EventStream(), of: one))
    expectEqual(streams.count, 4)
  }

  @Test("a stream continues after the last event that the client received")
  func lastEvent() throws {
    try expectEqual(Request(.get, "/", fields: ["Last-Event-ID": "41"]).lastEventID, "41")
    #expect(
      try Request(.get, "/").lastEventID == nil && Request(.get, "/", fields: ["Last-Event-ID": ""]).lastEventID == nil)
    let long = String(repeating: "1", count: 257)
    #expect(try Request(.get, "/", fields: ["Last-Event-ID": long]).lastEventID == nil)
  }
}
