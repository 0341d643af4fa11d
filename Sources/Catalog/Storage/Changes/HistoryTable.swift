/// How steps changed the user's layer and the records of sources: what undo puts back and redo puts in again.
struct HistoryTable {
  let connection: Connection

  /// What a row of the history is about.
  enum Subject: Equatable {
    /// Books from the row's book up to this one came in.
    case added(through: Int64)
    /// Whether the book is shown.
    case visibility
    /// A field: the user's edit, or a personal value.
    case field(BookField)
    /// A source's record of the book.
    case record(source: Int64, remoteID: String)
    /// Where a record stands, by the source and name it had before the step; of both books, where it changed its book.
    case place(source: Int64, remoteID: String)
    /// How far a source was read; of no book.
    case cursor(source: Int64)
    /// Whether a source takes part in refreshes (``Source/State``); of no book.
    case source(Int64)
  }

  /// A state of the subject. `nil` as a whole is “nothing was said”.
  struct State: Equatable {
    /// The value; `nil` when what is said is that there is none.
    var value: String?
    /// With an edit, what the source said when it was made; with a record, its fingerprint.
    var base: String?
  }

  struct Entry: Equatable {
    let book: Int64
    let subject: Subject
    let old: State?
    let new: State?
  }

  /// Remembers a change. A second change of the same subject in the same step keeps the first's old state.
  func write(_ entry: Entry, step: Int64) throws {
    var last = SQLValue.null
    if case .added(let through) = entry.subject { last = .integer(through) }
    try connection.run(
      """
      INSERT INTO history (step_id, book_id, field, old, old_base, new, new_base, last_book_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (step_id, book_id, field) DO UPDATE SET new = excluded.new, new_base = excluded.new_base
      """,
      [
        .integer(step), .integer(entry.book), .text(Self.name(of: entry.subject)),
        Self.encode(entry.old), SQLValue(entry.old?.base), Self.encode(entry.new), SQLValue(entry.new?.base), last,
      ])
  }

  /// The entries of a step behind a position, in the order of books: undo works through them in batches.
  func entries(of step: Int64, after: (book: Int64, field: String)?, limit: Int) throws -> [Entry] {
    var entries: [Entry] = []
    let newest = try connection.integer("SELECT max(id) FROM book") ?? 0
    try connection.statement(
      """
      SELECT book_id, field, old, old_base, new, new_base, last_book_id FROM history
      WHERE step_id = ?1 AND (book_id, field) > (?2, ?3) ORDER BY book_id, field LIMIT ?4
      """
    ).forEachRow(
      [.integer(step), .integer(after?.book ?? .min), .text(after?.field ?? ""), .integer(Int64(limit))]
    ) { row in
      guard let subject = Self.subject(row.text(1), last: min(row.integer(6), newest)) else { return }
      // Books have numbers from 1 on; a range that another program wrote may begin anywhere.
      if case .added = subject, row.integer(0) < 1 { return }
      entries.append(
        Entry(book: row.integer(0), subject: subject, old: Self.decode(row, at: 2), new: Self.decode(row, at: 4)))
    }
    return entries
  }

  /// The entries of a step about one book.
  func entries(of step: Int64, book: Int64) throws -> [Entry] {
    try entries(of: step, after: (book, ""), limit: 100).filter { $0.book == book }
  }

  /// Whether a later step that is done says something of the book.
  func isTouched(_ book: Int64, after step: Int64) throws -> Bool {
    try connection.integer(
      """
      SELECT 1 FROM history JOIN step ON step.id = step_id
      WHERE book_id = ? AND step_id > ? AND state = 0 AND kind NOT IN ('import', 'refresh') AND field <> 'added' LIMIT 1
      """, [.integer(book), .integer(step)]) != nil
  }

  static func name(of subject: Subject) -> String {
    switch subject {
    case .added: "added"
    case .visibility: "hidden"
    case .field(let field): field == .added ? "addedTime" : field.rawValue
    case .record(let source, let remoteID): "record \(source) \(remoteID)"
    case .place(let source, let remoteID): "place \(source) \(remoteID)"
    case .cursor(let source): "cursor \(source)"
    case .source(let source): "source \(source)"
    }
  }

  private static func subject(_ name: String, last: Int64) -> Subject? {
    switch name {
    case "added": return .added(through: last)
    case "hidden": return .visibility
    case "addedTime": return .field(.added)
    default:
      if let field = BookField(rawValue: name) { return .field(field) }
      let parts = name.unicodeScalars.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count > 1, let source = Int64(String(parts[1])) else { return nil }
      switch (String(parts[0]), parts.count) {
      case ("cursor", 2): return .cursor(source: source)
      case ("source", 2): return .source(source)
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

  private static func decode(_ row: Statement, at column: Int32) -> State? {
    guard let text = row.optionalText(column) else { return nil }
    // Scalars: a value may begin with a mark, which would make one character with the sign.
    let value = text.unicodeScalars.first == "=" ? String(text.unicodeScalars.dropFirst()) : nil
    return State(value: value, base: row.optionalText(column + 1))
  }
}

extension HistoryTable.State {
  /// The state that an edit is; `nil` without one.
  init?(_ edit: FieldEdit?) {
    guard let edit else { return nil }
    self.init(value: edit.word.storedText, base: edit.base?.storedText)
  }

  /// The state of a personal field; `nil` while nothing is said.
  init?(_ value: FieldValue?) {
    guard let value else { return nil }
    self.init(value: value.storedText, base: nil)
  }
}
