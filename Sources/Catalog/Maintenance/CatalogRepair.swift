import CatalogDatabase
import FoundationEssentials
import Platform

/// Rebuilds all derived data from the original data, and adds books that another program wrote.
struct CatalogRepair {
  let connection: Connection
  let now: Date

  /// Runs the repair. Must be called inside a single transaction, no matter how long the repair takes, because reads
  /// are unreliable until it ends.
  func run() throws {
    _ = try SchemaCheck(connection: connection).mend()
    while try ListIndexes(connection: connection).makeNext() {}
    try connection.runScript("REINDEX")
    try takeInForeignRows()
    // Local books have no external source that could have removed them.
    try connection.run("UPDATE source_record SET gone_at = NULL WHERE \(SourceRecordTable.lostLocals)")
    try rebuildDerived()
    try DerivedPending(connection: connection).finishLists()
  }

  /// Turns rows that another program wrote into local books, as if they had been added by hand. Values that no field
  /// can hold are left out.
  private func takeInForeignRows() throws {
    var ids: [Book.ID] = []
    try connection.statement("SELECT id FROM book WHERE hidden <> 0 AND hidden = 3 ORDER BY id").forEachRow {
      ids.append($0.id(0))
    }
    guard !ids.isEmpty else { return }
    var generator = SystemRandomNumberGenerator()
    let local = try SourceTable(connection: connection).local(now: now)
    let recorder = ChangeRecorder(connection: connection, kind: .repair, now: now)
    for id in ids {
      guard let row = try BookTable(connection: connection).book(id) else { continue }
      let uuid = UUID.version7(at: now, using: &generator)
      var book = Book(id: id, uuid: uuid, title: "(untitled)", added: now)
      for field in BookField.allCases + row.ownFields where field != .added {
        if let value = try? field.canonical(row[field]) { book[field] = value }
      }
      book.isbn = row.isbn.flatMap(Self.checked)
      try connection.run("UPDATE book SET uuid = ? WHERE id = ?", [.blob(uuid.networkBytes), .id(id)])
      let values = Materialise.onlySource(of: book, edits: [])
      let record = SourceRecord(remoteID: uuid.lowercaseText, values: values)
      let source = SourceRecordRow(
        sourceID: local.id, remoteID: record.remoteID, bookID: id, hash: record.fingerprint)
      book.sources = SourceRecordTable.sources(of: [source])
      try BookTable(connection: connection).update(book, keys: SortKeys(book))
      try SourceRecordTable(connection: connection).write(source)
      try recorder.record(id, .added(through: id), old: nil, new: nil)
    }
    try recorder.finish(summary: "added \(ids.count.grouped) books written by another program")
  }

  /// Returns an ISBN that another program wrote, or `nil` if it is invalid.
  private static func checked(_ isbn: ISBN) -> ISBN? {
    if let given = try? ISBN(isbn.asGiven), given == isbn { return given }
    return try? ISBN(isbn.digits)
  }

  /// Rebuilds sort keys, search terms, authors, tags and the page index with this version's folding rules.
  func rebuildDerived() throws {
    connection.changedBooks.insertMany()
    try PageIndexWriter(connection: connection).discard()
    try rebuildBooks()
    try PageIndexWriter(connection: connection).rebuild()
  }

  private func rebuildBooks() throws {
    try connection.run(
      "UPDATE catalog_fact SET value = ? WHERE name = 'fold_version'", [.integer(Fold.version)])
    try connection.runScript("DELETE FROM book_author; DELETE FROM book_tag; DELETE FROM book_identifier")
    try PostingTable(connection: connection).deleteAll()
    try PostingChangeTable(connection: connection).deleteAll()
    try RankTable(connection: connection).deleteAll()
    try DerivedPending(connection: connection).finishSearch()
    try WordTable(connection: connection).deleteAll()
    let derived = DerivedTables(connection: connection)
    let layers = LayerStore(connection: connection)
    let readings = try ReadingLayer(connection: connection)
    var run = SearchRun()
    var first = Int64.min
    while true {
      var batch: [Book] = []
      try connection.statement("SELECT \(BookTable.columns) FROM book WHERE id >= ? ORDER BY id LIMIT 1000")
        .forEachRow([.integer(first)]) { batch.append(BookTable.decode($0)) }
      guard let end = batch.last else { break }
      for stored in batch {
        let bookLayers = try layers.layers(of: stored)
        if bookLayers.records.count > 1 { try layers.keepValues(of: bookLayers.records) }
        var book = try layers.materialise(stored, sources: bookLayers.sources, edits: bookLayers.edits)
        try readings.show(in: &book, bookLayers.records)
        book.sources = SourceRecordTable.sources(of: bookLayers.records.map(\.row))
        try BookTable(connection: connection).update(book, keys: SortKeys(book))
        guard book.visibility == .shown else { continue }
        try derived.insert(book)
        run.append(book.id.rawValue, SearchTerms(book))
      }
      if run.size > Self.runSize {
        try write(run)
        run = SearchRun()
      }
      guard end.id.rawValue < .max else { break }
      first = end.id.rawValue + 1
    }
    try write(run)
    try rebuildMarks()
  }

  private func rebuildMarks() throws {
    var changes = SearchIndexChanges()
    try MarkTable(connection: connection).forEachMark { book, person, mark in
      changes.append(PostingChange(book.rawValue, from: [], to: MarkTerms(person: person).terms(of: mark)))
    }
    try changes.writeSets(connection)
  }

  /// The number of bytes of terms to collect before they are written to the search index.
  private static let runSize = 64_000_000

  private func write(_ run: consuming SearchRun) throws {
    var writer = SearchRunWriter(run)
    try writer.next(connection) { false }
  }
}
