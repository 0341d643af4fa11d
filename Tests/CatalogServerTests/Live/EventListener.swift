import Synchronization
import Testing

@testable import CatalogServer

/// A client that reads a stream event by event.
final class EventListener: Sendable {
  private let stream: EventStream
  private let text = Mutex("")

  init(_ site: CatalogSite, lastEventID: String? = nil) throws {
    var fields: HeaderFields = [:]
    if let lastEventID { fields.set("Last-Event-ID", lastEventID) }
    guard case .now(let response) = try site.answer(Request(.get, "/events", fields: fields)),
      case .events(let stream) = response.body
    else { throw Problem(500) }
    self.stream = stream
  }

  init(_ stream: EventStream) { self.stream = stream }

  /// Returns the next event when it arrives, or `nil` at the end of the stream.
  func next() async -> (id: String?, name: String?, data: String)? {
    while true {
      if let event = text.withLock({ Self.takeEvent(&$0) }) { return event }
      let isThere = await withCheckedContinuation { continuation in
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_000, alignment: 1)
        defer { buffer.deallocate() }
        switch stream.take(into: buffer, orWaitBy: { { continuation.resume(returning: true) } }) {
        case .bytes(let count):
          text.withLock { $0 += String(decoding: buffer.prefix(count), as: UTF8.self) }
          continuation.resume(returning: true)
        case .nothing: break
        case .end: continuation.resume(returning: false)
        }
      }
      if !isThere { return nil }
    }
  }

  private static func takeEvent(_ text: inout String) -> (id: String?, name: String?, data: String)? {
    guard let end = text.firstRange(of: "\n\n") else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\n")
    text = String(text[end.upperBound...])
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    }
    return (value("id"), value("event"), value("data") ?? "")
  }

  func end() { stream.end() }
}
