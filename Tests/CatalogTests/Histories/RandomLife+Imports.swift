import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Imports and refreshes, whose records the life generates.
extension RandomLife {
  func importSome() async throws -> HistoryStep.ID? {
    let source = dice.pick(["A", "B"])
    var records = try (0...dice.roll(8)).map { _ in try record(of: source) }
    let named = namesIdentities && dice.happens(60) ? try nameIdentity(in: &records, of: source) : nil
    let isFailing = dice.happens(15)
    let delivered = records.map { "\($0.remoteID) \($0.values.mentioned.map(\.rawValue))" }
    log.append("import \(source) \(delivered) \(isFailing ? "fails" : "")")
    var events: [ScriptedReader.Event] = []
    for start in stride(from: 0, to: records.count, by: 3) {
      events.append(.records(Array(records[start..<min(start + 3, records.count)])))
      if isFailing {
        events.append(.run { throw ScriptedFailure("enough") })
        break
      }
    }
    let taken = isFailing ? Array(records.prefix(3)) : records
    let last = try await catalog.steps().first?.id
    // News from a row without a title is applied at the end, which a failing import does not reach.
    let held = try isFailing ? Set(taken.indices.filter { try saysNews(taken[$0], of: source) }) : []
    var (rejected, waited) = ([Int](), 0)
    do {
      let report = try await catalog.importRecords(
        from: ScriptedReader(events), source: source,
        notice: { if case .rejected(let row) = $0 { rejected.append(row.number) } })
      waited = report.waiting
      #expect(!isFailing)
    } catch is ScriptedFailure { #expect(isFailing) }
    // A row with only a number waits for a completer that knows its book.
    let waiting = Set(
      (try? await catalog.read { try $0.quarantine(source: source, limit: 1_000) })?.map(\.remoteID) ?? [])
    for (index, record) in taken.enumerated()
    where record.values[.title].value == nil && !rejected.contains(index + 1) {
      // A later row with other values, which would have been rejected if this one were accepted, or with another
      // number.
      let isOvertaken = taken.indices.contains { later in
        record.hasOwnID && later > index && taken[later].remoteID == record.remoteID
          && taken[later].values[.title].value != nil
          && !rejected.contains(later + 1)
      }
      if waiting.contains(record.remoteID) || isOvertaken { rejected.append(index + 1) }
    }
    for (index, record) in taken.enumerated() where !rejected.contains(index + 1) && !held.contains(index) {
      note(record, of: source)
    }
    try forgetSilenced()
    if let named, !rejected.contains(1) { try expectNamed(named, records[0]) }
    // A waiting row is looked up again, and its book may have been added meanwhile. A row whose number a later titled
    // row has stops waiting and is rejected the next time.
    let isSettled = waiting.isDisjoint(with: taken.map(\.remoteID)) && waited == 0
    lastImports[source] = isFailing || !isSettled ? nil : (records, rejected.count)
    if dice.happens(40) { try await expectSameAgain(source) }
    // A file creates the fields that it names and that do not exist.
    now.fields = try shownFields()
    let step = try await catalog.steps().first?.id
    return step == last ? nil : step
  }

  /// Imports the last imported rows again, whatever the user has done since.
  func importAgain() async throws -> HistoryStep.ID? {
    guard let source = lastImports.keys.sorted().randomElement(using: &dice) else { return nil }
    log.append("import \(source) again")
    try await expectSameAgain(source)
    return nil
  }

  /// Expects that importing the same rows again changes nothing, also if numbers distinguished them or their books were
  /// edited or merged.
  func expectSameAgain(_ source: String) async throws {
    guard let (records, rejected) = lastImports[source] else { return }
    let (before, done) = (try catalog.shownText(), try await catalog.steps().count)
    let again = try await catalog.importRecords(from: ListReader(records), source: source)
    try #require(
      again.step == nil && again.counts.unchanged == records.count - rejected,
      "again: \(again.counts) of \(records.count), rejected \(rejected); \(story)")
    try expectEqual(catalog.shownText(), before, "\(story)")
    try await expectEqual(catalog.steps().count, done, "\(story)")
  }

  /// Returns true if a row without a title has news about an existing record.
  func saysNews(_ record: SourceRecord, of source: String) throws -> Bool {
    guard record.values[.title].value == nil else { return false }
    return try catalog.look { connection in
      guard let id = try SourceTable(connection: connection).source(called: source)?.id else { return false }
      let row = try SourceRecordTable(connection: connection).row(source: id, remoteID: record.remoteID)
      return try row.map { try $0.hash != PreparedRecord(record).hash } ?? false
    }
  }

  /// Gives the first row the UUID of some book, under a name that no row has had.
  ///
  /// - Returns: The book, and whether it was shown, undone or merged; `nil` if the source has a record of it, which
  ///   makes the row another book.
  func nameIdentity(
    in records: inout [SourceRecord], of source: String
  ) throws -> (book: Book.ID, visibility: Book.Visibility)? {
    let rows = try temporary.foreign().rows(
      """
      SELECT id, hidden, EXISTS (SELECT 1 FROM source_record JOIN source ON source.id = source_id
        WHERE book_id = book.id AND name = '\(source)') FROM book ORDER BY id
      """)
    guard !rows.isEmpty else { return nil }
    // Hidden books are rare, and the subject of this function.
    let hidden = rows.filter { $0[1] != "0" }
    let row = dice.pick(hidden.isEmpty || dice.happens(30) ? rows : hidden)
    let id = Book.ID(row[0] ?? "") ?? 0
    let uuid = try catalog.look { try BookTable(connection: $0).book(id)?.uuid }
    identities += 1
    var record = try SourceRecord("\(source)u\(identities)", [.title: dice.pick(Self.titles), .pages: "7"])
    record.uuid = uuid
    records[0] = record
    log.append("row 1 is \(id), hidden \(row[1] ?? "")")
    guard row[2] == "0", let visibility = Int64(row[1] ?? "").flatMap(Book.Visibility.init(rawValue:)) else {
      return nil
    }
    return (id, visibility)
  }

  /// Expects that a new row with a book's UUID is that book. A book of an undone step has only the row's values; a
  /// merged book's row belongs to the resulting book.
  func expectNamed(_ named: (book: Book.ID, visibility: Book.Visibility), _ record: SourceRecord) throws {
    let found = try temporary.foreign().rows(
      """
      SELECT book.id, hidden FROM source_record JOIN book ON book.id = book_id
      WHERE remote_id = '\(record.remoteID)' ORDER BY 1
      """)
    try #require(found.count == 1, "\(story)")
    switch named.visibility {
    case .undone:
      try #require(found[0] == ["\(named.book)", "0"], "\(story)")
      let book = try #require(try catalog.view { try $0.book(named.book) })
      for field in BookField.bibliographic {
        try #require(book[field] == record.values[field].value, "\(field) of \(named.book); \(story)")
      }
      #expect(!book.hasPersonalValues, "\(story)")
    case .merged: #expect(found[0][1] != "5" && found[0][0] != "\(named.book)", "\(story)")
    case .shown, .removed, .removedFromSource, .foreign: break
    }
  }

  /// Drops the values of an undone step if another record restored its book.
  func forgetSilenced() throws {
    for row in try temporary.foreign().rows(
      """
      SELECT name || ' ' || remote_id FROM source_record JOIN source ON source.id = source_id
      WHERE payload IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(payload) WHERE key <> 'title')
      """)
    { now.records[row[0] ?? ""] = nil }
  }

  /// Drops the records that became the user's own. If delivered again, they are new records.
  func forgetOwn() throws {
    let names = try temporary.foreign().rows(
      "SELECT name || ' ' || remote_id FROM source_record JOIN source ON source.id = source_id"
    ).compactMap { $0[0] }
    let there = Set(names)
    now.records = now.records.filter { there.contains($0.key) }
  }

  func refresh(bringsNothing: Bool = false) async throws -> HistoryStep.ID? {
    let records = bringsNothing ? [] : try (0...dice.roll(4)).map { _ in try record(of: "feed", personal: false) }
    log.append("refresh \(records.map(\.remoteID))")
    if try catalog.view({ try !$0.sources().contains { $0.name == "feed" } }) {
      // It may have been removed, and does not return by itself.
      try await catalog.write { _ = try $0.addSource("feed", kind: .samples, location: nil) }
    }
    let source = ScriptedSource { _ in SourcePage(records: records, cursor: "x", isLast: true) }
    let report = try await catalog.syncEngine(sources: [source]).refresh()[0]
    var taken: Set<String> = []
    for record in records {
      // If two rows have one name, the first may be rejected for lack of a title, and the second adds the book.
      let isUntitled = record.values[.title].value == nil && !taken.contains(record.remoteID)
      if isUntitled, report.rejected.contains(where: { $0.hasPrefix(record.remoteID + ":") }) { continue }
      taken.insert(record.remoteID)
      note(record, of: "feed")
    }
    try forgetSilenced()
    return report.step
  }

  func note(_ record: SourceRecord, of source: String) {
    // The model does not know the numbers that distinguish rows without an id.
    guard record.hasOwnID else { return }
    var delivered = now.records["\(source) \(record.remoteID)"] ?? [:]
    for field in record.values.mentioned where !field.isPersonal {
      if record.values[field] == .null && !field.isClearable { continue }
      delivered[field] = .some(record.values[field].value?.description)
    }
    now.records["\(source) \(record.remoteID)"] = delivered
  }

  /// Returns a record whose fields vary from one delivery to the next.
  func record(of source: String, personal: Bool = true) throws -> SourceRecord {
    var fields: [BookField: String?] = [:]
    for field in BookField.allCases where field != .added && (personal || !field.isPersonal) {
      if dice.happens(field == .title ? 90 : 45) {
        fields[field] = .some(dice.pick(Self.values(of: field)))
      } else if dice.happens(15) {
        fields[field] = .some(nil)
      }
    }
    let own = try dice.happens(30) ? ownValues() : []
    var record: SourceRecord
    if personal, dice.happens(25) {
      record = try SourceRecord("\(source) row \(dice.roll(3))", fields)
      record.hasOwnID = false
    } else {
      record = try SourceRecord("\(source)\(dice.roll(12))", fields)
    }
    // User-defined fields are not taken from sources that are not the user's own.
    record.own = own
    return record
  }
}
