import CatalogModel

/// The books that come with the program: a screenful and more at the first refresh, then one more with each, until there
/// are no more. It needs no network.
public struct SampleSource: BookSource {
  /// How many books the last ones to come are.
  static let laterBooks = 20

  /// The name under which a catalog knows the samples.
  public let name: String
  /// Tells the samples from an import that has taken their name.
  public let kind = CatalogSource.Kind.samples

  /// A source without state: where it was read to is kept by the catalog.
  ///
  /// - Parameter name: what the user calls it.
  public init(name: String = "samples") { self.name = name }

  /// The cursor is the number of books delivered so far.
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    let records = try await Self.records()
    let delivered = min(max(request.cursor.flatMap { Int($0) } ?? 0, 0), records.count)
    let end = delivered == 0 ? max(0, records.count - Self.laterBooks) : min(delivered + 1, records.count)
    let page = delivered < end ? Array(records[delivered..<end]) : []
    return .page(SourcePage(records: page, cursor: String(max(delivered, end)), isLast: true))
  }

  /// The table is read by the code that reads every other table.
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
