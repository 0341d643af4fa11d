@testable import Catalog
@testable import CatalogModel

/// The invariants of the readings of simulated books, which follow from the statements of sources and the user.
extension SimulationOracle {
  /// I20: readings show statements of the user or a source of the user's own, and never lose the last day that the user
  /// gave. A catalog check verifies that they follow from the current statements (``ReadingLayer``).
  func checkReadings(_ book: CatalogImage.Book, _ id: Book.ID) throws {
    func heard(_ field: BookField) -> Set<String> { self.statedValues[Place(book: id, field: field)] ?? [] }
    func readings(_ texts: some Sequence<String>) throws -> [Reading] {
      try texts.flatMap { text in
        guard case .records(let records)? = try BookField.earlierReadings.value(of: text) else { return [Reading]() }
        return records.compactMap { Reading(record: $0) }
      }
    }
    let stated = try readings(heard(.earlierReadings))
    let earlier = try readings([book.personal[.earlierReadings]].compactMap(\.self))
    let finished = book.personal[.finished]
    let days = heard(.finished).union(stated.compactMap { $0.finished?.description })
    let shown = Set(earlier.compactMap { $0.finished?.description } + [finished].compactMap(\.self))
    if let strange = shown.subtracting(days).first {
      throw SimulationViolation("I20: nobody said that \(id) was finished in \(strange)")
    }
    if let state = book.personal[.readState], !heard(.readState).contains(state) {
      // A last day means that the book was read.
      guard state == "read" && !days.isEmpty || stated.contains(where: { $0.outcome.rawValue == state }) else {
        throw SimulationViolation("I20: nobody said that \(id) is \(state)")
      }
    }
    if case .some(.some(let mine)) = known.hands[Place(book: id, field: .finished)],
      known.hands[Place(book: id, field: .earlierReadings)] == nil, !shown.contains(mine)
    {
      throw SimulationViolation("I20: the user finished \(id) in \(mine), and it shows \(shown)")
    }
    try checkProgress(book, id)
  }

  /// I20: a book shows only positions that somebody stated, and every position in the user's last log.
  private func checkProgress(_ book: CatalogImage.Book, _ id: Book.ID) throws {
    func positions(_ texts: some Sequence<String>) throws -> Set<ReadingPosition> {
      try texts.reduce(into: []) { positions, text in
        guard case .records(let records)? = try BookField.progress.value(of: text) else { return }
        positions.formUnion(records.compactMap(ReadingPosition.init(record:)))
      }
    }
    let place = Place(book: id, field: .progress)
    let shown = try positions([book.personal[.progress]].compactMap(\.self))
    if let strange = try shown.subtracting(positions(statedValues[place] ?? [])).first {
      throw SimulationViolation("I20: nobody said that \(id) was read up to \(strange)")
    }
    if case .some(.some(let mine)) = known.hands[place], let lost = try positions([mine]).subtracting(shown).first {
      throw SimulationViolation("I20: the user read \(id) up to \(lost), which it does not show")
    }
  }

  /// Records the user's statement about a reading, which may become an earlier one with later statements.
  mutating func hearUser(_ field: BookField, _ text: String, of book: Book.ID) {
    if BookField.readings.contains(field), !text.isEmpty {
      statedValues[Place(book: book, field: field), default: []].insert(text)
    }
  }

  /// I17 for readings: if a single source states a book's readings, and states all of them, these are shown.
  func checkSoleReadings(_ book: CatalogImage.Book, _ id: Book.ID, _ statements: Statements) throws {
    let fields = BookField.readings.filter(simulatedPersonal.contains)
    guard case .some(.some(_)) = statements[.readState], fields.allSatisfy({ statements[$0] != nil }),
      !fields.contains(where: { known.hands[Place(book: id, field: $0)] != nil }),
      !fields.contains(where: { known.doubted.contains(Place(book: id, field: $0)) })
    else { return }
    var expected = Book(id: id, title: "")
    for field in fields {
      if case .some(.some(let text)) = statements[field] { expected[field] = try field.value(of: text) }
    }
    expected.decideReadings()
    for field in fields {
      let shown = book.personal[field] ?? (field == .readState ? "unread" : nil)
      guard try shown.flatMap({ try field.value(of: $0) }) == expected[field] else {
        throw SimulationViolation(
          "I17: a source says \(field) is \(expected[field]?.description ?? "none"), and \(id) has \(shown ?? "none")")
      }
    }
  }
}
