import FoundationEssentials

/// A record from a source that could not be used. The catalog keeps the record and the reason.
public struct QuarantinedRecord: Sendable, Hashable, Identifiable {
  /// The name of the source.
  public let source: String
  /// The source's id for the book. If the id could not be read, this is another value that is unique among the source's
  /// records.
  public let remoteID: String
  /// The reason why the record cannot be used, as text for people.
  public let reason: String
  /// The time when the record first arrived.
  public let since: Date
  /// The bytes of the record as the source delivered it, up to 64 KiB.
  public let payload: [UInt8]

  /// The identity of an unusable record, which consists of its source and the source's id for the book.
  public struct ID: Hashable, Sendable {
    let source: String
    let remoteID: String
  }

  /// The identity of the record.
  public var id: ID { ID(source: source, remoteID: remoteID) }
}

extension CatalogSnapshot {
  /// Returns records that could not be used, from one source or from all sources. They are ordered by source, then by
  /// the source's ids.
  ///
  /// - Parameters:
  ///   - source: The name of a source, regardless of case, or `nil` for all sources except removed ones.
  ///   - limit: The maximum number of records.
  ///   - last: The last record of the previous page, or `nil` for the first page.
  /// - Throws: ``CatalogError/Code/noSuchSource``.
  public func quarantine(
    source: String? = nil, limit: Int = 100, after last: QuarantinedRecord? = nil
  ) throws -> [QuarantinedRecord] {
    var sources = try source.map { [try self.source(named: $0)] } ?? sources()
    if let last { sources = Array(sources.drop { $0.name != last.source }) }
    let table = try QuarantineTable(connection: connection)
    var records: [QuarantinedRecord] = []
    for source in sources where records.count < limit {
      let start = source.name == last?.source ? last?.remoteID : nil
      records += try table.rows(of: source.id, after: start, limit: limit - records.count).map { row in
        QuarantinedRecord(
          source: source.name, remoteID: row.remoteID, reason: row.reason, since: row.first, payload: row.payload)
      }
    }
    return records
  }
}
