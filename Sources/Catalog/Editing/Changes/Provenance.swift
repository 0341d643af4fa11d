import CatalogDatabase
import FoundationEssentials

/// The provenance of a field: the layer that its value comes from, and the values of other layers.
public struct FieldProvenance: Sendable, Hashable, Identifiable {
  /// The layer that the shown value comes from.
  public enum Origin: Sendable, Hashable {
    /// The user's edit, made at this time.
    case user(at: Date)
    /// The user, who set or cleared this personal field.
    case personal
    /// The source with this name.
    case source(String)
    /// The metadata provider with this name, which supplied the value at this time. Neither a source nor the user has a
    /// value.
    case provider(String, at: Date)
    /// No layer has a value.
    case nobody
  }

  /// The field that this provenance describes.
  public let field: BookField
  /// The value that the field shows; `nil` if it has none.
  public package(set) var value: FieldValue?
  /// The layer that the value comes from.
  public let origin: Origin
  /// The source's current value, which the user's edit hides. For a personal field, this is the value from one of the
  /// user's own sources.
  public package(set) var sourceValue: FieldValue?
  /// The source's value at the time of the user's edit.
  public package(set) var sourceValueAtEdit: FieldValue?
  /// True if the source's value has changed since the user's edit, to a value other than the user's.
  public let isConflict: Bool
  /// The time since which the book has been missing from the source that supplied the value. `nil` if the source still
  /// has the book, or if the value has a different origin.
  public let removedSince: Date?
  /// The values that the user had set for the field in books that were later merged into this book. This book shows a
  /// different value.
  public package(set) var passedOver: [PassedOverValue] = []
  /// The readings that sources list but the book does not show, or shows differently. Empty for fields other than
  /// ``BookField/readState``.
  public internal(set) var otherReadings: [OtherReading] = []

  /// The identity of the provenance, which is its field.
  public var id: BookField { field }
}

/// A source's reading or reading state that the book does not show, or shows differently.
public struct OtherReading: Sendable, Hashable {
  /// The reason why a book does not show a source's reading.
  public enum Reason: Sendable, Hashable {
    /// The book shows the reading as given by the source with this name, or as given by the user if the name is `nil`.
    case shownAs(source: String?)
    /// The user changed or removed the reading.
    case replaced
    /// The user or other sources provide more information about the reading.
    case lessKnown
  }

  /// The name of the source.
  public let source: String
  /// The outcome of the reading, or the reading state of the book.
  public let state: ReadState
  /// The first day of the reading; `nil` if the source does not state it.
  public let started: PartialDate?
  /// The last day of the reading; `nil` if the source does not state it.
  public let finished: PartialDate?
  /// The reason why the book does not show the reading.
  public let reason: Reason
  /// True if the source delivered the reading after the user had entered something different.
  public let isConflict: Bool
}

/// A value that the user had set in a book before the book was merged into another book. The other book shows a
/// different value.
public struct PassedOverValue: Sendable, Hashable {
  /// The id of the merged book, which is hidden.
  public let book: Book.ID
  /// The field that has the value.
  public let field: BookField
  /// The user's value as people type it; `nil` if the user cleared the field. For tags, additions are prefixed with `+`
  /// and removals with `-`.
  public let value: String?

  init(book: Book.ID, field: BookField, _ state: HistoryTable.State) {
    (self.book, self.field) = (book, field)
    value = state.value == nil ? nil : state.text(of: field)
  }
}

/// Determines the provenance of a book's fields from the book's layers.
struct ProvenanceReader {
  let connection: Connection

  func provenance(of book: Book) throws -> [FieldProvenance] {
    let bookLayers = try LayerStore(connection: connection).layers(of: book)
    let names = Dictionary(
      uniqueKeysWithValues: try SourceTable(connection: connection).all().map { ($0.id, $0.name) })
    let history = HistoryTable(connection: connection)
    let own = try OwnFieldTable(connection: connection).all().shown.map(\.field)
    let statements = bookLayers.records.map(\.row).withPersonal
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
        return plain(field, value, .personal, covering: statements.value(of: field))
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
    switch decision.readings.origin {
    case .user where BookField.currentReading.contains(field): origin = .personal
    case .statement(let index) where BookField.currentReading.contains(field):
      origin = book.says(field) ? .source(name(index)) : .nobody
    default:
      let reporting = decision.rows.indices.first {
        !ReadingStatement(decision.rows[$0].personal ?? DetailFields()).isSilent
      }
      origin = isByHand ? .personal : book.says(field) ? reporting.map { .source(name($0)) } ?? .personal : .nobody
    }
    // A first or last day that is missing has no origin.
    if field != .readState, value == nil, theirs == nil { return plain(field, nil, .nobody) }
    var provenance = plain(field, value, origin, covering: origin == .personal ? theirs : nil)
    guard field == .readState else { return provenance }
    provenance.otherReadings = decision.readings.overridden.map { overridden in
      let reason: OtherReading.Reason =
        switch overridden.reason {
        case .sameReading(.user): .shownAs(source: nil)
        case .sameReading(.statement(let index)): .shownAs(source: name(index))
        case .replaced: .replaced
        case .lessKnown, .notBegun: .lessKnown
        }
      return OtherReading(
        source: name(overridden.statement), state: overridden.state, started: overridden.started,
        finished: overridden.finished,
        reason: reason, isConflict: overridden.contradictsUser)
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
