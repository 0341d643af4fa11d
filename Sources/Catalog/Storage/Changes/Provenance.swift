import FoundationEssentials

/// Why a field shows what it shows.
public struct FieldProvenance: Sendable, Equatable {
  /// Whose word the shown value is.
  public enum Origin: Sendable, Equatable {
    /// The user said so, at this time.
    case user(at: Date)
    /// A personal field: nobody else speaks of it.
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
}

/// Explains a book's fields from its layers.
struct ProvenanceReader {
  let connection: Connection

  func provenance(of book: Book) throws -> [FieldProvenance] {
    let said = try LayerStore(connection: connection).layers(of: book)
    let names = Dictionary(
      uniqueKeysWithValues: try SourceTable(connection: connection).all().map { ($0.id, $0.name) })
    return BookField.allCases.map { field in
      let value = book[field]
      if field.isPersonal {
        // When a book came in, the catalog noted by itself.
        let isSaid = value != nil && value != .readState(.unread) && field != .added
        return plain(field, value, isSaid ? .personal : .nobody)
      }
      if let edit = said.edit(of: field) {
        return FieldProvenance(
          field: field, value: value, origin: .user(at: edit.at), sourceSays: edit.theirs, sourceSaid: edit.base,
          isConflict: edit.isConflict, goneSince: nil)
      }
      let record = LayerStore.speaking(said.records).first { $0.values[field].value != nil }
      if record == nil, let (layer, _) = MetadataLayer.speaking(of: field, book, among: said.metadata) {
        return plain(field, value, .provider(layer.provider, at: layer.fetched))
      }
      let name = record.flatMap { names[$0.row.sourceID] }
      return plain(
        field, value, name.map(FieldProvenance.Origin.source) ?? .nobody,
        goneSince: record?.row.gone.map(Date.init(milliseconds:)))
    }
  }

  private func plain(
    _ field: BookField, _ value: FieldValue?, _ origin: FieldProvenance.Origin, goneSince: Date? = nil
  ) -> FieldProvenance {
    FieldProvenance(
      field: field, value: value, origin: origin, sourceSays: nil, sourceSaid: nil, isConflict: false,
      goneSince: goneSince)
  }
}
