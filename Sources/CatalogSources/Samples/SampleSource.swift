import CatalogModel

/// A source of the books that come with the program. The first refresh delivers all books except the last 20. Each
/// later refresh delivers one more book. The source requires no network.
///
/// ```swift
/// let reports = try await catalog.syncEngine(sources: [SampleSource()]).refresh()
/// ```
public struct SampleSource: BookSource {
  /// The number of books held back for later refreshes.
  static let laterBooks = 20

  /// The name that identifies the source in the catalog.
  public let name: String
  /// The kind of source, which distinguishes it from an import with the same name.
  public let kind = CatalogSource.Kind.samples

  /// Creates a source. It is stateless, because the catalog stores the cursor.
  ///
  /// - Parameter name: The user's name for the source.
  public init(name: String = "samples") { self.name = name }

  /// Returns the next books. The cursor is the number of books delivered so far.
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    let records = try await Self.records()
    let delivered = min(max(request.cursor.flatMap { Int($0) } ?? 0, 0), records.count)
    let end = delivered == 0 ? max(0, records.count - Self.laterBooks) : min(delivered + 1, records.count)
    let page = delivered < end ? Array(records[delivered..<end]) : []
    return .page(SourcePage(records: page, cursor: String(max(delivered, end)), isLast: true))
  }

  /// Reads the table with the same code as any other table.
  private static func records() async throws -> [SourceRecord] {
    let rows = try CSVReader(
      TextInput(
        source: MemorySource(Array(SampleBookTable.csv.utf8)),
        detection: EncodingDetection(encoding: .utf8, reason: .requested)))
    let mapping = try ColumnMapping(header: rows.header, named: [:])
    let table = TableRecords(mapping: mapping)
    var records: [SourceRecord] = []
    while let row = try rows.next() {
      records.append(try table.record(of: row))
    }
    return records
  }
}
