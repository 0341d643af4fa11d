import CatalogDatabase

extension StepReplay {
  /// Undoes or redoes a change to a field that the user defined, by restoring or hiding the field.
  mutating func replayOwnField(
    _ id: OwnField.ID, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    let table = OwnFieldTable(connection: connection)
    guard let field = try table.row(id) else { return }
    let current = HistoryTable.State(field)
    if current == to { return }
    let known = try table.all()
    let other = to?.value.flatMap { known[$0] }
    // A hidden field is always restored, since its values would be lost otherwise. If another field has taken its name
    // in the meantime, the restored field gets a new name.
    let isFree = other == nil || other?.id == id || current == nil
    guard current == from, isFree, try to != nil || !isUsed(field, connection) else {
      left.append(.ownField(field.name))
      return
    }
    try table.write(
      field.with(
        name: to?.value.map { other?.id == id ? $0 : known.free($0) },
        choices: to?.base.map { $0.split(separator: "\n").map(String.init) }, isRemoved: to == nil))
    connection.changedBooks.insertMany()
  }

  /// Returns true if a later step in effect set a value of the field. The value would be lost if the field were hidden.
  private func isUsed(_ field: OwnField, _ connection: Connection) throws -> Bool {
    guard let step = chosen?.step.id else { return false }
    return try connection.integer(
      "SELECT 1 FROM history JOIN step ON step.id = step_id WHERE step_id > ? AND field = ? AND \(StepTable.standing) LIMIT 1",
      [.id(step), .text(field.field.rawValue)]) != nil
  }
}
