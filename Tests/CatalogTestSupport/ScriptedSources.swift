import Catalog
import Synchronization

/// An import whose reader follows a script: it delivers batches, runs a closure of the test between them, or fails.
public actor ScriptedReader: RecordReader {
  public enum Event: Sendable {
    case records([SourceRecord])
    case rows([ImportRow])
    /// Runs a closure of the test before the next batch is read.
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

/// A source whose pages a closure makes. It records the cursors of its requests.
public final class ScriptedSource: BookSource {
  public let name: String
  public let kind = CatalogSource.Kind.samples
  private let pages: @Sendable (String?) async throws -> SourcePage
  private let cursors = Mutex<[String?]>([])

  public init(_ name: String = "feed", pages: @escaping @Sendable (String?) async throws -> SourcePage) {
    self.name = name
    self.pages = pages
  }

  /// Creates a source that delivers records in pages of a size. Its cursor is the number of records delivered.
  public convenience init(_ name: String = "feed", records: [SourceRecord], pageSize: Int = 2) {
    self.init(name) { cursor in
      let start = cursor.flatMap { Int($0) } ?? 0
      let end = min(start + pageSize, records.count)
      return SourcePage(
        records: start < end ? Array(records[start..<end]) : [], cursor: String(max(start, end)),
        isLast: end >= records.count)
    }
  }

  /// The cursors of the requests, in order.
  public var requestedCursors: [String?] { cursors.withLock { $0 } }

  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    cursors.withLock { $0.append(request.cursor) }
    return .page(try await pages(request.cursor))
  }
}

/// A failure in a script, with text to look for.
public struct ScriptedFailure: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// A signal that one task waits for and another sends.
public final class Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  public init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  public func send() { continuation.finish() }

  /// Returns once the signal was sent or the task is cancelled.
  public func wait() async { for await _ in stream {} }
}
