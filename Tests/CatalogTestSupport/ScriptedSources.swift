import Catalog
import Synchronization

/// An import whose reader does what a script says: gives batches, lets the test do something between them, fails.
public actor ScriptedReader: RecordReader {
  public enum Event: Sendable {
    case records([SourceRecord])
    case rows([ImportRow])
    /// Something the test does before the next batch is read.
    case run(@Sendable () async throws -> Void)
  }

  private var rest: ArraySlice<Event>
  private var number = 0

  public init(_ events: [Event]) { rest = events[...] }

  public func nextBatch() async throws -> ImportBatch? {
    while let event = rest.popFirst() {
      switch event {
      case .run(let body): try await body()
      case .rows(let rows): return ImportBatch(rows: rows, bytesRead: Int64(rows.last?.number ?? 0))
      case .records(let records):
        let rows = records.map { record in
          number += 1
          return ImportRow(number: number, content: .record(record), raw: Array(record.remoteID.utf8))
        }
        return ImportBatch(rows: rows, bytesRead: Int64(number))
      }
    }
    return nil
  }
}

/// A source whose pages a closure makes, and that remembers what it was asked.
public final class ScriptedSource: BookSource {
  public let name: String
  public let kind = CatalogSource.Kind.samples
  private let pages: @Sendable (String?) async throws -> SourcePage
  private let cursors = Mutex<[String?]>([])

  public init(_ name: String = "feed", pages: @escaping @Sendable (String?) async throws -> SourcePage) {
    self.name = name
    self.pages = pages
  }

  /// A source with these records in pages of a size; its cursor is how many it gave.
  public convenience init(_ name: String = "feed", records: [SourceRecord], pageSize: Int = 2) {
    self.init(name) { cursor in
      let start = cursor.flatMap { Int($0) } ?? 0
      let end = min(start + pageSize, records.count)
      return SourcePage(
        records: start < end ? Array(records[start..<end]) : [], cursor: String(max(start, end)),
        isLast: end >= records.count)
    }
  }

  /// The cursors it was asked with, in order.
  public var asked: [String?] { cursors.withLock { $0 } }

  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    cursors.withLock { $0.append(request.cursor) }
    return .page(try await pages(request.cursor))
  }
}

/// What goes wrong in a script, with words to look for.
public struct ScriptedFailure: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// Something one task waits for and another says.
public final class Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  public init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  public func send() { continuation.finish() }

  /// Returns once it was sent, or the task is cancelled.
  public func wait() async { for await _ in stream {} }
}
