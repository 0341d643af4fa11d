import FoundationEssentials

/// A source whose records are produced one after another, for example from an array, a database or a server.
///
/// ```swift
/// let shelf = SimpleSource("shelf") {
///   [SourceRecord("1") { $0.title = "Dune" }, SourceRecord("2") { $0.title = "Emma" }]
/// }
/// ```
///
/// Each refresh reads all records, one page at a time, and treats records that no longer occur as removed: the coverage
/// is ``SourceCoverage/fullEnumeration(begins:isStable:)``. After an interruption, a refresh that uses the same object
/// continues from the same position; a refresh that uses another object starts over. The object holds up to two pages
/// of records in memory. For a source that can report only the changes since a position, implement ``BookSource``.
public struct SimpleSource: BookSource {
  /// The name of the source; see ``BookSource/name``.
  public let name: String
  private let pages: RecordPages

  /// Creates a source from a sequence of records that arrive over time.
  ///
  /// ```swift
  /// let archive = SimpleSource("archive") {
  ///   AsyncThrowingStream<SourceRecord, any Error> { stream in
  ///     for number in 1...2_000 { stream.yield(SourceRecord("\(number)") { $0.title = "Volume \(number)" }) }
  ///     stream.finish()
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the source; see ``BookSource/name``.
  ///   - records: A closure that is called for each refresh and returns all records, starting with the first. An error
  ///     from the closure or the sequence ends the refresh. The code of a ``SourceFailure`` determines how the engine
  ///     reacts.
  public init<Records: AsyncSequence & Sendable>(
    _ name: String, _ records: @escaping @Sendable () async throws -> Records
  ) where Records.Element == SourceRecord {
    self.name = name
    pages = RecordPages { _ in
      var iterator = try await records().makeAsyncIterator()
      return { actor in try await iterator.next(isolation: actor) }
    }
  }

  /// Creates a source from an array of records.
  ///
  /// - Parameters:
  ///   - name: The name of the source; see ``BookSource/name``.
  ///   - records: A closure that is called for each refresh and returns all records. An error ends the refresh. The
  ///     code of a ``SourceFailure`` determines how the engine reacts.
  public init(_ name: String, _ records: @escaping @Sendable () async throws -> [SourceRecord]) {
    self.name = name
    pages = RecordPages { _ in
      var iterator = try await records().makeIterator()
      return { _ in iterator.next() }
    }
  }

  /// Returns the next page of the records.
  ///
  /// - Throws: ``SourceFailure`` with the code `cursorRefused` if another object issued the cursor, and any error
  ///   thrown while the records are read.
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    .page(try await pages.page(request, of: name))
  }
}

/// The records, divided into pages. The most recent page is kept in memory, because it is requested again if storing it
/// fails.
private actor RecordPages {
  typealias Next = (isolated RecordPages) async throws -> SourceRecord?

  private let begin: @Sendable (isolated RecordPages) async throws -> Next
  private var next: Next?
  /// The cursor of the next page.
  private var cursor: String?
  /// The most recent page and the cursor that it was requested with.
  private var given: (cursor: String?, page: SourcePage)?

  init(_ begin: @escaping @Sendable (isolated RecordPages) async throws -> Next) { self.begin = begin }

  func page(_ request: SourceRequest, of name: String) async throws -> SourcePage {
    if request.cursor != nil, let given, given.cursor == request.cursor { return given.page }
    if request.cursor == nil {
      (next, cursor, given) = (nil, nil, nil)
      next = try await begin(self)
    }
    guard let next, request.cursor == cursor else {
      throw SourceFailure(.cursorRefused, name, cause: "the source starts again at its first record")
    }
    // If reading the following records fails, the source must start over, so the cursor is discarded first.
    (self.next, cursor) = (nil, nil)
    let size = max(1, request.size)
    var records: [SourceRecord] = []
    while records.count < size, let record = try await next(self) { records.append(record) }
    let isLast = records.count < size
    let following = isLast ? nil : UUID().uuidString
    let page = SourcePage(
      records: records, cursor: following, isLast: isLast,
      coverage: .fullEnumeration(begins: request.cursor == nil, isStable: true))
    (self.next, cursor) = (isLast ? nil : next, following)
    given = (request.cursor, page)
    return page
  }
}
