import FoundationEssentials

/// A record of a source that could not be used, and is kept apart with the reason.
public struct QuarantinedRecord: Sendable, Hashable, Identifiable {
  /// The name of the source.
  public let source: String
  /// The source's name for the book; where none could be read, what tells the record from others.
  public let remoteID: String
  /// The reason why it cannot be used, in words for people.
  public let reason: String
  /// The time when it came first.
  public let since: Date
  /// The bytes that the source gave; at most the first 64 KiB.
  public let payload: [UInt8]

  /// The identity of a record: its source and its name there.
  public struct ID: Hashable, Sendable {
    let source: String
    let remoteID: String
  }

  /// Its source and its name there.
  public var id: ID { ID(source: source, remoteID: remoteID) }
}

extension CatalogSnapshot {
  /// Records that could not be used, of one source or all, by the order of sources, then by their names.
  ///
  /// - Parameters:
  ///   - source: the name of a source, whatever the case; `nil` for all that were not removed.
  ///   - limit: how many at most.
  ///   - last: the last one of the page before; `nil` for the first page.
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
