import CatalogModel
import FoundationEssentials

/// Builds a record from the parts of a row, and determines its id.
struct RecordBuilder {
  /// The source's id for the book.
  var id: String?
  var uuid: UUID?
  private(set) var values = FieldPresences()
  var unknown: String?
  /// The values of user-defined fields, in canonical form.
  private(set) var own: [OwnValue] = []
  /// The invalid values that were left out, with the reasons. The list is limited to the number of values that are
  /// reported.
  private(set) var leftOut: [InvalidValue] = []
  private static let leftOutLimit = 20

  /// The results of cells that were stored differently than the name of their column suggests.
  private(set) var outcomes: [ColumnOutcome] = []

  /// Applies a cell and records the result. For tags and the read state, the result includes the words that were added.
  /// For other fields, it only says that the field has changed.
  mutating func noting(
    _ column: Int, _ field: BookField, _ body: (inout RecordBuilder) throws -> Void
  ) rethrows {
    // Copy only these fields. Copying all values would trigger a full copy on each change.
    let (before, state, contributors) = (values[field], values[.readState], values[.contributors])
    try body(&self)
    note(column, field, before)
    if field == .tags { note(column, .readState, state) }
    if field == .authors { note(column, .contributors, contributors) }
  }

  private mutating func note(_ column: Int, _ field: BookField, _ before: FieldPresence) {
    if values[field] == before { return }
    var outcome = ColumnOutcome(column: column, target: .field(field))
    switch values[field].value {
    case .list(let tags) where field == .tags: outcome.words = tags.filter { !before.value.items.contains($0) }
    case .readState(let state): outcome.words = [state.rawValue]
    default: break
    }
    outcomes.append(outcome)
  }

  /// Records that a cell became the value of a user-defined field.
  mutating func note(_ column: Int, _ value: OwnValue) {
    var outcome = ColumnOutcome(column: column, target: .own(value.name))
    switch value.value {
    case .list(let words): outcome.words = words
    case .text(let word) where value.kind == .choice: outcome.words = [word]
    default: break
    }
    outcomes.append(outcome)
  }

  /// Sets the ISBN that a closure returns. An invalid ISBN is left out and reported, because many files contain invalid
  /// ISBNs and the rest of the book is still useful.
  mutating func setISBN(_ read: () throws -> FieldValue?) throws {
    try leavingOutInvalid { builder in if let value = try read() { try builder.set(.isbn, value) } }
  }

  /// Performs a change that may fail because of an invalid value. If it fails, the value is left out and reported.
  mutating func leavingOutInvalid(_ body: (inout RecordBuilder) throws -> Void) throws {
    do { try body(&self) } catch let error as InvalidValue { leaveOut(error) }
  }

  /// Reports an invalid value that was left out, with the reason.
  mutating func leaveOut(_ value: InvalidValue) {
    if leftOut.count < Self.leftOutLimit { leftOut.append(value) }
  }

  /// Sets a field.
  ///
  /// - Throws: `InvalidValue` if the field cannot hold the value.
  mutating func set(_ field: BookField, _ value: FieldValue?) throws {
    values[field] = try field.canonical(value).map(FieldPresence.value) ?? .null
  }

  /// Appends items to a list field.
  mutating func add(_ items: [String], to field: BookField) throws {
    try set(field, .list(values[field].value.items + items))
  }

  /// Adds identifiers. Invalid identifiers are left out and reported. Placeholders for a missing identifier are
  /// ignored.
  mutating func add(_ identifiers: [BookIdentifier]) throws {
    for identifier in identifiers where !identifier.isPlaceholder {
      try leavingOutInvalid { try $0.add([identifier.record], to: .identifiers) }
    }
  }

  /// Appends a paragraph to a text field.
  mutating func add(paragraph: String, to field: BookField) throws {
    guard case .text(let text)? = values[field].value else { return try set(field, .text(paragraph)) }
    try set(field, .text(text + "\n\n" + paragraph))
  }

  mutating func add(_ contributors: [Contributor]) throws {
    try add(contributors.map(\.record), to: .contributors)
  }

  mutating func add(_ copies: [BookCopy]) throws { try add(copies.map(\.record), to: .copies) }

  /// Appends readings to the earlier readings.
  mutating func add(_ readings: [Reading]) throws { try add(readings.map(\.record), to: .earlierReadings) }

  /// Sets the read state if the row has an end date but no read state.
  mutating func end(as state: ReadState) throws {
    if values[.readState] == .absent, values[.finished].value != nil { try set(.readState, .readState(state)) }
  }

  /// Sets the number of times the book was read. If fewer readings have known dates, the missing readings become
  /// earlier readings without dates.
  ///
  /// - Parameter countsBegun: True if the count includes a reading that is in progress or was abandoned.
  mutating func set(readCount: Int, countsBegun: Bool) throws {
    try end(as: .read)
    let counted: [ReadState] = countsBegun ? [.read, .reading, .paused, .abandoned] : [.read]
    var known = counted.contains { values[.readState].value == .readState($0) } ? 1 : 0
    // If the current reading is unfinished, the end date belongs to an earlier reading.
    if case .readState(let state)? = values[.readState].value, !state.hasEnded, values[.finished].value != nil {
      known += 1
    }
    if case .records(let earlier)? = values[.earlierReadings].value {
      known += earlier.count { $0["outcome"] == .readState(.read) }
    }
    if readCount > known { try add([Reading(times: readCount - known)]) }
  }

  /// Sets one detail of the single copy that a row describes.
  mutating func setCopy(_ part: String, _ text: String) throws {
    let value = try BookField.copies.definition.value(of: text, inPart: part)
    var parts: [FieldRecord.Part] = []
    if case .records(let copies)? = values[.copies].value { parts = copies[0].parts.filter { $0.name != part } }
    try set(.copies, .records([FieldRecord(parts + [FieldRecord.Part(part, value)])]))
  }

  /// Sets the description, in plain text. Text over the field's limit is cut off, so that an overlong description does
  /// not exclude the book.
  mutating func setDescription(_ text: String?) throws {
    // Cut after canonicalisation, which may lengthen the text.
    try set(.description, (text?.canonicalText().cut(toBytes: FieldLimits.descriptionBytes)).map(FieldValue.text))
  }

  /// Sets the files, up to the limit of list items. Files with overlong or invalid addresses are left out.
  mutating func set(_ files: [BookFile]) throws {
    let kept = files.lazy.filter { $0.address.utf8.count <= FileAddress.bytes && FileAddress.isOne($0.address) }
      .prefix(FieldLimits.listItems)
    try set(.files, .records(kept.map(\.record)))
  }

  /// Sets the series of the book. The first series is the main series.
  mutating func set(_ series: [SeriesPlace]) throws {
    guard let first = series.first else { return }
    try set(.series, .text(first.name))
    try set(.seriesNumber, first.number.map(FieldValue.decimal))
    if series.count > 1 { try set(.otherSeries, .records(series.dropFirst().map(\.record))) }
  }

  private mutating func add(_ records: [FieldRecord], to field: BookField) throws {
    var all = records
    if all.isEmpty { return }
    if case .records(let earlier)? = values[field].value { all = earlier + records }
    try set(field, .records(all))
  }

  /// Adds the value of a user-defined field.
  ///
  /// - Throws: `InvalidValue` if the value or the name of the field is not valid.
  mutating func add(own value: OwnValue) throws { own.append(try value.canonical()) }

  /// Adds values of user-defined fields. Invalid values are left out and reported.
  mutating func setOwn(_ values: [OwnValue]) throws {
    for value in values { try leavingOutInvalid { try $0.add(own: value) } }
  }

  /// Marks a field as absent.
  mutating func leaveOut(_ field: BookField) { values[field] = .absent }

  /// Returns the record. A row without an id is identified by its UUID, otherwise by its ISBN, otherwise by its folded
  /// title and authors, otherwise by its first identifier.
  ///
  /// - Throws: `InvalidValue` if nothing identifies the row.
  func record() throws -> SourceRecord {
    SourceRecord(
      canonical: values, own: own, remoteID: try remoteID(), hasOwnID: ownID != nil || uuid != nil, uuid: uuid,
      unknown: unknown, leftOut: leftOut)
  }

  /// The source's id for the book, or `nil` if the id is missing or empty.
  private var ownID: String? { id == "" ? nil : id }

  private func remoteID() throws -> String {
    if let id = ownID {
      guard id.utf8.count <= SourceRecord.remoteIDBytes else {
        throw InvalidValue("id", id, "it has more than \(SourceRecord.remoteIDBytes) bytes")
      }
      return id
    }
    if let uuid { return uuid.lowercaseText }
    if case .isbn(let isbn)? = values[.isbn].value { return "isbn:\(isbn.digits)" }
    guard case .text(let title)? = values[.title].value else {
      if case .records(let records)? = values[.identifiers].value,
        let identifier = records.lazy.compactMap(BookIdentifier.init(record:)).first
      {
        return "\(identifier.type):\(identifier.value)"
      }
      throw InvalidValue("row", "", "it has neither a title nor an id")
    }
    var authors: [String] = []
    if case .list(let names)? = values[.authors].value { authors = names }
    return BookIdentity.key(title: title, authors: authors)
  }
}
