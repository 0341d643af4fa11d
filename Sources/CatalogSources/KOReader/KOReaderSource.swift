import CatalogModel
import FoundationEssentials

/// The statistics that KOReader keeps of what is read: which books, and when. The file is on the device, or a copy of it.
///
/// It is read whole whenever it changed. The cursor is the state of the files that were read and the number of the book that was
/// told last; `end` when all were. What KOReader writes meanwhile, the next refresh reads.
public actor KOReaderSource: BookSource {
  private static let end = "end"
  /// For how many seconds another change may leave a file with the same time: those of file systems of devices are coarse.
  private static let coarseness = 2.0
  /// How many times the file is copied that is written again and again.
  private static let attempts = 50
  private static let step = 0.1

  /// The name under which the catalog knows the source.
  public nonisolated let name: String
  /// Says that it is KOReader's statistics.
  public nonisolated let kind = CatalogSource.Kind.koreader
  /// The version of the rules by which books are read: 2 knows names of files with their endings.
  public nonisolated let decoderVersion = 2
  private let path: String
  private let now: @Sendable () -> Date
  /// The books that the refresh under way tells.
  private var held: StatisticsState?

  /// - Parameters:
  ///   - path: of the file `statistics.sqlite3`, absolute.
  ///   - now: the time, beside which a file is too new to be known again by its time alone.
  public init(name: String, path: String, now: @escaping @Sendable () -> Date = { Date() }) {
    self.name = name
    self.path = path
    self.now = now
  }

  /// The records behind a position (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    try Task.checkCancellation()
    do {
      switch request.cursor {
      case nil: return try await begin(request)
      case Self.end:
        if let known = request.validators, try known.lastModified == StatisticsFile(at: path).identity {
          return .unchanged
        }
        return try await begin(request)
      case let cursor?: return try await goOn(behind: cursor, request)
      }
    } catch let failure as SQLiteConnection.Failure {
      throw try failure.told(ofStatistics: path)
    }
  }

  /// Reads a record again from what was kept of it (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    try StatisticsBook(payload: payload).record()
  }

  private func begin(_ request: SourceRequest) async throws -> SourceAnswer {
    held = nil
    return page(of: try await state(), from: 0, request)
  }

  private func goOn(behind cursor: String, _ request: SourceRequest) async throws -> SourceAnswer {
    let parts = cursor.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int64(parts[1]) else {
      throw SourceFailure(.cursorRefused, path, cause: "the cursor is none of this source")
    }
    let state: StatisticsState
    if let held, held.file.identity == parts[0] { state = held } else { state = try await self.state() }
    guard state.file.identity == parts[0], let place = state.books.firstIndex(where: { $0.number == number }) else {
      throw SourceFailure(.cursorRefused, path, cause: "it changed since a part of it was read")
    }
    return page(of: state, from: place + 1, request)
  }

  private func page(of state: StatisticsState, from place: Int, _ request: SourceRequest) -> SourceAnswer {
    let books = state.books.dropFirst(place).prefix(max(1, request.size))
    let isLast = place + books.count >= state.books.count
    held = isLast ? nil : state
    let isKnownAgain = now().timeIntervalSince1970 - state.file.written >= Self.coarseness
    return .page(
      SourcePage(
        items: books.map { $0.item() },
        cursor: isLast ? Self.end : books.last.map { "\(state.file.identity) \($0.number)" }, isLast: isLast,
        coverage: .fullEnumeration(begins: request.cursor == nil || request.cursor == Self.end, isStable: true),
        validators: isLast && isKnownAgain ? SourceValidators(lastModified: state.file.identity) : nil))
  }

  private func state() async throws -> StatisticsState {
    for _ in 0..<Self.attempts {
      let file = try StatisticsFile(at: path)
      if let books = try StatisticsCopy.read(file, { try StatisticsTables($0).books() }) {
        return StatisticsState(file: file, books: books)
      }
      try await Task.sleep(for: .seconds(Self.step))
    }
    throw SourceFailure(.busy, path, cause: "another program writes to it all the time")
  }
}

/// The statistics as they were when they were read.
private struct StatisticsState {
  let file: StatisticsFile
  let books: [StatisticsBook]
}
