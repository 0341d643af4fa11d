import CatalogDatabase
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
  private static let format = ForeignFormat(
    program: "KOReader", database: "KOReader's statistics",
    damageHint: "open the statistics in KOReader once, or use a backup of the file")

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
      switch try FileStateCursor.start(of: request, path: path, identity: { try StatisticsFile(at: path).identity }) {
      case .unchanged: return .unchanged
      case .first:
        held = nil
        return page(of: try await state(), from: 0, request)
      case .after(let cursor):
        let state = if let held, held.file.identity == cursor.identity { held } else { try await self.state() }
        guard state.file.identity == cursor.identity,
          let index = state.books.firstIndex(where: { $0.number == cursor.position })
        else { throw FileStateCursor.changed(path) }
        return page(of: state, from: index + 1, request)
      }
    } catch let failure as SQLiteFailure {
      throw try Self.format.failure(failure, in: path)
    }
  }

  /// Decodes a record again from its stored payload (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    try StatisticsBook(payload: payload).record()
  }

  private func page(of state: StatisticsState, from index: Int, _ request: SourceRequest) -> SourceAnswer {
    let books = state.books.dropFirst(index).prefix(max(1, request.size))
    let isLast = index + books.count >= state.books.count
    held = isLast ? nil : state
    return FileStateCursor.answer(
      books.map { $0.item() }, of: state.file.identity, upTo: isLast ? nil : books.last?.number, to: request,
      validators: FileStateCursor.validators(state.file.identity, written: state.file.written, now: now()))
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
