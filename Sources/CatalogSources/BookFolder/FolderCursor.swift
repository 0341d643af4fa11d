import CatalogModel

/// The position up to which a folder was read. It consists of the state of the files, the number of entries returned so
/// far, and the state of the notes about the files.
struct FolderCursor: Equatable {
  /// The maximum number of times that reading restarts because files changed in the meantime. After the last restart,
  /// files that keep changing are accepted as they are.
  static let restartLimit = 3

  /// The identity of the listing (``FolderListing/identity``).
  var identity: String
  /// The number of entries already returned from the listing, or `nil` after the last entry.
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

  /// Parses a cursor. Returns `nil` if the text is not the cursor of a folder.
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
