import FoundationEssentials
import Synchronization

@testable import Catalog
@testable import CatalogModel

/// A source that answers with a closure and records its requests.
final class AnsweringSource: BookSource {
  let name: String
  let sourceID: CatalogSource.ID?
  let kind: CatalogSource.Kind
  let decoderVersion: Int
  private let answer: @Sendable (SourceRequest) async throws -> SourceAnswer
  private let read: @Sendable ([UInt8]) throws -> SourceRecord?
  private let requests = Mutex<[SourceRequest]>([])

  init(
    _ name: String = "feed", sourceID: CatalogSource.ID? = nil, kind: CatalogSource.Kind = .feed,
    decoderVersion: Int = 1,
    reading: @escaping @Sendable ([UInt8]) throws -> SourceRecord? = { _ in nil },
    _ answer: @escaping @Sendable (SourceRequest) async throws -> SourceAnswer
  ) {
    (self.name, self.sourceID, self.kind) = (name, sourceID, kind)
    (self.decoderVersion, self.answer, read) = (decoderVersion, answer, reading)
  }

  /// Creates a source with one page.
  convenience init(
    _ name: String = "feed", items: [SourceItem], coverage: SourceCoverage = .changes, decoderVersion: Int = 1,
    reading: @escaping @Sendable ([UInt8]) throws -> SourceRecord? = { _ in nil }
  ) {
    self.init(name, decoderVersion: decoderVersion, reading: reading) { _ in
      .page(SourcePage(items: items, cursor: nil, isLast: true, coverage: coverage))
    }
  }

  /// Returns an enumeration over these records in one page.
  static func enumeration(_ records: [SourceRecord], isStable: Bool = true, _ name: String = "feed") -> AnsweringSource
  {
    AnsweringSource(
      name, items: records.map { .record($0) }, coverage: .fullEnumeration(begins: true, isStable: isStable))
  }

  var receivedRequests: [SourceRequest] { requests.withLock { $0 } }

  func page(_ request: SourceRequest) async throws -> SourceAnswer {
    requests.withLock { $0.append(request) }
    return try await answer(request)
  }

  func record(from payload: [UInt8]) throws -> SourceRecord? { try read(payload) }
}

extension TemporaryCatalog {
  func refresh(
    _ sources: any BookSource..., options: RefreshOptions = RefreshOptions(),
    outside: SyncEngine.Outside = SyncEngine.Outside()
  ) async throws -> [RefreshReport] {
    try await catalog.syncEngine(sources: sources, outside: outside).refresh(options)
  }

  /// Returns the ids of the shown books.
  func shown() throws -> [Book.ID] {
    try catalog.view { try $0.page(size: 1_000).books.map(\.id).sorted() }
  }

  func hidden(_ book: Book.ID) throws -> Book.Visibility? {
    let value = try foreign().value("SELECT hidden FROM book WHERE id = \(book)")
    return value.flatMap { Int64($0) }.flatMap { Book.Visibility(rawValue: $0) }
  }

  /// Returns all rows of the file's own tables as text, to compare two states.
  func rows(without columns: Set<String> = []) throws -> [String] {
    let file = try foreign()
    var lines: [String] = []
    for table in try file.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('posting', 'posting_change', 'book_rank') ORDER BY name"
    ).compactMap(\.[0]) {
      let names = try file.rows("SELECT name FROM pragma_table_info('\(table)')").compactMap(\.[0])
        .filter { !columns.contains("\(table).\($0)") }
      lines += try file.rows("SELECT \(names.joined(separator: ", ")) FROM \(table)")
        .map { "\(table) \(zip(names, $0).map { "\($0)=\($1 ?? "NULL")" })" }
    }
    return lines
  }
}

extension SourceRecord {
  /// Returns a range of records that have only a title and pages.
  static func records(_ range: Range<Int>, pages: Int = 100) throws -> [SourceRecord] {
    try range.map { try SourceRecord("\($0)", [.title: "Book \($0)", .pages: "\(pages)"]) }
  }
}
