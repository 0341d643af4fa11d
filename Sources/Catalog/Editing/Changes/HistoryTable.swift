import CatalogDatabase

/// The table of changes that steps made to the user's layer and to the records of sources. Undo and redo replay these
/// changes.
struct HistoryTable {
  let connection: Connection
  /// The person whose personal fields are read and written; `nil` for the person on whose behalf the transaction runs.
  var marker: Person.ID?

  /// The subject of a history row: the part of the catalog that changed.
  enum Subject: Equatable {
    /// The addition of a range of books, from the row's book up to and including this book. For a book added by hand,
    /// the new state lists the personal fields that the user set.
    case added(through: Book.ID)
    /// The visibility of the book.
    case visibility
    /// The user's edit of a field, or the value of a personal field.
    case field(BookField)
    /// The user's statement about the book's readings (``ReadingStatementTable``). People see the change through the
    /// entries for the reading fields.
    case readings
    /// The value of a field in the mark of a person other than the owner.
    case mark(Person.ID, BookField)
    /// A source's record of the book.
    case record(source: CatalogSource.ID, remoteID: String)
    /// The location of a record, identified by the record's source and name before the step. If the record moved to
    /// another book, both books have an entry for the move.
    case location(source: CatalogSource.ID, remoteID: String)
    /// A value that the user had set in another book. That book was merged into the row's book, which shows a different
    /// value.
    case passedOver(BookField, of: Book.ID)
    /// The user's decision that the row's book and another book are not duplicates.
    case distinct(from: Book.ID)
    /// The position up to which a source was read. It does not belong to a book.
    case cursor(source: CatalogSource.ID)
    /// The state of a source (``CatalogSource/State``). It does not belong to a book.
    case source(CatalogSource.ID)
    /// A field that the user defined. It does not belong to a book.
    case ownField(OwnField.ID)
    /// A saved search, identified by its lowercased name. It does not belong to a book.
    case savedSearch(String)
  }

  /// A state of a subject. A `nil` state means that the subject did not exist.
  struct State: Equatable {
    /// The value; `nil` if it was cleared.
    var value: String?
    /// For an edit, the source's value at the time of the edit. For a record, its stored ``RecordMark``.
    var base: String?
  }

  struct Entry: Equatable {
    let book: Book.ID
    let subject: Subject
    let old: State?
    let new: State?
  }

  /// Records a change. If the step has already changed the same subject, the entry keeps the old state of the first
  /// change.
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

  /// Returns the next entries of a step after a position, ordered by book. Undo processes a step's entries in batches.
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
      // Book ids begin with 1, but a range that another program wrote may begin with a lower number.
      if case .added = subject, row.integer(0) < 1 { return }
      entries.append(
        Entry(book: row.id(0), subject: subject, old: Self.decode(row, at: 2), new: Self.decode(row, at: 4)))
    }
    return entries
  }

  /// Returns the entries of a step for one book.
  func entries(of step: HistoryStep.ID, book: Book.ID) throws -> [Entry] {
    try entries(of: step, after: (book, ""), limit: 100).filter { $0.book == book }
  }

  /// Returns the first change to a subject of a book after a step, even if the change was undone. The old state of this
  /// change is the state of the subject at the time of the step.
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

  /// Returns true if a step changes only the marks of people other than the owner.
  func isOfMarks(_ step: HistoryStep.ID) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM history WHERE step_id = ? AND field NOT GLOB 'mark *' LIMIT 1", [.id(step)]) == nil
  }

  /// Returns true if a step added a book. The query uses the index of additions, since a step may have a million
  /// entries.
  func isAdded(_ book: Book.ID, by step: HistoryStep.ID) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM history WHERE +step_id = ?1 AND field = 'added' AND book_id <= ?2 AND last_book_id >= ?2 LIMIT 1",
      [.id(step), .id(book)]) != nil
  }

  /// Returns true if a step in effect changes a book. Ignores the given step, imports, refreshes, and steps that only
  /// mark the book as different from another book.
  func isTouched(_ book: Book.ID, butBy step: HistoryStep.ID) throws -> Bool {
    try connection.integer(
      """
      SELECT 1 FROM history JOIN step ON step.id = step_id
      WHERE book_id = ? AND step_id <> ? AND \(StepTable.standing) AND NOT \(StepTable.isRun)
        AND field <> 'added' AND field NOT GLOB 'distinct *' LIMIT 1
      """, [.id(book), .id(step)]) != nil
  }

  /// Returns the ranges of books that later steps added, if the ranges overlap a given range and the steps are in
  /// effect. After an import is undone, a later import can add the same books again. Earlier steps are ignored, because
  /// an earlier step that added the same books is in effect only if its undo was interrupted.
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

  /// Returns true if the user removed a user-defined field. If the result is false for a hidden field, the field is
  /// hidden because the step that created it was undone.
  func isRemovedByUser(_ field: OwnField.ID) throws -> Bool {
    let last = try connection.statement(
      """
      SELECT new IS NULL FROM history JOIN step ON step.id = step_id
      WHERE book_id = 0 AND field = ?1 AND \(StepTable.standing) ORDER BY step_id DESC LIMIT 1
      """
    ).first([.text(Self.name(of: .ownField(field)))]) { $0.integer(0) == 1 }
    return last ?? false
  }

  /// Returns the values that the user had set in merged books and that the remaining book does not show. Values from
  /// the latest merge come first.
  ///
  /// - Parameter step: The only step to consider; `nil` for all steps.
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

  /// Returns the pairs of books that the user marked as different. Each pair is returned twice, once in each order.
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

  /// Returns the name under which the history stores a subject. For a field that each person sets separately, the name
  /// includes the person: ``marker``, or the person on whose behalf the transaction runs.
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
    case .location(let source, let remoteID): "place \(source) \(remoteID)"
    case .passedOver(let field, let book): "word \(book) \(field.rawValue)"
    case .distinct(let book): "distinct \(book)"
    case .cursor(let source): "cursor \(source)"
    case .source(let source): "source \(source)"
    // The prefix contains no space, because a number after a space would be read as a source's number.
    case .ownField(let field): "\(BookField.ownPrefix)\(field)"
    case .savedSearch(let key): "\(savedPrefix)\(key)"
    }
  }

  /// The prefix of saved searches, whose names never contain spaces.
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
      case ("place", 3): return .location(source: source, remoteID: String(parts[2]))
      default: return nil
      }
    }
  }

  /// Encodes a state as `=` and the value, or as `!` for a cleared value.
  private static func encode(_ state: State?) -> SQLValue {
    guard let state else { return .null }
    return .text(state.value.map { "=" + $0 } ?? "!")
  }

  /// Decodes a state from two adjacent columns: the value and its base.
  static func decode(_ row: Statement, at column: Int32) -> State? {
    guard let text = row.optionalText(column) else { return nil }
    // Compares scalars, because a value that begins with a combining mark would form one character with the `=`.
    let value = text.unicodeScalars.first == "=" ? String(text.unicodeScalars.dropFirst()) : nil
    return State(value: value, base: row.optionalText(column + 1))
  }
}

extension HistoryTable.Subject {
  /// The field that changed, if the subject is a field.
  var field: BookField? { if case .field(let field) = self { field } else { nil } }
}
