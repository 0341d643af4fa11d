import CatalogModel
import FoundationEssentials

/// A book in the tables of a calibre library.
struct LibraryBook {
  /// A file of the book in calibre. Its location follows from the book's folder.
  struct Format: Equatable {
    /// The name of the format, such as `EPUB`.
    var name: String
    /// The name of the file without the extension.
    var file: String
    var size: Int64
  }

  /// calibre's id of the book, which is never reused in the library.
  var number: Int64
  var uuid: String?
  /// True if a book with a smaller id has the same UUID, which happens after another program copied books.
  var isCopy = false
  var metadata = CalibreMetadata()
  /// The time when the book was added to the library, in the format of ``CalibreTime``.
  var added: String?
  /// The path of the book's folder, relative to the library.
  var path = ""
  var hasCover = false
  var formats: [Format] = []
  /// The values of all user-defined columns, including columns without a value.
  var columns: [OwnValue] = []

  /// The UUID, or `nil` if the book has no UUID or shares it with a book that has a smaller id. Unlike an id, a UUID is
  /// unique across libraries, and survives when a library is moved or restored from its folders. A book without a UUID
  /// is identified by its id.
  private var identity: UUID? { isCopy ? nil : uuid.flatMap { UUID(text: $0) } }

  var remoteID: String { remoteID(identity) }

  private func remoteID(_ identity: UUID?) -> String { identity?.lowercaseText ?? String(number) }

  /// Returns the book as an item of a page.
  ///
  /// - Parameters:
  ///   - folder: The path of the library's folder.
  ///   - isMine: True if the stars are the user's own rating.
  func item(in folder: String, isMine: Bool) -> SourceItem {
    do {
      return .record(try record(in: folder, isMine: isMine))
    } catch {
      return .bad(BadRecord(remoteID: remoteID, payload: payload, reason: String(describing: error)))
    }
  }

  /// Returns the record of the book.
  ///
  /// - Throws: `InvalidValue` if a field cannot hold its value.
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
