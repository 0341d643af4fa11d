import CatalogDatabase
import FoundationEssentials

/// A fault that a check found.
public struct CheckFinding: Sendable, Hashable {
  /// One line that describes the fault, with the number of affected books.
  public let message: String
  /// True if `check --repair` fixes the fault without losing data.
  public let isRepairable: Bool
}

/// The findings of a check, and the result of a repair.
public struct CheckReport: Sendable, Hashable {
  /// The number of shown books that were checked. It is 0 if the file itself is damaged, which ends the check.
  public var books = 0
  /// The faults found before any repair. Empty if the catalog is sound.
  public var findings: [CheckFinding] = []
  /// Descriptions of readings with contradictory values, one line for each type of contradiction. They are not faults,
  /// because only the person who entered the values can tell if they are wrong.
  public var doubts: [String] = []
  /// The number of books that are not in the search index yet, because a load is running or was interrupted.
  public var pending = 0
  /// True if a load has left work unfinished: books to index for search, or list indexes to create. This is not a
  /// fault. All results are correct, but some queries are slower until the load ends, or until the next import or
  /// `check --repair`.
  public var isUnfinished = false
  /// True if a repair was made and a second check found no faults.
  public var isRepaired = false
}

/// Checks a whole catalog. Verifies the structures of the SQLite file, and compares all derived data with its original
/// data.
struct CatalogCheck {
  let connection: Connection
  let now: Date

  /// Runs the check. Must be called inside a read transaction, so that all queries see the same state of the catalog.
  func run() throws -> CheckReport {
    var report = CheckReport()
    try checkStructure(&report)
    guard report.findings.isEmpty else { return report }
    let schema = try SchemaCheck(connection: connection).findings()
    report.findings += schema.findings
    guard schema.isReadable else { return report }
    try checkForeignRows(&report)
    try checkFoldVersion(&report)
    try checkBooks(&report)
    try checkGroups(&report)
    try checkLists(&report)
    return report
  }

  private func checkStructure(_ report: inout CheckReport) throws {
    do {
      try connection.temporaryStatement("PRAGMA integrity_check(10)").forEachRow { row in
        let line = row.text(0)
        if line != "ok" {
          report.findings.append(CheckFinding(message: "the file is damaged: \(line)", isRepairable: false))
        }
      }
    } catch let error as CatalogError where error.code == .damaged {
      // The damage is so severe that SQLite cannot list the faults.
      report.findings.append(CheckFinding(message: error.cause, isRepairable: false))
    }
    guard report.findings.isEmpty else { return }
    try connection.temporaryStatement("PRAGMA foreign_key_check").forEachRow { row in
      let message = "a row of \(row.text(0)) refers to a missing row of \(row.text(2))"
      report.findings.append(CheckFinding(message: message, isRepairable: false))
    }
  }

  private func checkForeignRows(_ report: inout CheckReport) throws {
    let count = try connection.integer("SELECT count(*) FROM book WHERE hidden <> 0 AND hidden = 3") ?? 0
    if count > 0 {
      report.findings.append(
        CheckFinding(message: "books written by another program, not yet added: \(count)", isRepairable: true))
    }
  }

  private func checkFoldVersion(_ report: inout CheckReport) throws {
    if try !Migrator.hasCurrentFold(connection) {
      report.findings.append(
        CheckFinding(
          message: "sort keys and search words were made by another version of the rules", isRepairable: true))
    }
  }

  /// Checks the values of each book against its records and edits, and checks its sort keys and its terms in the search
  /// index.
  private func checkBooks(_ report: inout CheckReport) throws {
    var wrongValues = 0
    var wrongKeys = 0
    var wrongRecords = 0
    var index = SearchIndexCheck(connection: connection)
    let pending = try DerivedPending(connection: connection).books()
    let layers = LayerStore(connection: connection)
    let readings = try ReadingLayer(connection: connection)
    var doubts = DoubtfulReadings()
    let columns = BookTable.columns
    try connection.statement("SELECT \(columns), title_key, author_key, series_key FROM book WHERE hidden <> 3")
      .forEachRow {
        row in
        let book = BookTable.decode(row)
        report.books += book.visibility == .shown ? 1 : 0
        let bookLayers = try layers.layers(of: book)
        var expected = Materialise.book(
          book, sources: bookLayers.sources, edits: bookLayers.edits, metadata: bookLayers.metadata)
        expected.sources = SourceRecordTable.sources(of: bookLayers.records.map(\.row))
        if book.visibility == .shown {
          doubts.look(at: book)
          if let decision = try readings.decision(of: book, bookLayers.records) { expected.show(decision.readings) }
        }
        if expected != book || bookLayers.edits.contains(where: { $0.theirs != bookLayers.sources[$0.field].value }) {
          wrongValues += 1
        }
        // The columns of a book with several records contain combined values, so each record must store its own values.
        if bookLayers.records.count > 1, bookLayers.records.contains(where: { $0.row.payload == nil }) {
          wrongRecords += 1
        }
        let first = Int32(columns.split(separator: ",").count)
        let keys = SortKeys(book)
        if row.text(first) != keys.title || row.optionalText(first + 1) != keys.author
          || row.optionalText(first + 2) != keys.series
        {
          wrongKeys += 1
        }
        guard book.visibility == .shown else { return }
        if pending.contain(book.id.rawValue) { report.pending += 1 } else { index.expect(book) }
      }
    try MarkTable(connection: connection).forEachMark { book, person, mark in
      if !pending.contain(book.rawValue) { index.expect(mark, of: book, by: person) }
    }
    report.doubts = doubts.lines
    report.note(wrongValues, "books whose values do not match their sources and edits")
    report.note(wrongKeys, "books with wrong sort keys")
    report.note(wrongRecords, "books that lack the values of their individual sources")
    report.note(
      Int(try connection.integer("SELECT count(*) FROM source_record WHERE \(SourceRecordTable.lostLocals)") ?? 0),
      "books that you added but that are marked as removed from a source")
    let wrong = try index.findings(pending)
    report.findings += wrong.map { CheckFinding(message: $0, isRepairable: true) }
  }

  private func checkGroups(_ report: inout CheckReport) throws {
    var authors = RowSum()
    var tags = RowSum()
    var identifiers = RowSum()
    try connection.statement("SELECT \(BookTable.columns) FROM book WHERE \(BookTable.isShown)").forEachRow { row in
      let book = BookTable.decode(row)
      for (position, author) in book.authors.enumerated() {
        authors.add([SortKey.author(author), author, String(book.id), String(position)])
      }
      for tag in book.tags { tags.add([tag, String(book.id)]) }
      for identifier in book.identifiers { identifiers.add([identifier.type, identifier.value, String(book.id)]) }
    }
    var storedAuthors = RowSum()
    try connection.statement("SELECT author_key, author, book_id, position FROM book_author").forEachRow { row in
      storedAuthors.add([row.text(0), row.text(1), row.text(2), row.text(3)])
    }
    var storedTags = RowSum()
    try connection.statement("SELECT tag, book_id FROM book_tag").forEachRow { row in
      storedTags.add([row.text(0), row.text(1)])
    }
    var storedIdentifiers = RowSum()
    try connection.statement("SELECT type, value, book_id FROM book_identifier").forEachRow { row in
      storedIdentifiers.add([row.text(0), row.text(1), row.text(2)])
    }
    if authors != storedAuthors || tags != storedTags || identifiers != storedIdentifiers {
      report.findings.append(
        CheckFinding(
          message: "the tables of authors, tags and identifiers do not match the books", isRepairable: true))
    }
  }

  private func checkLists(_ report: inout CheckReport) throws {
    let pending = DerivedPending(connection: connection)
    report.isUnfinished = try !pending.isEmpty
    guard try !pending.lacksLists else { return }
    if try !PageIndexCheck(connection: connection).holds() {
      report.findings.append(
        CheckFinding(message: "the page index does not match the books", isRepairable: true))
    }
    report.note(try ListIndexes(connection: connection).missing().count, "missing indexes of lists")
  }
}

extension CheckReport {
  fileprivate mutating func note(_ count: Int, _ what: String) {
    if count > 0 { findings.append(CheckFinding(message: "\(what): \(count)", isRepairable: true)) }
  }
}

/// A sum over rows that does not depend on the order of the rows. Two sets of rows can be compared by their sums,
/// without keeping the rows in memory.
private struct RowSum: Equatable {
  private var sum: UInt64 = 0
  private var count = 0

  mutating func add(_ cells: [String]) {
    var fingerprint = Fingerprint()
    for cell in cells { fingerprint.mix(text: cell) }
    sum &+= fingerprint.value
    count += 1
  }
}
