import CatalogDatabase
import FoundationEssentials
import Platform

/// Creates, renames and removes user-defined fields. Each call creates one step, or adds to a named step.
struct OwnFieldEditor {
  /// The maximum number of fields to list in an error message.
  private static let namedLimit = 5

  let connection: Connection
  let now: Date
  var scope = StepScope()

  private var table: OwnFieldTable { OwnFieldTable(connection: connection) }

  func add(_ name: String, _ kind: OwnField.Kind, choices: [String]) throws -> OwnField {
    let name = try checked(name, for: nil)
    let field = try insert(name, kind, choices: OwnField.checked(choices: choices, of: kind))
    try note(field, old: nil, new: HistoryTable.State(field), "field “\(name)” created")
    return field
  }

  /// Inserts a field as part of another step. Only visible fields count towards the limit.
  private func insert(_ name: String, _ kind: OwnField.Kind, choices: [String]) throws -> OwnField {
    try Self.checkCount(try table.all().shown.count + 1)
    defer { connection.changedBooks.insertMany() }
    return try table.insert(name, kind, choices: choices)
  }

  static func checkCount(_ count: Int) throws {
    guard count <= OwnField.limit else {
      throw InvalidValue("field", "", "a catalog can have at most \(OwnField.limit.grouped) custom fields")
    }
  }

  /// Creates the user-defined field for a value in a record, as part of the step that stores the record. If the user
  /// removed the field earlier, restores the field.
  func take(_ stated: OwnValue, among known: OwnFields, _ recorder: ChangeRecorder) throws -> OwnField {
    // A choice field without known choices becomes a text field, which accepts any value.
    let kind = stated.kind == .choice && stated.choices.isEmpty ? .text : stated.kind
    let field: OwnField
    if let removed = known.field(for: stated)?.0 {
      field = removed.with(name: known.free(removed.name))
      try table.write(field)
      connection.changedBooks.insertMany()
    } else {
      field = try insert(known.free(stated.name), kind, choices: stated.choices)
    }
    try recorder.record(0, .ownField(field.id), old: nil, new: HistoryTable.State(field))
    return field
  }

  /// Renames a field.
  ///
  /// - Parameter searches: The saved searches that use the field, each in its old form and with the new field name.
  func rename(
    _ name: String, to newName: String, in searches: [(old: SavedSearch, new: SavedSearch)]
  ) throws -> OwnField {
    let old = try field(named: name)
    let new = old.with(name: try checked(newName, for: old.id))
    guard old != new else { return old }
    for search in searches { try SavedSearchTable(connection: connection).write(search.new) }
    return try replace(
      old, with: new, "field “\(old.name)” renamed to “\(new.name)”", searches.map(HistoryTable.Entry.init(old:new:)))
  }

  /// Replaces the choices of a field. A book whose value is no longer among the choices keeps the value until it is
  /// changed.
  func set(choices: [String], of name: String) throws -> OwnField {
    let old = try field(named: name)
    let new = old.with(choices: try OwnField.checked(choices: choices, of: old.kind))
    return try replace(old, with: new, "field “\(old.name)”: choices changed")
  }

  /// Hides a field. Its values stay in the books, so that `undo` can restore all of them.
  func remove(_ name: String) throws -> OwnField {
    let old = try field(named: name)
    return try replace(old, with: old.with(isRemoved: true), "field “\(old.name)” removed")
  }

  /// Returns the user-defined field with the given name, ignoring case.
  func field(named name: String) throws -> OwnField {
    let fields = try table.all()
    if let field = fields[name] { return field }
    let names = fields.shown.map(\.name)
    let listed = names.prefix(Self.namedLimit).joined(separator: ", ") + (names.count > Self.namedLimit ? ", …" : "")
    throw CatalogError(
      .noSuchField, "use", name, cause: "no custom field is called \(name)",
      hint: names.isEmpty ? nil : "your fields are \(listed)")
  }

  /// - Parameter others: Further history entries to write in the same step.
  private func replace(
    _ old: OwnField, with new: OwnField, _ summary: String, _ others: [HistoryTable.Entry] = []
  ) throws -> OwnField {
    guard old != new else { return old }
    try table.write(new)
    try note(new, old: HistoryTable.State(old), new: HistoryTable.State(new), summary, others)
    connection.changedBooks.insertMany()
    return new
  }

  private func checked(_ given: String, for id: OwnField.ID?) throws -> String {
    let name = try OwnField.checked(name: given)
    if let other = try table.all()[name], other.id != id {
      throw InvalidValue("field", name, "a field with that name already exists")
    }
    return name
  }

  private func note(
    _ field: OwnField, old: HistoryTable.State?, new: HistoryTable.State?, _ summary: String,
    _ others: [HistoryTable.Entry] = []
  ) throws {
    let step = try scope.step(for: .field, summary: summary, now: now, connection)
    let entry = HistoryTable.Entry(book: 0, subject: .ownField(field.id), old: old, new: new)
    for entry in [entry] + others { try HistoryTable(connection: connection).write(entry, step: step) }
  }
}

extension HistoryTable.State {
  /// Creates the state of a user-defined field; `nil` if it is hidden.
  init?(_ field: OwnField?) {
    guard let field, !field.isRemoved else { return nil }
    self.init(value: field.name, base: field.choices.joined(separator: "\n"))
  }
}
