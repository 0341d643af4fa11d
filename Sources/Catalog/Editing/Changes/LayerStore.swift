import FoundationEssentials

/// Reads the layers of a book, those of its sources and the user's, from wherever they are stored.
struct LayerStore {
  let connection: Connection

  /// All layers of one book.
  struct Layers {
    /// The record of each source with its values, in order of precedence.
    var records: [Record] = []
    var edits: [FieldEdit] = []
    /// The combined values of all sources.
    var sources = FieldPresences()
    /// The metadata of providers. Sources take precedence over it.
    var metadata: [MetadataLayer] = []

    func edit(of field: BookField) -> FieldEdit? { edits.first { $0.field == field } }
  }

  /// Returns the layers of a book.
  ///
  /// - Parameter book: The book as stored. While it has only one source, its columns hold that source's values.
  func layers(of book: Book) throws -> Layers {
    let edits = try FieldEditTable(connection: connection).edits(of: book.id)
    let columns = Materialise.onlySource(of: book, edits: edits)
    let records = try SourceRecordTable(connection: connection).rows(of: book.id).map { row in
      let values = row.payload ?? columns
      return (row: row, values: row.personal.map(values.saying) ?? values)
    }
    return Layers(
      records: records, edits: edits, sources: Self.combined(records) ?? columns,
      metadata: try MetadataTable(connection: connection).layers(of: book.id))
  }

  /// A record with its values, from wherever they are stored.
  typealias Record = (row: SourceRecordRow, values: FieldPresences)

  /// Returns the combined values of the records of one book; `nil` without records.
  static func combined(_ records: [Record]) -> FieldPresences? {
    records.isEmpty ? nil : Merge.combined(byPrecedence: liveRecords(records).map(\.values))
  }

  /// Returns the records of one book whose values count, in order of precedence.
  ///
  /// The values of a tombstone count only if no other source has the book. Its title and authors still count if no
  /// other source has any, since a title is never cleared. Among tombstones, the most recent one takes precedence
  /// unless a merge has ordered them: the loss of a source must not change the shown values.
  static func liveRecords(_ records: [Record]) -> [Record] {
    let live = records.filter { $0.row.tombstone == nil }
    if live.count == records.count { return records }
    let gone = records.enumerated().filter { $0.element.row.tombstone != nil }
      .sorted { one, other in
        let (row, next) = (one.element.row, other.element.row)
        if row.rank != next.rank { return row.rank < next.rank }
        return row.tombstone == next.tombstone
          ? one.offset < other.offset : (row.tombstone ?? 0) > (next.tombstone ?? 0)
      }
      .map(\.element)
    if live.isEmpty { return gone }
    return live
      + gone.map { record in
        var name = FieldPresences()
        for field in [BookField.title, .authors] { name[field] = record.values[field] }
        return (record.row, name)
      }
  }

  /// Returns the records with one of them replaced.
  static func replacing(
    _ row: SourceRecordRow, saying values: FieldPresences, in records: [Record]
  ) -> [Record] {
    records.map { $0.row.isSame(as: row) ? (row, values) : $0 }
  }

  /// Returns the records of a book with a new one inserted, in the order of ``SourceRecordTable/rows(of:)``.
  func inserting(_ new: Record, in records: [Record]) throws -> [Record] {
    let sources = SourceTable(connection: connection)
    func key(_ row: SourceRecordRow) throws -> (Int64, Int64, CatalogSource.ID) {
      (row.rank, try sources.source(row.sourceID)?.precedence ?? .max, row.sourceID)
    }
    let own = try key(new.row)
    let next = try records.firstIndex { record in
      let other = try key(record.row)
      return own == other ? new.row.remoteID.utf8.lexicographicallyPrecedes(record.row.remoteID.utf8) : own < other
    }
    var all = records
    all.insert(new, at: next ?? all.endIndex)
    return all
  }

  /// Stores the values of records with the records themselves. The book's columns can no longer supply them once
  /// another source has the book or a provider has metadata for it.
  func keepValues(of records: [Record]) throws {
    for (row, values) in records where row.payload == nil {
      var row = row
      row.payload = values
      try SourceRecordTable(connection: connection).write(row)
    }
  }

  /// Updates all edits for the current values of the sources, and returns the book as it then shows.
  ///
  /// - Parameter sources: The combined values of the sources.
  func materialise(_ book: Book, sources: FieldPresences, edits: [FieldEdit]) throws -> Book {
    let updated = Materialise.updated(edits, from: sources)
    // Equal ISBNs can be spelled differently. Each source keeps its spelling.
    for (before, after) in zip(edits, updated) where before.theirs?.storedText != after.theirs?.storedText {
      try FieldEditTable(connection: connection).write(after, of: book.id)
    }
    return Materialise.book(
      book, sources: sources, edits: updated, metadata: try MetadataTable(connection: connection).layers(of: book.id))
  }
}
