import FoundationEssentials

/// Why a field shows what it shows.
public struct FieldProvenance: Sendable, Hashable, Identifiable {
  /// Whose word the shown value is.
  public enum Origin: Sendable, Hashable {
    /// The user said so, at this time.
    case user(at: Date)
    /// A personal field: nobody else speaks of it. Without a value, the user has cleared it.
    case personal
    /// A source says so.
    case source(String)
    /// Neither a source nor the user says anything, and this provider of metadata said so then.
    case provider(String, at: Date)
    /// Nobody says anything.
    case nobody
  }

  /// The field that is explained.
  public let field: BookField
  /// What the field shows; `nil` when it has no value.
  public let value: FieldValue?
  /// Who says so.
  public let origin: Origin
  /// What the user's edit covers.
  public let sourceSays: FieldValue?
  /// What the source said when the user edited.
  public let sourceSaid: FieldValue?
  /// Whether the source has moved to something that is neither what it said nor what the user says.
  public let isConflict: Bool
  /// Since when the source that is the origin has the book no more; `nil` while it has it, and for other origins.
  public let goneSince: Date?
  /// What the user said of the field of books that were merged into this one, which shows something else.
  public internal(set) var passedOver: [PassedOverValue] = []

  /// The field: each is explained once.
  public var id: BookField { field }
}

/// An edited value of a book that was merged into another one, which gave way to that one's.
public struct PassedOverValue: Sendable, Hashable {
  /// The id of the book, which is hidden now.
  public let book: Book.ID
  /// The field.
  public let field: BookField
  /// What the user said, as people type it; of tags, each that was added behind `+` and each that was removed behind `-`;
  /// `nil` where they said that there is none.
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
    var fields = try BookField.allCases.map { field in
      let value = book[field]
      if field.isPersonal {
        return plain(field, value, try history.isSaid(field, of: book) ? .personal : .nobody)
      }
      if let edit = bookLayers.edit(of: field) {
        return FieldProvenance(
          field: field, value: value, origin: .user(at: edit.at), sourceSays: edit.theirs, sourceSaid: edit.base,
          isConflict: edit.isConflict, goneSince: nil)
      }
      let record = LayerStore.liveRecords(bookLayers.records).first { $0.values[field].value != nil }
      if record == nil, let (layer, _) = MetadataLayer.first(for: field, book, among: bookLayers.metadata) {
        return plain(field, value, .provider(layer.provider, at: layer.fetched))
      }
      let name = record.flatMap { names[$0.row.sourceID] }
      return plain(
        field, value, name.map(FieldProvenance.Origin.source) ?? .nobody,
        goneSince: record?.row.gone.map(Date.init(milliseconds:)))
    }
    let passedOver = try history.passedOver(of: book.id)
    guard !passedOver.isEmpty else { return fields }
    for index in fields.indices {
      let shown = fields[index].value?.description
      fields[index].passedOver = passedOver.filter { $0.field == fields[index].field && $0.value != shown }
    }
    return fields
  }

  private func plain(
    _ field: BookField, _ value: FieldValue?, _ origin: FieldProvenance.Origin, goneSince: Date? = nil
  ) -> FieldProvenance {
    FieldProvenance(
      field: field, value: value, origin: origin, sourceSays: nil, sourceSaid: nil, isConflict: false,
      goneSince: goneSince)
  }
}
