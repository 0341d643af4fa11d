import CatalogModel
import FoundationEssentials

/// A book as the tables of a calibre library have it.
struct LibraryBook {
  /// A file of the book, as calibre knows it: where it is follows from the book's folder.
  struct Format: Equatable {
    /// Such as `EPUB`.
    var name: String
    /// The name of the file without what stands behind its last dot.
    var file: String
    var size: Int64
  }

  /// calibre's number for it, which no other book of the library ever has.
  var number: Int64
  var uuid: String?
  /// Whether a book with a smaller number has the same UUID, as after a copy made by another program.
  var isCopy = false
  var metadata = CalibreMetadata()
  /// When it came into the library, as ``CalibreTime`` reads it.
  var added: String?
  /// The book's folder, from that of the library.
  var path = ""
  var hasCover = false
  var formats: [Format] = []
  /// What the columns that the user made say of it, each once, those without a value too.
  var columns: [OwnValue] = []

  /// The UUID is what stays when a library is moved or restored from its folders, and no other library has it; numbers do
  /// neither. A book without one of its own is known by its number.
  private var identity: UUID? { isCopy ? nil : uuid.flatMap { UUID(text: $0) } }

  var remoteID: String { remoteID(identity) }

  private func remoteID(_ identity: UUID?) -> String { identity?.lowercaseText ?? String(number) }

  /// - Parameters:
  ///   - folder: of the library.
  ///   - isMine: whether its stars are the user's own rating.
  func item(in folder: String, isMine: Bool) -> SourceItem {
    do {
      return .record(try record(in: folder, isMine: isMine))
    } catch {
      return .bad(BadRecord(remoteID: remoteID, payload: payload, reason: String(describing: error)))
    }
  }

  /// - Throws: `InvalidValue` when a field cannot hold its value.
  func record(in folder: String, isMine: Bool) throws -> SourceRecord {
    var builder = RecordBuilder()
    let identity = identity
    (builder.id, builder.uuid) = (remoteID(identity), identity)
    var metadata = metadata
    (metadata.files, metadata.cover) = (files(in: folder), cover(in: folder))
    try metadata.fill(&builder, isMine: isMine)
    if let added = added.flatMap(CalibreTime.date) { try builder.set(.added, .instant(added)) }
    try builder.setOwn(columns)
    return try builder.record()
  }
}
