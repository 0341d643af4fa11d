import FoundationEssentials

/// The provenance of a field: which layer its value comes from, and what other layers have.
public struct FieldProvenance: Sendable, Hashable, Identifiable {
  /// Whose word the shown value is.
  public enum Origin: Sendable, Hashable {
    /// The user's edited value, of this time.
    case user(at: Date)
    /// A personal field, which the user alone sets. Without a value, the user has cleared it.
    case personal
    /// A source says so.
    case source(String)
    /// Neither a source nor the user has a value, and this provider of metadata had one then.
    case provider(String, at: Date)
    /// Nobody says anything.
    case nobody
  }

  /// The field that is explained.
  public let field: BookField
  /// The value that the field shows; `nil` when it has none.
  public package(set) var value: FieldValue?
  /// The layer that the value comes from.
  public let origin: Origin
  /// The source's present value, which the user's edit covers; of a personal field that of a source of the user's own.
  public package(set) var sourceValue: FieldValue?
  /// The source's value when the user edited.
  public package(set) var sourceValueAtEdit: FieldValue?
  /// Whether the source has moved to something that is neither its value then nor the user's.
  public let isConflict: Bool
  /// Since when the source that is the origin has the book no more; `nil` while it has it, and for other origins.
  public let removedSince: Date?
  /// The user's values of the field of books that were merged into this one, which shows another.
  public package(set) var passedOver: [PassedOverValue] = []
  /// The sources' statements about readings that are not shown as they make them; empty for fields other than ``BookField/readState``.
  public internal(set) var otherReadings: [OtherReading] = []

  /// The field: each is explained once.
  public var id: BookField { field }
}

/// A statement of a source about a reading, or about the state of a book, that is not shown as the source says it.
public struct OtherReading: Sendable, Hashable {
  /// The reason why a statement is not shown.
  public enum Reason: Sendable, Hashable {
    /// The reading is shown as the source of this name states it; `nil` if it is shown as the user said it.
    case shownAs(source: String?)
    /// The user changed or removed the reading.
    case replaced
    /// The user, or other sources, say more than that the book has this state.
    case lessKnown
  }

  /// The name of the source.
  public let source: String
  /// How the reading ended, or the state of the book.
  public let state: ReadState
  /// The first day of the reading, as far as the source says it.
  public let started: PartialDate?
  /// Its last day.
  public let finished: PartialDate?
  /// The reason why the statement is not shown.
  public let reason: Reason
  /// True if the source said so after the user had said something else.
  public let isConflict: Bool
}

/// An edited value of a book that was merged into another one, which gave way to that one's.
public struct PassedOverValue: Sendable, Hashable {
  /// The id of the book, which is hidden now.
  public let book: Book.ID
  /// The field.
  public let field: BookField
  /// The user's value, as people type it; of tags, each that was added behind `+` and each that was removed behind `-`;
  /// `nil` where they cleared it.
  public let value: String?

  init(book: Book.ID, field: BookField, _ state: HistoryTable.State) {
    (self.book, self.field) = (book, field)
    value = state.value == nil ? nil : state.text(of: field)
  }
}

/// Explains a book's fields from its layers.
struct ProvenanceReader {
  let connection: Connection

  func provenance(of book: Book) throws -> [FieldProvenance] {
    let bookLayers = try LayerStore(connection: connection).layers(of: book)
    let names = Dictionary(
      uniqueKeysWithValues: try SourceTable(connection: connection).all().map { ($0.id, $0.name) })
    let history = HistoryTable(connection: connection)
    let own = try OwnFieldTable(connection: connection).all().shown.map(\.field)
    let said = try SourceRecordTable(connection: connection).personal(of: bookLayers.records.map(\.row))
    let decision = try ReadingLayer(connection: connection).decision(of: book, bookLayers.records)
    var fields = try (BookField.allCases + own).map { field in
      let value = book[field]
      if let decision, BookField.readings.contains(field) {
        return try readings(field, of: book, decision, names, isByHand: history.isByHand(field, of: book))
      }
      if field.isPersonal {
        let filled = value.flatMap { value in bookLayers.records.first { $0.row.personal?[field] == value } }
        if let filled, let name = names[filled.row.sourceID], try !history.isByHand(field, of: book) {
          return plain(field, value, .source(name))
        }
        guard try history.isSetByUser(field, of: book) else { return plain(field, value, .nobody) }
        return plain(field, value, .personal, covering: said.value(of: field))
      }
      if let edit = bookLayers.edit(of: field) {
        return FieldProvenance(
          field: field, value: value, origin: .user(at: edit.at), sourceValue: edit.theirs,
          sourceValueAtEdit: edit.base,
          isConflict: edit.isConflict, removedSince: nil)
      }
      let record = LayerStore.liveRecords(bookLayers.records).first { $0.values[field].value != nil }
      if record == nil, let (layer, _) = MetadataLayer.first(for: field, book, among: bookLayers.metadata) {
        return plain(field, value, .provider(layer.provider, at: layer.fetched))
      }
      let name = record.flatMap { names[$0.row.sourceID] }
      return plain(
        field, value, name.map(FieldProvenance.Origin.source) ?? .nobody,
        removedSince: record?.row.tombstone.map(Date.init(milliseconds:)))
    }
    let passedOver = try history.passedOver(of: book.id)
    guard !passedOver.isEmpty else { return fields }
    for index in fields.indices {
      let shown = fields[index].value?.description
      fields[index].passedOver = passedOver.filter { $0.field == fields[index].field && $0.value != shown }
    }
    return fields
  }

  private func readings(
    _ field: BookField, of book: Book, _ decision: ReadingLayer.Decision, _ names: [CatalogSource.ID: String],
    isByHand: Bool
  ) throws -> FieldProvenance {
    func name(_ index: Int) -> String { names[decision.rows[index].sourceID] ?? "a source" }
    let value = book[field]
    let theirs = decision.rows.lazy.compactMap { $0.personal?[field] }.first
    let origin: FieldProvenance.Origin
    switch decision.readings.teller {
    case .user where field != .earlierReadings: origin = .personal
    case .word(let index) where field != .earlierReadings: origin = book.says(field) ? .source(name(index)) : .nobody
    default:
      let teller = decision.rows.indices.first { !ReadingWord(decision.rows[$0].personal ?? DetailFields()).isSilent }
      origin = isByHand ? .personal : book.says(field) ? teller.map { .source(name($0)) } ?? .personal : .nobody
    }
    // Days that nobody gives are nobody's word.
    if field != .readState, value == nil, theirs == nil { return plain(field, nil, .nobody) }
    var provenance = plain(field, value, origin, covering: origin == .personal ? theirs : nil)
    guard field == .readState else { return provenance }
    provenance.otherReadings = decision.readings.untold.map { untold in
      let reason: OtherReading.Reason =
        switch untold.reason {
        case .sameReading(.user): .shownAs(source: nil)
        case .sameReading(.word(let index)): .shownAs(source: name(index))
        case .replaced: .replaced
        case .lessKnown, .notBegun: .lessKnown
        }
      return OtherReading(
        source: name(untold.word), state: untold.state, started: untold.started, finished: untold.finished,
        reason: reason, isConflict: untold.contradictsUser)
    }
    return provenance
  }

  private func plain(
    _ field: BookField, _ value: FieldValue?, _ origin: FieldProvenance.Origin, covering theirs: FieldValue? = nil,
    removedSince: Date? = nil
  ) -> FieldProvenance {
    FieldProvenance(
      field: field, value: value, origin: origin, sourceValue: theirs, sourceValueAtEdit: nil, isConflict: false,
      removedSince: removedSince)
  }
}
