extension RecordApplier {
  /// Returns the record with its values of user-defined fields stored under the ids of these fields. Missing
  /// fields are created. If the source is not the user's own, values of user-defined fields are ignored.
  func naming(_ given: SourceRecord) throws -> SourceRecord {
    guard !given.own.isEmpty, source.isMine else { return given }
    var record = given
    let known = try knownFields()
    let missing = given.own.count { $0.value != nil && known.field(for: $0) == nil }
    // The number of fields is checked before any field is created, so that an invalid record leaves nothing behind.
    if missing > 0 { try OwnFieldEditor.checkCount(known.shown.count + missing) }
    var earlier: [OwnField] = []
    for stated in given.own {
      // Absent values of unknown fields are skipped.
      guard let (field, value) = try field(for: stated) else { continue }
      if field.name != stated.name, let called = try knownFields()[stated.name] { earlier.append(called) }
      // The value under the field's current name takes precedence over the value under its original name.
      if record.values[field.field] != .absent, value == nil || field.name.lowercased() != stated.name.lowercased() {
        continue
      }
      record.values[field.field] = value.map(FieldPresence.value) ?? .null
    }
    // If a field has changed its type, an earlier field may still contain the value. The earlier field is cleared.
    for field in earlier where record.values[field.field] == .absent { record.values[field.field] = .null }
    return record
  }

  /// Returns the user-defined field for a delivered value, with the value converted for that field. Creates the field
  /// if it is missing. If the user has removed the field, an import restores it, because the user starts imports; a
  /// refresh leaves it hidden. A field whose creation was undone returns when it is delivered again, as a book does.
  ///
  /// - Returns: The field and the value, or `nil` for an absent value of an unknown field.
  private func field(for stated: OwnValue) throws -> (OwnField, FieldValue?)? {
    let found = try knownFields().field(for: stated)
    if let found, !found.0.isRemoved { return found }
    if let found, source.isRefreshed, try history.isRemovedByUser(found.0.id) { return found }
    if stated.value == nil { return nil }
    return (try make(stated), found?.1 ?? stated.value)
  }

  /// Creates a field that the input declares separately from its books.
  func takeField(_ stated: OwnValue) throws {
    let found = try knownFields().field(for: stated)
    if found == nil || found?.0.isRemoved == true { _ = try make(stated) }
  }

  private func make(_ stated: OwnValue) throws -> OwnField {
    let editor = OwnFieldEditor(connection: connection, now: recorder.now)
    defer { ownFields = nil }
    return try editor.take(stated, among: knownFields(), recorder)
  }

  private func knownFields() throws -> OwnFields {
    let known = try ownFields ?? OwnFieldTable(connection: connection).all()
    ownFields = known
    return known
  }
}
