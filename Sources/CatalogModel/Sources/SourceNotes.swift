/// A change of the notes that the catalog keeps for a source beside its cursor: a list of texts that grows at its end. It
/// is for what is too much to be written whole with each page, such as the feeds that a crawl has met.
///
/// Notes are stored in the transaction that stores the page and its cursor, and go with the source, or when a refresh leaves
/// it at no cursor. Undo brings back an earlier cursor, or none, and no earlier notes, so that a cursor must say which notes
/// it goes with; a source refuses one whose notes are not there (``SourceFailure/Code/cursorRefused``). Who is asked from
/// the beginning is given the notes that there are, which may be of another time; those that its first page does not keep go.
public struct SourceNotes: Sendable, Equatable {
  /// The number of notes that stay as they are, from the first on; those behind them go.
  public var kept: Int
  /// The notes that come behind them.
  public var added: [String]

  /// Notes of their parts.
  public init(kept: Int, added: [String]) {
    self.kept = max(0, kept)
    self.added = added
  }
}
