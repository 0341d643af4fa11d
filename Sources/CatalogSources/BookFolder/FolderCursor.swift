import CatalogModel

/// Where a folder was read to: which state of its files, how many of its books, and the notes that belong to it.
struct FolderCursor: Equatable {
  /// How often a reading may begin again since files came and went meanwhile. Files that never rest are taken as they are.
  static let restartLimit = 3

  /// That of the listing (``FolderListing/identity``).
  var identity: String
  /// How many entries of the listing were told of; `nil` when all were.
  var position: Int?
  var restarts: Int
  var notes: FolderNotes.Mark

  private static let version = "folder2"

  var text: String {
    let position = position.map { String($0) } ?? "end"
    return "\(Self.version) \(identity) \(position) \(restarts) \(notes.count) \(String(notes.fingerprint, radix: 16))"
  }

  init(identity: String, position: Int?, restarts: Int, notes: FolderNotes.Mark) {
    (self.identity, self.position, self.restarts, self.notes) = (identity, position, restarts, notes)
  }

  /// - Returns: `nil` for a text that is no cursor of a folder.
  init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0] == Self.version, let restarts = Int(parts[3]), restarts >= 0,
      let count = Int(parts[4]), count >= 0, let fingerprint = UInt64(parts[5], radix: 16)
    else { return nil }
    let position = Int(parts[2])
    guard parts[2] == "end" || position ?? -1 >= 0 else { return nil }
    self.init(
      identity: String(parts[1]), position: position, restarts: min(restarts, Self.restartLimit),
      notes: FolderNotes.Mark(count: count, fingerprint: fingerprint))
  }
}
