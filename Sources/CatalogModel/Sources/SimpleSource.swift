import FoundationEssentials

/// A source made of records that come one after the other: from an array, a database, a server.
///
/// ```swift
/// let shelf = SimpleSource("shelf") { [SourceRecord("1") { $0.title = "Dune" }, SourceRecord("2") { $0.title = "Emma" }] }
/// ```
///
/// Each refresh goes through all of them, a page at a time, and what it does not meet any more is gone: the records are a
/// ``SourceCoverage/fullEnumeration(begins:isStable:)``. Of one that was left midway the next one goes on where it was, as
/// long as it is of the same object, and begins again elsewhere. Memory holds two pages of records. A source that can say
/// what has changed since is a ``BookSource`` of its own.
public struct SimpleSource: BookSource {
  /// What the source calls itself.
  public let name: String
  private let pages: RecordPages

  /// A source of records that come with time.
  ///
  /// - Parameters:
  ///   - name: see ``BookSource/name``.
  ///   - records: begins to give all records, from the first one on; it is called for each refresh. What it throws, or the
  ///     sequence does, ends the refresh; a ``SourceFailure`` says how it is to be taken.
  public init<Records: AsyncSequence & Sendable>(
    _ name: String, _ records: @escaping @Sendable () async throws -> Records
  ) where Records.Element == SourceRecord {
    self.name = name
    pages = RecordPages { _ in
      var iterator = try await records().makeAsyncIterator()
      return { actor in try await iterator.next(isolation: actor) }
    }
  }

  /// A source of records that are there at once.
  ///
  /// - Parameters:
  ///   - name: see ``BookSource/name``.
  ///   - records: gives all records; it is called for each refresh. What it throws ends the refresh; a ``SourceFailure``
  ///     says how it is to be taken.
  public init(_ name: String, _ records: @escaping @Sendable () async throws -> [SourceRecord]) {
    self.name = name
    pages = RecordPages { _ in
      var iterator = try await records().makeIterator()
      return { _ in iterator.next() }
    }
  }

  /// The next page of the records.
  ///
  /// - Throws: a ``SourceFailure`` with `cursorRefused` for a cursor of another object, and what the records throw.
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    .page(try await pages.page(request, of: name))
  }
}

/// Cuts records into pages. The page that was given last is kept: it is asked for again where it came to nothing.
private actor RecordPages {
  typealias Next = (isolated RecordPages) async throws -> SourceRecord?

  private let begin: @Sendable (isolated RecordPages) async throws -> Next
  private var next: Next?
  /// What the next page is asked for by.
  private var cursor: String?
  /// The page that was given last, and by what it was asked for.
  private var given: (cursor: String?, page: SourcePage)?

  init(_ begin: @escaping @Sendable (isolated RecordPages) async throws -> Next) { self.begin = begin }

  func page(_ request: SourceRequest, of name: String) async throws -> SourcePage {
    if request.cursor != nil, let given, given.cursor == request.cursor { return given.page }
    if request.cursor == nil {
      (next, cursor, given) = (nil, nil, nil)
      next = try await begin(self)
    }
    guard let next, request.cursor == cursor else {
      throw SourceFailure(.cursorRefused, name, cause: "the records begin again")
    }
    // Until the page is whole there is none to go on from.
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
