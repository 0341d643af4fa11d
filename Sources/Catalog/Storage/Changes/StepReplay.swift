import FoundationEssentials

/// Takes a step back, or does it again, in batches that each fit one short transaction: a run that added a million books
/// is undone like an edit of one field, and goes on where it stopped when it is killed midway.
///
/// Undo restores the user's layer as it was before the step, and shows what the sources say now under it. What a later
/// step changed is left as it is, and named.
struct StepReplay: BatchedWork {
  enum Direction: Sendable { case undo, redo }

  /// How many books one transaction changes.
  static let batch = 1_000

  let step: Step
  let direction: Direction
  let now: Date
  private(set) var changed: [Int64] = []
  /// What a later step changed, so that it stays: “title of 42”.
  private(set) var left: [String] = []
  private(set) var isFinished = false
  private var position: (book: Int64, field: String)?
  private var rest: ClosedRange<Int64>?

  /// - Throws: ``CatalogError/Code/nothingToDo`` when there is no such step.
  init(_ direction: Direction, connection: Connection, now: Date) throws {
    let steps = StepTable(connection: connection)
    switch direction {
    case .undo:
      guard let step = try steps.lastDone() else {
        throw CatalogError(.nothingToDo, "undo", "the last step", cause: "there is nothing to undo")
      }
      self.step = step
    case .redo:
      guard let step = try steps.lastUndone() else {
        throw CatalogError(.nothingToDo, "redo", "the last step", cause: "there is nothing to redo")
      }
      self.step = step
    }
    self.direction = direction
    self.now = now
  }

  /// Replays the next batch, inside one transaction.
  mutating func next(_ connection: Connection) throws {
    let history = HistoryTable(connection: connection)
    if let range = rest {
      rest = nil
      try replayAdded(range, connection)
      return
    }
    let entries = try history.entries(of: step.id, after: position, limit: Self.batch)
    for (index, entry) in entries.enumerated() {
      if case .added(let through) = entry.subject, through > entry.book {
        // A range may be long: it has batches of its own.
        if index > 0 { return }
        position = (entry.book, HistoryTable.name(of: entry.subject))
        try replayAdded(entry.book...through, connection)
        return
      }
      position = (entry.book, HistoryTable.name(of: entry.subject))
      try replay(entry, connection)
    }
    guard entries.count < Self.batch else { return }
    try StepTable(connection: connection).set(state: direction == .undo ? .undone : .done, of: step.id)
    isFinished = true
  }

  private mutating func replay(_ entry: HistoryTable.Entry, _ connection: Connection) throws {
    let (from, to) = direction == .undo ? (entry.new, entry.old) : (entry.old, entry.new)
    if case .cursor(let source) = entry.subject { return try replayCursor(of: source, from, to, connection) }
    guard let book = try BookTable(connection: connection).book(entry.book) else { return }
    switch entry.subject {
    case .added: try replayAdded(book.id...book.id, connection)
    case .visibility: try replayVisibility(of: book, from, to, connection)
    case .field(let field):
      if field.isPersonal {
        try replayPersonal(field, of: book, from, to, connection)
      } else {
        try replayEdit(field, of: book, from, to, connection)
      }
    case .record(let source, let remoteID):
      try replayRecord(source, remoteID, of: book, to, connection)
    case .cursor: return
    }
  }

  /// A source is read again from where it stood, so that what an undone refresh brought can come again.
  private func replayCursor(
    of source: Int64, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    let cursors = SyncCursorTable(connection: connection)
    guard try cursors.cursor(of: source) == from?.value else { return }
    try cursors.set(to?.value, of: source)
  }

  /// Hides the books that the step added, or shows them again; what a later step of the user is about stays.
  private mutating func replayAdded(_ range: ClosedRange<Int64>, _ connection: Connection) throws {
    let isShort = range.upperBound - range.lowerBound < Int64(Self.batch)
    let last = isShort ? range.upperBound : range.lowerBound + Int64(Self.batch) - 1
    if last < range.upperBound { rest = (last + 1)...range.upperBound }
    let history = HistoryTable(connection: connection)
    for id in range.lowerBound...last {
      guard let old = try BookTable(connection: connection).book(id) else { continue }
      var new = old
      switch direction {
      case .undo:
        guard old.visibility == .shown else { continue }
        if try history.isTouched(id, after: step.id) {
          left.append("book \(id)")
          continue
        }
        new.visibility = .undone
      case .redo:
        guard old.visibility == .undone else { continue }
        new.visibility = .shown
      }
      try store(old, new, connection)
    }
  }

  private mutating func replayVisibility(
    of book: Book, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    guard let wanted = to?.value.flatMap({ Int64($0) }).flatMap(Book.Visibility.init(rawValue:)) else { return }
    if book.visibility == wanted { return }
    guard String(book.visibility.rawValue) == from?.value else {
      left.append("book \(book.id)")
      return
    }
    var new = book
    new.visibility = wanted
    try store(book, new, connection)
  }

  private mutating func replayPersonal(
    _ field: BookField, of book: Book, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    let current = HistoryTable.State(book[field])
    if current == to { return }
    guard current == from else {
      left.append("\(field.rawValue) of \(book.id)")
      return
    }
    var new = book
    new[field] = to?.value.flatMap { field.decode($0) }
    try store(book, new, connection)
  }

  private mutating func replayEdit(
    _ field: BookField, of book: Book, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    var said = try LayerStore(connection: connection).layers(of: book)
    let current = HistoryTable.State(said.edit(of: field))
    if current == to { return }
    guard current == from else {
      left.append("\(field.rawValue) of \(book.id)")
      return
    }
    let edits = FieldEditTable(connection: connection)
    said.edits.removeAll { $0.field == field }
    if let to {
      let edit = FieldEdit(
        field: field, base: to.base.flatMap { field.decode($0) }, theirs: said.sources[field].value,
        word: FieldEdit.Word(stored: to.value, field: field), at: now)
      try edits.write(edit, of: book.id)
      said.edits.append(edit)
    } else {
      try edits.delete(field, of: book.id)
    }
    try store(book, Materialise.book(book, sources: said.sources, edits: said.edits), connection)
  }

  /// Lets a source's record say what it said before, or be gone.
  private mutating func replayRecord(
    _ source: Int64, _ remoteID: String, of book: Book, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    let layers = LayerStore(connection: connection)
    let records = SourceRecordTable(connection: connection)
    let said = try layers.layers(of: book)
    var remaining = said.records.filter { !($0.row.sourceID == source && $0.row.remoteID == remoteID) }
    if let to, let json = to.value, let mark = to.base.flatMap(RecordMark.init(stored:)) {
      let values = try RecordPayload.decode(json)
      let current = said.records.first { $0.row.sourceID == source && $0.row.remoteID == remoteID }
      let isAlone = remaining.isEmpty && current?.row.payload == nil
      let row = SourceRecordTable.Row(
        sourceID: source, remoteID: remoteID, bookID: book.id, hash: mark.hash, unknown: mark.unknown,
        payload: isAlone ? nil : values, gone: mark.gone)
      try records.write(row)
      for (other, values) in remaining where other.payload == nil {
        var other = other
        other.payload = values
        try records.write(other)
      }
      remaining.append((row: row, values: values))
    } else {
      try records.delete(source: source, remoteID: remoteID)
    }
    let rows = try records.rows(of: book.id)
    let order = rows.map(\.remoteKey)
    remaining.sort {
      (order.firstIndex(of: $0.row.remoteKey) ?? 0) < (order.firstIndex(of: $1.row.remoteKey) ?? 0)
    }
    // A book that no source speaks of any more goes on showing what the last one said.
    let sources = LayerStore.combined(remaining) ?? said.sources
    var shown = try layers.materialise(book, sources: sources, edits: said.edits)
    shown.sources = SourceRecordTable.sources(of: rows)
    try store(book, shown, connection)
  }

  private mutating func store(_ old: Book, _ new: Book, _ connection: Connection) throws {
    if try BookStore(connection: connection).replace(old, with: new, now: now), changed.last != old.id {
      changed.append(old.id)
    }
  }
}

extension SourceRecordTable.Row {
  fileprivate var remoteKey: String { "\(sourceID) \(remoteID)" }
}

/// What `undo` or `redo` did.
public struct ReplayOutcome: Sendable, Equatable {
  /// The step that was taken back or done again.
  public let step: Step
  /// The books that changed, in the order of their ids.
  public let books: [Int64]
  /// What a later step had changed, so that it was left: “title of 42”.
  public let left: [String]
}
