import CatalogDatabase
import FoundationEssentials
import Platform

/// Resolves conflicts, either by renewing the user's edit over the source's current value or by dropping the edit.
struct ConflictResolver {
  let connection: Connection
  let now: Date

  /// Resolves one conflict as a step of its own.
  func resolve(
    _ book: Book.ID, _ subject: ConflictSubject, _ resolution: ConflictResolution
  ) throws -> ChangeOutcome {
    guard try BookTable(connection: connection).book(book)?.visibility == .shown else {
      throw CatalogError.noBook(String(book))
    }
    guard let conflict = try ConflictReader(connection: connection).conflict(of: book, subject) else {
      throw CatalogError(
        .nothingToDo, "resolve", String(book),
        cause: subject == .removal
          ? "the sources of book \(book) still have it"
          : "book \(book) has no conflict in its \(subject.text)")
    }
    let recorder = ChangeRecorder(connection: connection, kind: .resolve, now: now)
    var outcome = ChangeOutcome()
    outcome.differences = try apply(resolution, to: conflict, recorder) ?? []
    outcome.books = [book]
    outcome.summary = Self.summary(of: resolution, conflict)
    try recorder.finish(summary: outcome.summary)
    outcome.step = recorder.step
    return outcome
  }

  /// Resolves a conflict as part of a larger step.
  ///
  /// - Returns: The changes to shown values; `nil` if nothing was done because the book is no longer shown.
  func apply(
    _ resolution: ConflictResolution, to conflict: Conflict, _ recorder: ChangeRecorder
  ) throws -> [FieldDifference]? {
    guard let book = try BookTable(connection: connection).book(conflict.book), book.visibility == .shown else {
      return nil
    }
    switch (conflict.kind, resolution) {
    case (.field(let field, _, _, _, _), _): return try apply(resolution, to: field, of: book, recorder)
    case (.removal, .side(.mine)):
      let mover = RecordMover(connection: connection, now: now)
      try RecordAdopter(connection: connection, recorder: recorder, mover: mover).adopt(book) { $0.tombstone != nil }
      return []
    case (.removal, .side(.theirs)):
      try BookStore(connection: connection).hide(book, as: .removedFromSource, recorder)
      return []
    case (.removal, .value):
      throw InvalidValue("value", "", "a removed book has no value to choose; keep the book or hide it")
    }
  }

  private func apply(
    _ resolution: ConflictResolution, to field: BookField, of old: Book, _ recorder: ChangeRecorder
  ) throws -> [FieldDifference] {
    if BookField.readings.contains(field) { return try decideReadings(resolution, field, of: old, recorder) }
    let layers = LayerStore(connection: connection)
    let edits = FieldEditTable(connection: connection)
    var bookLayers = try layers.layers(of: old)
    guard let before = bookLayers.edit(of: field) else { return [] }
    let theirs = bookLayers.sources[field].value
    let value: EditedValue
    switch resolution {
    case .side(.mine): value = before.value
    case .side(.theirs): value = .value(theirs)
    case .value(let given): value = .value(try field.canonical(given))
    }
    bookLayers.edits.removeAll { $0.field == field }
    var after: FieldEdit?
    // If the user enters the source's value, the edit is dropped and the field follows the source again.
    if value == .value(theirs), resolution != .mine {
      try edits.delete(field, of: old.id)
    } else {
      let edit = FieldEdit(field: field, base: theirs, theirs: theirs, value: value, at: now)
      try edits.write(edit, of: old.id)
      bookLayers.edits.append(edit)
      after = edit
    }
    try recorder.record(old.id, .field(field), old: HistoryTable.State(before), new: HistoryTable.State(after))
    let new = try layers.materialise(old, sources: bookLayers.sources, edits: bookLayers.edits)
    try BookStore(connection: connection).replace(old, with: new, now: now)
    return FieldDifference.between(old, new)
  }

  /// Resolves a conflict between the user and a source about readings. Choosing the user's side gives the user's
  /// statement a new date, so that older statements from sources no longer conflict with it. Choosing the source's side
  /// drops the conflicting part of the user's statement.
  private func decideReadings(
    _ resolution: ConflictResolution, _ field: BookField, of old: Book, _ recorder: ChangeRecorder
  ) throws -> [FieldDifference] {
    guard var statement = try ReadingStatementTable(connection: connection).statement(of: old.id) else { return [] }
    let layer = try ReadingLayer(connection: connection)
    var new = old
    switch resolution {
    case .side(.mine): statement.statedOn = PartialDate.day(at: now)
    case .side(.theirs): if field == .earlierReadings { statement.replaced = [] } else { statement.current = nil }
    case .value(let given):
      new[field] = try field.canonical(given)
      if field == .earlierReadings {
        statement.earlier = new.earlierReadings
      } else {
        statement.current = new.currentReading
      }
      statement.statedOn = PartialDate.day(at: now)
    }
    try layer.set(statement.isEmpty ? nil : statement, of: old.id, recorder)
    try layer.showReadings(in: &new, LayerStore(connection: connection).layers(of: old).records)
    try recorder.record(
      old.id, .field(field), old: HistoryTable.State(old[field]), new: HistoryTable.State(new[field]))
    try BookStore(connection: connection).replace(old, with: new, now: now)
    return FieldDifference.between(old, new)
  }

  private static func summary(of resolution: ConflictResolution, _ conflict: Conflict) -> String {
    let book = ChangeSummary.name(conflict.title)
    return switch (conflict.kind, resolution) {
    case (.removal, .side(.theirs)): "\(book): hidden, since its sources no longer have it"
    case (.removal, _): "\(book): kept, though its sources no longer have it"
    case (.field(let field, _, _, _, _), .side(.mine)): "\(book): your \(field.words) kept"
    case (.field(let field, _, _, _, _), .side(.theirs)): "\(book): now uses the source's \(field.words)"
    case (.field(let field, _, _, _, _), .value(let value)):
      "\(book): \(field.words) \(value.map { "set to \(ChangeSummary.quoted($0))" } ?? "removed")"
    }
  }
}

/// Resolves all conflicts in favour of one side, as one step.
struct ConflictRun: CountedWork {
  /// The number of conflicts to resolve in one transaction.
  private static let batch = 500

  let side: ConflictSide
  let now: Date
  private(set) var outcome = ChangeOutcome()
  private(set) var isFinished = false
  private var last: Conflict?
  private var decided = 0

  init(side: ConflictSide, now: Date) {
    self.side = side
    self.now = now
  }

  mutating func next(_ connection: Connection) throws {
    let conflicts = try ConflictReader(connection: connection).conflicts(limit: Self.batch, after: last)
    let recorder = try ChangeRecorder(connection: connection, kind: .resolve, now: now, goingOnWith: outcome.step)
    let resolver = ConflictResolver(connection: connection, now: now)
    for conflict in conflicts {
      guard try resolver.apply(.side(side), to: conflict, recorder) != nil else { continue }
      decided += 1
      if outcome.books.last != conflict.book { outcome.books.append(conflict.book) }
    }
    last = conflicts.last
    isFinished = conflicts.count < Self.batch
    guard decided > 0 else { return }
    let favour = side == .mine ? "your favour" : "favour of the sources"
    outcome.summary = "\(decided.grouped) \(decided == 1 ? "conflict" : "conflicts"): resolved in \(favour)"
    outcome.step = recorder.step ?? outcome.step
    try recorder.finish(summary: outcome.summary)
  }
}

extension ConflictSubject {
  fileprivate var text: String {
    switch self {
    case .field(let field): field.words
    case .removal: "removal"
    }
  }
}

extension BookStore {
  /// Hides a book from all lists as part of a step.
  func hide(_ book: Book, as visibility: Book.Visibility, _ recorder: ChangeRecorder) throws {
    var hidden = book
    hidden.visibility = visibility
    try replace(book, with: hidden, now: recorder.now)
    try recorder.record(
      book.id, .visibility, old: HistoryTable.State(book.visibility), new: HistoryTable.State(visibility))
  }
}
