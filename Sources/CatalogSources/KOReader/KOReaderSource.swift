import CatalogModel
import FoundationEssentials

/// The reading statistics of KOReader: the books and the times at which they were read. The file is on the device, or
/// is a copy of the file on the device.
///
/// Each change of the file causes a full read. The cursor consists of the state of the files that were read and the
/// number of the last book returned, or is `end` if all books were returned. Data that KOReader writes in the meantime
/// is read by the next refresh.
///
/// ```swift
/// let koreader = KOReaderSource(name: "koreader", path: "/media/reader/koreader/settings/statistics.sqlite3")
/// let reports = try await catalog.syncEngine(sources: [koreader]).refresh()
/// ```
public actor KOReaderSource: BookSource {
  /// The maximum number of attempts to copy a file that KOReader keeps writing.
  private static let attempts = 50
  private static let step = 0.1

  /// The name of the source in the catalog.
  public nonisolated let name: String
  /// The kind of source: KOReader's statistics.
  public nonisolated let kind = CatalogSource.Kind.koreader
  /// The version of the decoding rules. Version 2 removes the extensions of file names.
  public nonisolated let decoderVersion = 2
  private let path: String
  private let now: @Sendable () -> Date
  /// The books that the current refresh returns.
  private var held: StatisticsState?

  /// Creates a source of KOReader's statistics.
  ///
  /// - Parameters:
  ///   - path: The absolute path of `statistics.sqlite3`.
  ///   - now: Returns the current time. A file that was written within the last 2 seconds is treated as possibly
  ///     changed.
  public init(name: String, path: String, now: @escaping @Sendable () -> Date = { Date() }) {
    self.name = name
    self.path = path
    self.now = now
  }

  /// Returns the records after a cursor (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    try Task.checkCancellation()
    do {
      switch request.cursor {
      case nil: return try await begin(request)
      case FileStateCursor.end:
        if let known = request.validators, try known.lastModified == StatisticsFile(at: path).identity {
          return .unchanged
        }
        return try await begin(request)
      case let cursor?: return try await resume(after: cursor, request)
      }
    } catch let failure as SQLiteConnection.Failure {
      throw try failure.sourceFailure(ofStatistics: path)
    }
  }

  /// Decodes a record again from its stored payload (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    try StatisticsBook(payload: payload).record()
  }

  private func begin(_ request: SourceRequest) async throws -> SourceAnswer {
    held = nil
    return page(of: try await state(), from: 0, request)
  }

  private func resume(after cursor: String, _ request: SourceRequest) async throws -> SourceAnswer {
    let cursor = try FileStateCursor(cursor, of: path)
    let state: StatisticsState
    if let held, held.file.identity == cursor.identity { state = held } else { state = try await self.state() }
    guard state.file.identity == cursor.identity,
      let index = state.books.firstIndex(where: { $0.number == cursor.position })
    else { throw FileStateCursor.changed(path) }
    return page(of: state, from: index + 1, request)
  }

  private func page(of state: StatisticsState, from index: Int, _ request: SourceRequest) -> SourceAnswer {
    let books = state.books.dropFirst(index).prefix(max(1, request.size))
    let isLast = index + books.count >= state.books.count
    held = isLast ? nil : state
    return .page(
      SourcePage(
        items: books.map { $0.item() },
        cursor: isLast
          ? FileStateCursor.end : books.last.map { FileStateCursor(state.file.identity, $0.number).text },
        isLast: isLast,
        coverage: FileStateCursor.coverage(of: request),
        validators: isLast
          ? FileStateCursor.validators(state.file.identity, written: state.file.written, now: now()) : nil))
  }

  private func state() async throws -> StatisticsState {
    for _ in 0..<Self.attempts {
      let file = try StatisticsFile(at: path)
      if let books = try StatisticsCopy.read(file, { try StatisticsTables($0).books() }) {
        return StatisticsState(file: file, books: books)
      }
      try await Task.sleep(for: .seconds(Self.step))
    }
    throw SourceFailure(.busy, path, cause: "another program keeps writing to it")
  }
}

/// The statistics as of the time they were read.
private struct StatisticsState {
  let file: StatisticsFile
  let books: [StatisticsBook]
}
