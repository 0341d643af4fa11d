import FoundationEssentials

/// A source's record that could not be used. The catalog keeps the record together with the reason.
public struct QuarantinedRecord: Sendable, Hashable, Identifiable {
  /// The name of the source.
  public let source: String
  /// The source's id for the book. If the id could not be read, a value that distinguishes the record from the source's
  /// other records.
  public let remoteID: String
  /// The reason why the record cannot be used, in words for people.
  public let reason: String
  /// The time when the record first arrived.
  public let since: Date
  /// The bytes that the source delivered, at most the first 64 KiB.
  public let payload: [UInt8]

  /// The identity of a quarantined record: its source and the source's id for the book.
  public struct ID: Hashable, Sendable {
    let source: String
    let remoteID: String
  }

  /// The identity of the record.
  public var id: ID { ID(source: source, remoteID: remoteID) }
}

extension CatalogSnapshot {
  /// Returns the records that could not be used, from one source or from all, ordered by source and then by the
  /// source's ids.
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
