import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The invariants of a file after every step.
extension SimulationOracle {
  mutating func check(_ image: CatalogImage) throws {
    ranks = image.records.mapValues(\.rank)
    var records: [Book.ID: [Key]] = [:]
    for (key, book) in known.books { records[book, default: []].append(key) }
    for (book, all) in records {
      // A book may have kept a record of its own from each removed source.
      let keys = all.filter { $0.source != SourceTable.localName }
      guard Set(keys.map(\.source)).count < keys.count else { continue }
      throw SimulationViolation("I1: book \(book) is \(keys.sorted().map(\.remoteID))")
    }
    for (id, book) in image.books.sorted(by: { $0.key < $1.key }) {
      guard let keys = records[id] else { continue }
      try check(book, id, keys)
      try checkPersonal(book, id, image.fields)
      try checkReadings(book, id)
    }
    try checkWithdrawn(image)
    try checkFields(image)
    try checkEdits(image)
    try checkPositions(image)
  }

  private func check(_ book: CatalogImage.Book, _ id: Book.ID, _ keys: [Key]) throws {
    let isTombstone = keys.allSatisfy { known.records[$0]?.isTombstone == true }
    if known.removed.contains(id) != (book.hidden == 1) {
      throw SimulationViolation(
        "I3: book \(id) is hidden for reason \(book.hidden), and the user removed \(known.removed)")
    }
    if book.hidden == 2, known.isTouched(id) || !isTombstone {
      throw SimulationViolation(
        "I10: book \(id) is hidden, \(isTombstone ? "and the user edited it" : "and its source has it")")
    }
    // Values filled in by a source of the user's own are the user's.
    if book.hidden == 0, isTombstone, !known.kept.contains(id), book.personal.isEmpty {
      throw SimulationViolation("I10: book \(id) is shown, its source has it no more, and nobody edited it")
    }
    for field in simulatedFields {
      let expected = shown(field, of: id, keys)
      guard book.shown[field] == expected else {
        let isEdit = known.words[Place(book: id, field: field)] != nil
        throw SimulationViolation(
          "\(isEdit ? "I3" : "I2"): \(field) of \(id) is \(book.shown[field] ?? "nothing"), not \(expected ?? "nothing")"
        )
      }
    }
  }

  /// Returns the expected value of a field: the user's, or else the sources'.
  private func shown(_ field: BookField, of book: Book.ID, _ keys: [Key]) -> String? {
    let theirs = theirs(field, of: book, keys)
    switch known.words[Place(book: book, field: field)] {
    case nil: return theirs
    case .value(_, let mine): return mine
    case .tags(let added, let removed):
      let tags = Set(Self.tags(theirs)).subtracting(removed).union(added)
      return tags.isEmpty ? nil : tags.sorted().joined(separator: "; ")
    }
  }

  /// Returns the sources' value of a field: the first among those that have the book. If none has it, the last ones
  /// that had it count.
  func theirs(_ field: BookField, of book: Book.ID) -> String? {
    theirs(field, of: book, known.books.filter { $0.value == book }.map(\.key))
  }

  private func theirs(_ field: BookField, of book: Book.ID, _ keys: [Key]) -> String? {
    func values(of keys: [Key], areGone: Bool) -> [String] {
      let ordered = keys.sorted { one, other in
        let (gone, goneBefore) = (known.gone[one] ?? 0, known.gone[other] ?? 0)
        if areGone, gone != goneBefore { return gone > goneBefore }
        func precedenceKey(_ key: Key) -> (Int64, Int) { (ranks[key] ?? 0, precedence.firstIndex(of: key.source) ?? 0) }
        return precedenceKey(one) < precedenceKey(other)
      }
      return ordered.compactMap { known.records[$0]?.delivered?[field] }
    }
    let live = keys.filter { known.records[$0]?.isTombstone == false }
    let gone = values(of: keys.filter { !live.contains($0) }, areGone: true)
    let stated = live.isEmpty ? gone : values(of: live, areGone: false)
    // Each source knows the book by identifiers of its own.
    if field == .identifiers {
      var all: [String] = []
      for one in stated.flatMap(Self.tags) where !all.contains(one) { all.append(one) }
      return all.isEmpty ? nil : all.joined(separator: "; ")
    }
    // Every book needs a title: that of a source which lost the book counts if no other source has one.
    return stated.first ?? (field == .title ? gone.first ?? known.titles[book] : nil)
  }

  static func tags(_ text: String?) -> [String] { (text ?? "").split(separator: "; ").map(String.init) }

  /// The edits whose source has moved to a value that is neither its earlier one nor the user's. A hidden book whose
  /// records moved to another book has no conflicts.
  var conflicts: Set<Place> {
    let withRecords = Set(known.books.values)
    var conflicts: Set<Place> = []
    for case (let slot, .value(let base, let mine)) in known.words where withRecords.contains(slot.book) {
      let theirs = theirs(slot.field, of: slot.book)
      if theirs != base, theirs != mine { conflicts.insert(slot) }
    }
    return conflicts
  }

  /// I3 and I5: the edits are the user's, and each is in conflict if its source has changed since.
  private func checkEdits(_ image: CatalogImage) throws {
    guard image.edits == Set(known.words.keys) else {
      throw SimulationViolation("I3: edited are \(image.edits.sorted()), not \(known.words.keys.sorted())")
    }
    let conflicts = conflicts
    // ``Readings`` decides if a later reading of a source contradicts the user, and has tests of its own.
    let ofReadings = image.conflicts.filter { BookField.readings.contains($0.field) }
    guard image.conflicts.subtracting(ofReadings) == conflicts else {
      throw SimulationViolation("I5: conflicts are \(image.conflicts.sorted()), not \(conflicts.sorted())")
    }
    for slot in ofReadings {
      let isUsers = BookField.readings.contains { known.hands[Place(book: slot.book, field: $0)] != nil }
      guard isUsers || known.doubted.contains(where: { $0.book == slot.book }) else {
        throw SimulationViolation("I5: \(slot) is a conflict, and the user said nothing of readings")
      }
    }
  }

  /// Checks that a cursor that is a time advances, unless everything is read again or a refresh was undone.
  private func checkPositions(_ image: CatalogImage) throws {
    for (source, position) in image.positions {
      guard let before = known.positions[source], before.generation == position.generation,
        let (epoch, time) = Self.time(of: before.cursor), let now = Self.time(of: position.cursor), now.epoch == epoch
      else { continue }
      guard now.time >= time else {
        throw SimulationViolation("I4: the cursor of \(source) went back from \(time) to \(now.time)")
      }
    }
  }

  private static func time(of cursor: String?) -> (epoch: Int, time: Int)? {
    let parts = (cursor ?? "").split(separator: ":")
    guard parts.count == 3, let epoch = Int(parts[1]), let time = Int(parts[2]) else { return nil }
    return (epoch, time)
  }
}
