/// A change to the notes that the catalog stores for a source in addition to its cursor. The notes are a list of texts,
/// which each page can extend. They hold state that is too large to be rewritten with each page, such as the feeds that
/// a crawl has found.
///
/// Notes are stored in the same transaction as the page and its cursor. They are deleted if the source is removed, or
/// if a refresh leaves the source without a cursor.
///
/// Undo restores the earlier cursor (or no cursor), but not the earlier notes. Therefore, a cursor must identify the
/// notes that belong to it, and a source must refuse a cursor whose notes are missing
/// (``SourceFailure/Code/cursorRefused``). A source that is read from the beginning receives the existing notes, which
/// may be outdated. The notes that the first page does not keep are deleted.
public struct SourceNotes: Sendable, Equatable {
  /// The number of notes at the start of the list to keep. All notes after them are deleted.
  public var kept: Int
  /// The notes to append after the kept ones.
  public var added: [String]

  /// Creates a change to the notes.
  public init(kept: Int, added: [String]) {
    self.kept = max(0, kept)
    self.added = added
  }
}
