import CatalogDatabase
import FoundationEssentials

/// Reads all layers of a book (the values from its sources, from metadata providers and from the user), wherever they
/// are stored.
struct LayerStore {
  let connection: Connection

  /// All layers of one book.
  struct Layers {
    /// The records from the book's sources with their values, in order of precedence.
    var records: [Record] = []
    var edits: [FieldEdit] = []
    /// The combined values of all sources.
    var sources = FieldPresences()
    /// The metadata from providers. Values from sources take precedence over it.
    var metadata: [MetadataLayer] = []

    func edit(of field: BookField) -> FieldEdit? { edits.first { $0.field == field } }
  }

  /// Returns the layers of a book.
  ///
  /// - Parameter book: The book as stored. While a book has only one source, its columns contain that source's values.
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

  /// A record together with its values, which are stored either in the record or in the columns of the book.
  typealias Record = (row: SourceRecordRow, values: FieldPresences)

  /// Returns the combined values of the records of one book; `nil` if there are no records.
  static func combined(_ records: [Record]) -> FieldPresences? {
    records.isEmpty ? nil : Merge.combined(byPrecedence: liveRecords(records).map(\.values))
  }

  /// Returns the records that supply the values of a book, in order of precedence.
  ///
  /// The values of a tombstone (a record that its source no longer has) are used only if no source has the book.
  /// Otherwise, the tombstone supplies only a title and authors, and only if no other record has them, since a book
  /// never loses its title. Among tombstones, the most recent one takes precedence, so that the loss of a source does
  /// not change the shown values. If a merge has ordered the tombstones, that order applies instead.
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

  /// Returns the records, with the values of one record replaced.
  static func replacing(
    _ row: SourceRecordRow, saying values: FieldPresences, in records: [Record]
  ) -> [Record] {
    records.map { $0.row.isSame(as: row) ? (row, values) : $0 }
  }

  /// Returns the records of a book with a new record inserted, in the order of ``SourceRecordTable/rows(of:)``.
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

  /// Stores the values of records in the records themselves. This is necessary once another source has the book or a
  /// provider has metadata for it, because the book's columns then contain combined values.
  func keepValues(of records: [Record]) throws {
    for (row, values) in records where row.payload == nil {
      var row = row
      row.payload = values
      try SourceRecordTable(connection: connection).write(row)
    }
  }

  /// Updates the source values that are stored with the edits, and returns the resulting book.
  ///
  /// - Parameter sources: The combined values of the sources.
  func materialise(_ book: Book, sources: FieldPresences, edits: [FieldEdit]) throws -> Book {
    let updated = Materialise.updated(edits, from: sources)
    // The stored texts are compared, because equal ISBNs can be spelled differently and each source keeps its spelling.
    for (before, after) in zip(edits, updated) where before.theirs?.storedText != after.theirs?.storedText {
      try FieldEditTable(connection: connection).write(after, of: book.id)
    }
    return Materialise.book(
      book, sources: sources, edits: updated, metadata: try MetadataTable(connection: connection).layers(of: book.id))
  }
}
