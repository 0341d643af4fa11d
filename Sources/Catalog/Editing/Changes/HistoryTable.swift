/// How steps changed the user's layer and the records of sources: what undo puts back and redo puts in again.
struct HistoryTable {
  let connection: Connection
  /// Whose own fields are meant; `nil` is whom the transaction runs for.
  var marker: Person.ID?

  /// What a row of the history is about.
  enum Subject: Equatable {
    /// Books from the row's book up to this one came in.
    case added(through: Book.ID)
    /// Whether the book is shown.
    case visibility
    /// A field: the user's edit, or a personal value.
    case field(BookField)
    /// The user's word on the readings (``ReadingWordTable``); the entries of the fields tell people what changed.
    case readings
    /// What a person besides the owner says of a field for themselves.
    case mark(Person.ID, BookField)
    /// A source's record of the book.
    case record(source: CatalogSource.ID, remoteID: String)
    /// Where a record stands, by the source and name it had before the step; of both books, where it changed its book.
    case place(source: CatalogSource.ID, remoteID: String)
    /// What the user says of a field of a book that was merged into the row's, which says something else.
    case passedOver(BookField, of: Book.ID)
    /// That the book is not the same as another one.
    case distinct(from: Book.ID)
    /// How far a source was read; of no book.
    case cursor(source: CatalogSource.ID)
    /// Whether a source takes part in refreshes (``CatalogSource/State``); of no book.
    case source(CatalogSource.ID)
    /// A field that the user made; of no book.
    case ownField(OwnField.ID)
    /// A saved search, by its name in small letters; of no book.
    case savedSearch(String)
  }

  /// A state of the subject. `nil` as a whole is “there was none”.
  struct State: Equatable {
    /// The value; `nil` when it was cleared.
    var value: String?
    /// With an edit, the source's value when it was made; with a record, its fingerprint.
    var base: String?
  }

  struct Entry: Equatable {
    let book: Book.ID
    let subject: Subject
    let old: State?
    let new: State?
  }

  /// Remembers a change. A second change of the same subject in the same step keeps the first's old state.
  func write(_ entry: Entry, step: HistoryStep.ID) throws {
    var last = SQLValue.null
    if case .added(let through) = entry.subject { last = .id(through) }
    try connection.run(
      """
      INSERT INTO history (step_id, book_id, field, old, old_base, new, new_base, last_book_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (step_id, book_id, field) DO UPDATE SET new = excluded.new, new_base = excluded.new_base
      """,
      [
        .id(step), .id(entry.book), .text(try ownName(of: entry.subject)),
        Self.encode(entry.old), SQLValue(entry.old?.base), Self.encode(entry.new), SQLValue(entry.new?.base), last,
      ])
  }

  /// The entries of a step behind a position, in the order of books: undo works through them in batches.
  func entries(of step: HistoryStep.ID, after: (book: Book.ID, field: String)?, limit: Int) throws -> [Entry] {
    var entries: [Entry] = []
    let newest = try connection.id("SELECT max(id) FROM book") ?? Book.ID(0)
    try connection.statement(
      """
      SELECT book_id, field, old, old_base, new, new_base, last_book_id FROM history
      WHERE step_id = ?1 AND (book_id, field) > (?2, ?3) ORDER BY book_id, field LIMIT ?4
      """
    ).forEachRow(
      [.id(step), .id(after?.book ?? Book.ID(Int64.min)), .text(after?.field ?? ""), .integer(Int64(limit))]
    ) { row in
      guard let subject = Self.subject(row.text(1), last: min(row.id(6), newest)) else { return }
      // Books have numbers from 1 on; a range that another program wrote may begin anywhere.
      if case .added = subject, row.integer(0) < 1 { return }
      entries.append(
        Entry(book: row.id(0), subject: subject, old: Self.decode(row, at: 2), new: Self.decode(row, at: 4)))
    }
    return entries
  }

  /// The entries of a step about one book.
  func entries(of step: HistoryStep.ID, book: Book.ID) throws -> [Entry] {
    try entries(of: step, after: (book, ""), limit: 100).filter { $0.book == book }
  }

  /// The first change of a subject of a book behind a step, whether or not it stands: what it was when the step was made.
  func change(of subject: Subject, of book: Book.ID, after step: HistoryStep.ID) throws -> Entry? {
    try connection.statement(
      """
      SELECT old, old_base, new, new_base FROM history
      WHERE book_id = ? AND field = ? AND step_id > ? ORDER BY step_id LIMIT 1
      """
    ).first([.id(book), .text(try ownName(of: subject)), .id(step)]) { row in
      Entry(book: book, subject: subject, old: Self.decode(row, at: 0), new: Self.decode(row, at: 2))
    }
  }

  /// Whether a step is about nothing but what people say of books for themselves.
  func isOfMarks(_ step: HistoryStep.ID) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM history WHERE step_id = ? AND field NOT GLOB 'mark *' LIMIT 1", [.id(step)]) == nil
  }

  /// Whether a step brought a book. By the index of what was added: a step may have a million entries.
  func isAdded(_ book: Book.ID, by step: HistoryStep.ID) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM history WHERE +step_id = ?1 AND field = 'added' AND book_id <= ?2 AND last_book_id >= ?2 LIMIT 1",
      [.id(step), .id(book)]) != nil
  }

  /// Whether another step of the user's that stands says something of the book, and not only that it is not another one.
  func isTouched(_ book: Book.ID, butBy step: HistoryStep.ID) throws -> Bool {
    try connection.integer(
      """
      SELECT 1 FROM history JOIN step ON step.id = step_id
      WHERE book_id = ? AND step_id <> ? AND \(StepTable.standing) AND NOT \(StepTable.isRun)
        AND field <> 'added' AND field NOT GLOB 'distinct *' LIMIT 1
      """, [.id(book), .id(step)]) != nil
  }

  /// The books that later steps that stand added, where they meet a range: a run brings back what an undone one added. An
  /// earlier step that stands brought none of them when the later one did: its undo was stopped midway.
  func added(in range: ClosedRange<Int64>, after step: HistoryStep.ID) throws -> [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    try connection.statement(
      """
      SELECT book_id, last_book_id FROM history JOIN step ON step.id = step_id
      WHERE field = 'added' AND book_id <= ? AND last_book_id >= ? AND step_id > ? AND \(StepTable.standing)
      """
    ).forEachRow([.integer(range.upperBound), .integer(range.lowerBound), .id(step)]) { row in
      ranges.append(row.integer(0)...row.integer(1))
    }
    return ranges
  }

  /// Whether it was the user who took a field of their own out of sight; else the step that made it was undone.
  func isRemovedByUser(_ field: OwnField.ID) throws -> Bool {
    let last = try connection.statement(
      """
      SELECT new IS NULL FROM history JOIN step ON step.id = step_id
      WHERE book_id = 0 AND field = ?1 AND \(StepTable.standing) ORDER BY step_id DESC LIMIT 1
      """
    ).first([.text(Self.name(of: .ownField(field)))]) { $0.integer(0) == 1 }
    return last ?? false
  }

  /// What the user says of books that were merged into this one, and what it passes over; the last merge's first.
  ///
  /// - Parameter step: the only step that is meant.
  func passedOver(of book: Book.ID, in step: HistoryStep.ID? = nil) throws -> [PassedOverValue] {
    var found: [PassedOverValue] = []
    try connection.statement(
      """
      SELECT field, old, old_base FROM history JOIN step ON step.id = step_id
      WHERE book_id = ?1 AND field > 'word ' AND field < 'word!' AND \(StepTable.standing) AND (?2 IS NULL OR step_id = ?2)
      ORDER BY step_id DESC, field
      """
    ).forEachRow([.id(book), SQLValue(step)]) { row in
      guard case .passedOver(let field, let other)? = Self.subject(row.text(0), last: 0) else { return }
      guard let state = Self.decode(row, at: 1) else { return }
      found.append(PassedOverValue(book: other, field: field, state))
    }
    return found
  }

  /// The books of which the user says that they are not the same, each two of them once for each of them.
  func distinct() throws -> [(Book.ID, Book.ID)] {
    var pairs: [(Book.ID, Book.ID)] = []
    try connection.statement(
      """
      SELECT book_id, field FROM step CROSS JOIN history ON history.step_id = step.id
      WHERE kind = '\(HistoryStep.Kind.distinct.rawValue)' AND \(StepTable.standing)
      """
    ).forEachRow { row in
      if case .distinct(let other)? = Self.subject(row.text(1), last: 0) { pairs.append((row.id(0), other)) }
    }
    return pairs
  }

  /// The name of a subject; of a field that each person has for themselves, of that of whom the transaction runs for.
  func ownName(of subject: Subject) throws -> String {
    guard case .field(let field) = subject, Mark.fields.contains(field), let person = try marker ?? connection.marker
    else {
      return Self.name(of: subject)
    }
    return Self.name(of: .mark(person, field))
  }

  static func name(of subject: Subject) -> String {
    switch subject {
    case .added: "added"
    case .visibility: "hidden"
    case .readings: "readings"
    case .field(let field): field == .added ? "addedTime" : field.rawValue
    case .mark(let person, let field): "mark \(person) \(field.rawValue)"
    case .record(let source, let remoteID): "record \(source) \(remoteID)"
    case .place(let source, let remoteID): "place \(source) \(remoteID)"
    case .passedOver(let field, let book): "word \(book) \(field.rawValue)"
    case .distinct(let book): "distinct \(book)"
    case .cursor(let source): "cursor \(source)"
    case .source(let source): "source \(source)"
    // Without a space: what stands behind one is the number of a source.
    case .ownField(let field): "\(BookField.ownPrefix)\(field)"
    case .savedSearch(let key): "\(savedPrefix)\(key)"
    }
  }

  /// No name of a search holds a space.
  private static let savedPrefix = "search."

  private static func subject(_ name: String, last: Book.ID) -> Subject? {
    switch name {
    case "added": return .added(through: last)
    case "hidden": return .visibility
    case "readings": return .readings
    case "addedTime": return .field(.added)
    default:
      if let field = BookField(rawValue: name) { return .field(field) }
      if name.hasPrefix(BookField.ownPrefix) {
        return OwnField.ID(String(name.dropFirst(BookField.ownPrefix.count))).map(Subject.ownField)
      }
      if name.hasPrefix(savedPrefix) { return .savedSearch(String(name.dropFirst(savedPrefix.count))) }
      let parts = name.unicodeScalars.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count > 1, let number = Int64(String(parts[1])) else { return nil }
      let source = CatalogSource.ID(number)
      switch (String(parts[0]), parts.count) {
      case ("cursor", 2): return .cursor(source: source)
      case ("source", 2): return .source(source)
      case ("distinct", 2): return .distinct(from: Book.ID(number))
      case ("word", 3): return BookField(rawValue: String(parts[2])).map { .passedOver($0, of: Book.ID(number)) }
      case ("mark", 3): return BookField(rawValue: String(parts[2])).map { .mark(Person.ID(number), $0) }
      case ("record", 3): return .record(source: source, remoteID: String(parts[2]))
      case ("place", 3): return .place(source: source, remoteID: String(parts[2]))
      default: return nil
      }
    }
  }

  /// '=' and the text, or '!' for “there is none”.
  private static func encode(_ state: State?) -> SQLValue {
    guard let state else { return .null }
    return .text(state.value.map { "=" + $0 } ?? "!")
  }

  /// The state in two columns: the value, and what it is based on.
  static func decode(_ row: Statement, at column: Int32) -> State? {
    guard let text = row.optionalText(column) else { return nil }
    // Scalars: a value may begin with a mark, which would make one character with the sign.
    let value = text.unicodeScalars.first == "=" ? String(text.unicodeScalars.dropFirst()) : nil
    return State(value: value, base: row.optionalText(column + 1))
  }
}

extension HistoryTable.Subject {
  /// The field that it is about, if it is about one.
  var field: BookField? { if case .field(let field) = self { field } else { nil } }
}

extension HistoryTable.State {
  /// The state that an edit is; `nil` without one.
  init?(_ edit: FieldEdit?) {
    guard let edit else { return nil }
    self.init(value: edit.value.storedText, base: edit.base?.storedText)
  }

  /// The state of a personal field; `nil` while it was never set.
  init?(_ value: FieldValue?) {
    guard let value else { return nil }
    self.init(value: value.storedText, base: nil)
  }

  /// How far a source was read, as a place to read on from. In the midst of a full enumeration that is the
  /// enumeration's beginning: the records of its earlier pages may have changed since.
  init(returningTo place: SyncPosition) {
    let isEnumerating = place.enumeration != .none
    self.init(value: isEnumerating ? nil : place.cursor, base: isEnumerating ? nil : place.epoch)
  }
}
