import FoundationEssentials

/// Reads the layers of a book, those of its sources and the user's, from wherever they are kept.
struct LayerStore {
  let connection: Connection

  /// All layers of one book.
  struct Layers {
    /// The record of each source with its values, the one asked first in front.
    var records: [Record] = []
    var edits: [FieldEdit] = []
    /// The values of all sources together.
    var sources = FieldPresences()
    /// The metadata of providers, below them.
    var metadata: [MetadataLayer] = []

    func edit(of field: BookField) -> FieldEdit? { edits.first { $0.field == field } }
  }

  /// - Parameter book: the book as it is stored: while it has one source, its columns are what that source says.
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

  /// A record, with what it says from wherever it is kept.
  typealias Record = (row: SourceRecordRow, values: FieldPresences)

  /// The values of the records of one book together; `nil` without any.
  static func combined(_ records: [Record]) -> FieldPresences? {
    records.isEmpty ? nil : Merge.combined(byPrecedence: liveRecords(records).map(\.values))
  }

  /// The records of one book whose values count. A tombstone's do only while no other source has the book; its title
  /// and authors count on where no other source gives any: a title is never cleared. Of several tombstones that which went
  /// last counts first, as far as no merge has put them in order: that a source goes away is no reason to show another
  /// value.
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

  /// The records with one of them as it is now.
  static func replacing(
    _ row: SourceRecordRow, saying values: FieldPresences, in records: [Record]
  ) -> [Record] {
    records.map { $0.row.isSame(as: row) ? (row, values) : $0 }
  }

  /// Returns the records of a book with a new one among them, in the order of ``SourceRecordTable/rows(of:)``.
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

  /// Lets records keep their own values, since they can no longer be read off the book: another source has it too, or a
  /// provider says something of it.
  func keepValues(of records: [Record]) throws {
    for (row, values) in records where row.payload == nil {
      var row = row
      row.payload = values
      try SourceRecordTable(connection: connection).write(row)
    }
  }

  /// Takes in what the sources say now: brings every edit up to date and gives the book as it shows then.
  ///
  /// - Parameter sources: what the sources say together.
  func materialise(_ book: Book, sources: FieldPresences, edits: [FieldEdit]) throws -> Book {
    let updated = Materialise.updated(edits, from: sources)
    // Two ISBNs that are equal may be written in two ways, and each source's own is kept.
    for (before, after) in zip(edits, updated) where before.theirs?.storedText != after.theirs?.storedText {
      try FieldEditTable(connection: connection).write(after, of: book.id)
    }
    return Materialise.book(
      book, sources: sources, edits: updated, metadata: try MetadataTable(connection: connection).layers(of: book.id))
  }
}
