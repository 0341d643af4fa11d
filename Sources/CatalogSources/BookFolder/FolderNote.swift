import CatalogModel

/// The data stored about a file that was read: the id of its book, and the properties that identify the file.
struct FolderNote: Equatable, Sendable {
  /// The id of the book in the catalog.
  let id: String
  /// The fingerprint of the content (``FolderFingerprint``), or `nil` if another file describes the book.
  let fingerprint: UInt64?
  let size: Int64
  /// The modification time, or `nil` if the file must be read again, because it was unreadable or had just been
  /// written.
  let modified: Int64?
  /// True if the metadata comes from the file itself and not only from its name.
  let isRead: Bool

  func isOf(_ file: FolderFile) -> Bool { size == file.size && modified == file.modified }

  /// Returns the note as a line: several fields, and at the end the path, which may contain any character.
  func text(of path: String) -> String {
    let fingerprint = fingerprint.map { String($0, radix: 16) } ?? "-"
    let modified = modified.map { String($0) } ?? "-"
    return "\(id) \(fingerprint) \(size) \(modified) \(isRead ? "r" : "n") \(path)"
  }

  /// Returns the line for a file that no longer exists.
  static func text(ofGone path: String) -> String { "gone \(path)" }

  /// Parses a line into a path and the note for its file.
  ///
  /// - Returns: The path and the note, or `nil` if the line is not valid. The note is `nil` if the file no longer
  ///   exists.
  static func entry(_ text: String) -> (path: String, note: FolderNote?)? {
    if text.hasPrefix("gone ") { return (String(text.dropFirst(5)), nil) }
    let parts = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard parts.count == 6, let size = Int64(parts[2]) else { return nil }
    return (
      parts[5],
      FolderNote(
        id: parts[0], fingerprint: UInt64(parts[1], radix: 16), size: size, modified: Int64(parts[3]),
        isRead: parts[4] == "r")
    )
  }
}

/// The notes about the files of a folder, an append-only list of lines. A later line for a path replaces an earlier
/// line.
struct FolderNotes: Sendable {
  /// The number and the fingerprint of the lines of notes that existed when a cursor was created.
  struct Mark: Equatable, Sendable {
    var count: Int
    var fingerprint: UInt64
  }

  /// The notes, keyed by path.
  private(set) var files: [String: FolderNote] = [:]
  /// The number of files of each book.
  private(set) var filesOfBook: [String: Int] = [:]
  private var count = 0
  private var fingerprint = Fingerprint()

  init() {}

  /// Reads the lines of notes that a cursor refers to. Returns `nil` if the lines do not match the cursor.
  init?(_ mark: Mark, in lines: [String]) {
    guard mark.count <= lines.count else { return nil }
    for line in lines.prefix(mark.count) {
      guard let (path, note) = FolderNote.entry(line) else { return nil }
      take(line, path, note)
    }
    guard self.mark == mark else { return nil }
  }

  /// Reads only the ids of books from the notes. All files are treated as changed.
  init(unread lines: [String]) {
    for line in lines {
      guard let (path, note) = FolderNote.entry(line) else { continue }
      take(
        line, path,
        note.map { FolderNote(id: $0.id, fingerprint: $0.fingerprint, size: $0.size, modified: nil, isRead: $0.isRead) }
      )
    }
  }

  var mark: Mark { Mark(count: count, fingerprint: fingerprint.value) }

  /// True if most lines are obsolete.
  var isStale: Bool { count > 2 * files.count + 1_000 }

  /// Sets the note for a file. `nil` means that the file no longer exists.
  ///
  /// - Returns: The line to append, or `nil` if the note has not changed.
  mutating func note(_ path: String, _ note: FolderNote?) -> String? {
    guard files[path] != note else { return nil }
    let line = note?.text(of: path) ?? FolderNote.text(ofGone: path)
    take(line, path, note)
    return line
  }

  private mutating func take(_ line: String, _ path: String, _ note: FolderNote?) {
    count += 1
    fingerprint.mix(text: line)
    if let old = files[path] {
      let rest = (filesOfBook[old.id] ?? 1) - 1
      filesOfBook[old.id] = rest > 0 ? rest : nil
    }
    files[path] = note
    if let note { filesOfBook[note.id, default: 0] += 1 }
  }

  /// Removes obsolete lines. Returns the notes, together with the remaining lines.
  func compacted() -> (notes: FolderNotes, lines: [String]) {
    var compact = FolderNotes()
    let lines = files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .compactMap { compact.note($0.key, $0.value) }
    return (compact, lines)
  }
}
