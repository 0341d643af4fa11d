@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Files imported by the people of a simulated world: rows with and without a title, repeated and new ones.
extension SimulatedWorld {
  /// The catalog's name for the source of all files.
  static let list = "list"

  func importRows(_ dice: inout SeededGenerator) async throws {
    person = dice.pick(Self.people)
    let (before, image, last) = (oracle.known, try image(), try await catalog.steps().first?.id)
    let isAgain = dice.oneIn(3)
    let rows = isAgain ? lastImport?.rows ?? Self.rows(&dice) : Self.rows(&dice)
    let library = dice.oneIn(3) ? nil : SimulatedLibrary(rows, isOpen: !dice.oneIn(4))
    let items = rows.map { Self.item(of: $0, image, library) }
    if !oracle.precedence.contains(Self.list) { oracle.precedence.insert(Self.list, at: 0) }
    oracle.mine.insert(Self.list)
    // All of them were accepted, and none has other values.
    let isKnown =
      isAgain && lastImport?.isUntouched == true
      && rows.allSatisfy { oracle.known.records[.init(source: Self.list, remoteID: $0.remoteID)]?.delivered != nil }
    let crash = dice.oneIn(4) ? Int.random(in: 1...4, using: &dice) : nil
    let report = try await load(rows, library, crash: crash)
    tell(
      "\(who)import \(items)\(isAgain ? " again" : "") → \(report.map { "\($0.counts), \($0.waiting) wait" } ?? "crash")"
    )
    if isKnown, let report {
      guard report.step == nil, report.counts.unchanged == rows.count else {
        throw SimulationViolation("I20: the same rows again are \(report.counts)")
      }
    }
    lastImport = (rows, isUntouched: report != nil)
    let answer = SimulatedServer.Answer(
      cursor: nil, items: items, isLast: true, enumeration: nil, page: SourcePage(items: [], cursor: nil, isLast: true))
    let after = try self.image()
    try oracle.take(after, of: Self.list, answers: [answer], mandatory: report == nil ? [] : [0])
    oracle.hear([answer], kept: [], of: Self.list)
    oracle.takeFieldsBack(after)
    try look(at: after)
    try oracle.checkKept(image, after, by: Self.list)
    if report != nil {
      // A file that omits values removes nothing.
      let stated = rows.map { ($0.remoteID, $0.statements.filter { $0.value != nil }) }
      try oracle.checkFollowed(after, Self.list, Dictionary(uniqueKeysWithValues: stated))
    }
    try remember(since: last, before, image, run: .load(Self.list))
    endSteps(after)
  }

  /// - Parameter crash: The number of the commit after which the process ends.
  /// - Returns: The report; `nil` if the process has ended.
  private func load(_ rows: [ImportedRow], _ library: SimulatedLibrary?, crash: Int?) async throws -> ImportReport? {
    let (commits, crashed) = (CommitCounter(), Holder<String?>(nil))
    var importer = Importer(database: acting.database, isDryRun: false, now: catalog.now, completer: library)
    // Transactions end with batches, however slow the machine is, or with each row.
    importer.pace.transactionTime = crash == nil ? 1_000 : 0
    importer.pace.committed = { [self] in
      guard commits.next() == crash else { return }
      crashed.value = try copy()
      throw Crash()
    }
    do {
      let records = try rows.map { try $0.record() }
      return try await importer.run(
        ListReader(records, batch: 2), source: Self.list, location: nil, notice: { _ in }, progress: { _ in })
    } catch is Crash {
      if let path = crashed.value { try goOn(with: path) }
      return nil
    }
  }

  /// Returns rows about a few works, some of which no server has.
  private static func rows(_ dice: inout SeededGenerator) -> [ImportedRow] {
    Set((0...3).map { _ in Int.random(in: 0..<9, using: &dice) }).sorted().map { work in
      var statements = dice.statements(of: work)
      let completion = dice.statements(of: work).filter {
        [.title, .publisher, .cover].contains($0.key) && $0.value != nil
      }
      if dice.oneIn(2) {
        // An empty value and an unmentioned one are equivalent if a completion has the value.
        statements = statements.filter { $0.key != .title && (completion[$0.key] == nil || $0.value != nil) }
      }
      return ImportedRow(
        remoteID: "row\(work)", statements: statements, completion: dice.oneIn(3) ? nil : completion)
    }
  }

  private static func item(
    of row: ImportedRow, _ image: CatalogImage, _ library: SimulatedLibrary?
  ) -> SimulatedItem {
    if row.isTitled { return .delivered(row.remoteID, row.statements) }
    let isbn = row.statements[.isbn] ?? nil
    let answer: UntitledRow.Answer =
      if let library, library.isOpen { row.completion.map(UntitledRow.Answer.known) ?? .unknown } else { .none }
    let same = image.books.values.count { $0.isbn == isbn && $0.hidden == 0 }
    return .untitled(
      row.remoteID,
      UntitledRow(
        statements: row.statements, answer: answer, isThere: same > 1 ? nil : same == 1, payload: row.remoteID))
  }
}

extension SimulationOracle {
  /// Records that a file has values of fields that the user removed, which restores these fields.
  mutating func takeFieldsBack(_ image: CatalogImage) {
    for (id, word) in known.fieldWords where word.isRemoved {
      guard let field = image.fields[id], !field.isRemoved,
        statedValues.keys.contains(where: { $0.field.ownKind?.rawValue == field.kind })
      else { continue }
      known.fieldWords[id] = field
    }
  }
}
