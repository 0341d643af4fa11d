import CatalogModel
import FoundationEssentials

/// Puts together what a row says, with the identity that its source knows it by.
struct RecordBuilder {
  /// The source's own name for the book.
  var id: String?
  var uuid: UUID?
  private(set) var values = FieldPresences()
  var unknown: String?
  /// What is said of fields that the user makes, in canonical form.
  private(set) var own: [OwnValue] = []
  /// The values that could not be used and were left out, with the reasons; no more than are told.
  private(set) var leftOut: [InvalidValue] = []
  private static let leftOutLimit = 20

  /// What became of cells otherwise than their column's name says.
  private(set) var outcomes: [ColumnOutcome] = []

  /// Does what a cell says, and notes what became of it: of tags and words which they are, of others that it did.
  mutating func noting(
    _ place: Int, _ field: BookField, _ body: (inout RecordBuilder) throws -> Void
  ) rethrows {
    // Single ones: a copy of all would be made anew with each change.
    let (before, state, contributors) = (values[field], values[.readState], values[.contributors])
    try body(&self)
    note(place, field, before)
    if field == .tags { note(place, .readState, state) }
    if field == .authors { note(place, .contributors, contributors) }
  }

  private mutating func note(_ place: Int, _ field: BookField, _ before: FieldPresence) {
    if values[field] == before { return }
    var outcome = ColumnOutcome(place: place, target: .field(field))
    switch values[field].value {
    case .list(let tags) where field == .tags: outcome.words = tags.filter { !before.value.items.contains($0) }
    case .readState(let state): outcome.words = [state.rawValue]
    default: break
    }
    outcomes.append(outcome)
  }

  /// Notes that a cell became the value of a field that the user makes.
  mutating func note(_ place: Int, _ value: OwnValue) {
    var outcome = ColumnOutcome(place: place, target: .own(value.name))
    switch value.value {
    case .list(let words): outcome.words = words
    case .text(let word) where value.kind == .choice: outcome.words = [word]
    default: break
    }
    outcomes.append(outcome)
  }

  /// Sets the ISBN that a text holds. One that is wrong is left out, and said: files are full of them, and a book is more
  /// than its number.
  mutating func setISBN(_ read: () throws -> FieldValue?) throws {
    try leavingOutInvalid { builder in if let value = try read() { try builder.set(.isbn, value) } }
  }

  /// Does what may meet a value that cannot be used: that is left out, and said.
  mutating func leavingOutInvalid(_ body: (inout RecordBuilder) throws -> Void) throws {
    do { try body(&self) } catch let error as InvalidValue { leaveOut(error) }
  }

  /// Says of a value that it could not be used, and why.
  mutating func leaveOut(_ value: InvalidValue) {
    if leftOut.count < Self.leftOutLimit { leftOut.append(value) }
  }

  /// - Throws: `InvalidValue` when the value is none of the field.
  mutating func set(_ field: BookField, _ value: FieldValue?) throws {
    values[field] = try field.canonical(value).map(FieldPresence.value) ?? .null
  }

  /// Adds items to what is said of a list.
  mutating func add(_ items: [String], to field: BookField) throws {
    try set(field, .list(values[field].value.items + items))
  }

  /// Adds identifiers. One that cannot be kept is left out, and said; one that stands for none is none.
  mutating func add(_ identifiers: [BookIdentifier]) throws {
    for identifier in identifiers where !identifier.isPlaceholder {
      try leavingOutInvalid { try $0.add([identifier.record], to: .identifiers) }
    }
  }

  /// Adds a paragraph to what is said in a field of text.
  mutating func add(paragraph: String, to field: BookField) throws {
    guard case .text(let text)? = values[field].value else { return try set(field, .text(paragraph)) }
    try set(field, .text(text + "\n\n" + paragraph))
  }

  mutating func add(_ contributors: [Contributor]) throws {
    try add(contributors.map(\.record), to: .contributors)
  }

  mutating func add(_ copies: [BookCopy]) throws { try add(copies.map(\.record), to: .copies) }

  /// Adds readings before the last one.
  mutating func add(_ readings: [Reading]) throws { try add(readings.map(\.record), to: .earlierReadings) }

  /// Sets how the current reading ended, where the row gives its last day and no state.
  mutating func end(as state: ReadState) throws {
    if values[.readState] == .absent, values[.finished].value != nil { try set(.readState, .readState(state)) }
  }

  /// Says how often the book was read: readings that are not known by their dates are earlier ones without any.
  ///
  /// - Parameter countsBegun: whether the count has a reading that is under way, or was given up.
  mutating func set(readCount: Int, countsBegun: Bool) throws {
    try end(as: .read)
    let counted: [ReadState] = countsBegun ? [.read, .reading, .paused, .abandoned] : [.read]
    var known = counted.contains { values[.readState].value == .readState($0) } ? 1 : 0
    // A last day beside another state is that of a reading before.
    if case .readState(let state)? = values[.readState].value, !state.hasEnded, values[.finished].value != nil {
      known += 1
    }
    if case .records(let earlier)? = values[.earlierReadings].value {
      known += earlier.count { $0["outcome"] == .readState(.read) }
    }
    if readCount > known { try add([Reading(times: readCount - known)]) }
  }

  /// Sets a part of the one copy that a row speaks of.
  mutating func setCopy(_ part: String, _ text: String) throws {
    let value = try BookField.copies.definition.value(of: text, inPart: part)
    var parts: [FieldRecord.Part] = []
    if case .records(let copies)? = values[.copies].value { parts = copies[0].parts.filter { $0.name != part } }
    try set(.copies, .records([FieldRecord(parts + [FieldRecord.Part(part, value)])]))
  }

  /// Sets the description, in plain text. What is longer than the field holds is cut: a whole chapter keeps no book out.
  mutating func setDescription(_ text: String?) throws {
    // Cut after it is composed, which may make it longer.
    try set(.description, (text?.canonicalText().cut(toBytes: FieldLimits.descriptionBytes)).map(FieldValue.text))
  }

  /// Sets the files, as many as are kept, without those whose address is too long or cannot be followed.
  mutating func set(_ files: [BookFile]) throws {
    let kept = files.lazy.filter { $0.address.utf8.count <= FileAddress.bytes && FileAddress.isOne($0.address) }
      .prefix(FieldLimits.listItems)
    try set(.files, .records(kept.map(\.record)))
  }

  /// Sets the series that a book is in: the first is the book's own.
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

  /// Says something of a field that the user makes.
  ///
  /// - Throws: `InvalidValue` for what is none, or has another name than a field can have.
  mutating func add(own value: OwnValue) throws { own.append(try value.canonical()) }

  /// Says something of fields that the user makes. What cannot be kept is left out, and said.
  mutating func setOwn(_ values: [OwnValue]) throws {
    for value in values { try leavingOutInvalid { try $0.add(own: value) } }
  }

  /// Says nothing of a field.
  mutating func leaveOut(_ field: BookField) { values[field] = .absent }

  /// The record. A row without an id is known by its UUID, else by its ISBN, else by its folded title and authors, else by
  /// its first identifier.
  ///
  /// - Throws: `InvalidValue` when nothing identifies it.
  func record() throws -> SourceRecord {
    SourceRecord(
      canonical: values, own: own, remoteID: try remoteID(), hasOwnID: ownID != nil || uuid != nil, uuid: uuid,
      unknown: unknown, leftOut: leftOut)
  }

  /// An empty id names nothing.
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
