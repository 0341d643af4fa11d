/// The states that undo and redo restore.
extension HistoryTable.State {
  init(_ visibility: Book.Visibility) {
    self.init(value: String(visibility.rawValue), base: nil)
  }

  /// Creates the state of an edit. Returns `nil` for a field that was not edited.
  init?(_ edit: FieldEdit?) {
    guard let edit else { return nil }
    self.init(value: edit.value.storedText, base: edit.base?.storedText)
  }

  /// Creates the state of a personal field. Returns `nil` for a field that was never set.
  init?(_ value: FieldValue?) {
    guard let value else { return nil }
    self.init(value: value.storedText, base: nil)
  }

  /// Creates the cursor state that undo restores, so that the source is read again from that position. During a full
  /// enumeration, that position is the beginning of the enumeration, because records on earlier pages may have changed
  /// since they were read.
  init(returningTo position: SyncPosition) {
    let isEnumerating = position.enumeration != .none
    self.init(value: isEnumerating ? nil : position.cursor, base: isEnumerating ? nil : position.epoch)
  }
}
