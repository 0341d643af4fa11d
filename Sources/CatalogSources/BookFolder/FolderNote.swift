import CatalogModel

/// What is kept of a file that was read: by which name its book is known, and by what the file is known again.
struct FolderNote: Equatable, Sendable {
  /// The name under which the catalog knows the book.
  let id: String
  /// Of its content (``FolderFingerprint``); `nil` of a file that does not speak for its book.
  let fingerprint: UInt64?
  let size: Int64
  /// `nil` where the file is to be read again, whatever its time says: it cannot be read, or was written a moment ago.
  let modified: Int64?
  /// Whether the file itself said what its book is, not its name alone.
  let isRead: Bool

  func isOf(_ file: FolderFile) -> Bool { size == file.size && modified == file.modified }

  /// As it is kept: a line of numbers, the name, and the path at the end, which may hold anything.
  func text(of path: String) -> String {
    let fingerprint = fingerprint.map { String($0, radix: 16) } ?? "-"
    let modified = modified.map { String($0) } ?? "-"
    return "\(id) \(fingerprint) \(size) \(modified) \(isRead ? "r" : "n") \(path)"
  }

  /// The line of a file that is there no more.
  static func text(ofGone path: String) -> String { "gone \(path)" }

  /// What a line says: a path, and what is kept of the file there.
  ///
  /// - Returns: `nil` for what is no such line.
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

/// The notes of a folder: a list that grows at its end, where a later line on a path stands in the place of an earlier one.
struct FolderNotes: Sendable {
  /// What a cursor says of the notes that it goes with.
  struct Mark: Equatable, Sendable {
    var count: Int
    var fingerprint: UInt64
  }

  /// What is known of the files, by their paths.
  private(set) var files: [String: FolderNote] = [:]
  /// How many files each book has.
  private(set) var filesOfBook: [String: Int] = [:]
  private var count = 0
  private var fingerprint = Fingerprint()

  init() {}

  /// The notes that a cursor goes with; `nil` where they are others.
  init?(_ mark: Mark, in lines: [String]) {
    guard mark.count <= lines.count else { return nil }
    for line in lines.prefix(mark.count) {
      guard let (path, note) = FolderNote.entry(line) else { return nil }
      take(line, path, note)
    }
    guard self.mark == mark else { return nil }
  }

  /// What notes say of the names of books, and nothing of whether a file is still the one that was read.
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

  /// Whether most lines say what is not so any more.
  var isStale: Bool { count > 2 * files.count + 1_000 }

  /// Notes what is known of a file, or that it is gone.
  ///
  /// - Returns: the line, where it says something new.
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

  /// The same without lines that say nothing any more, and all its lines.
  func compacted() -> (notes: FolderNotes, lines: [String]) {
    var compact = FolderNotes()
    let lines = files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .compactMap { compact.note($0.key, $0.value) }
    return (compact, lines)
  }
}
