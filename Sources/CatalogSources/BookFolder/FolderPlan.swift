import CatalogModel

/// The books of a listing, each with the name by which the catalog knows it already.
///
/// A book keeps its name while its file is moved, or changed where it is, for as long as the notes of the folder are kept,
/// which is until the source is removed. Without them a file is known by its content alone, so that one that was changed in its place is
/// another book to the catalog, and one that was merely moved is not. Where a folder leaves a choice (a file moved away,
/// and another one put in its place), the file that moved keeps the name.
struct FolderPlan {
  struct Book: Sendable {
    var group: FolderGroup
    /// `nil` for a book that was not known: its content names it.
    var id: String?
    /// Whether nothing is to be read.
    var isUnchanged = false
    /// Whether one of its files itself has said what it is.
    var wasRead = false
  }

  private struct Content: Hashable {
    let fingerprint: UInt64
    let size: Int64
  }

  private(set) var books: [Book] = []
  /// All names that are some book's.
  private(set) var names: Set<String> = []

  /// - Parameter folder: the folder of the listing, where files of one size are looked at.
  /// - Throws: `CancellationError`
  init(_ listing: FolderListing, _ notes: FolderNotes, in folder: String) throws {
    books = FolderGroup.all(of: listing.files).map { Book(group: $0) }
    let left = Self.contents(leftBy: listing.files, notes)
    let contents = try contents(left, notes, in: folder)
    unite(contents)
    nameKnown(notes)
    nameMoved(contents, left)
    nameChanged(notes)
    for place in books.indices { books[place].isUnchanged = isUnchanged(books[place], notes) }
  }

  /// What was noted of files that are not where they were, or are not what they were.
  private static func contents(leftBy files: [FolderFile], _ notes: FolderNotes) -> [Content: FolderNote] {
    var left = notes.files
    for file in files where left[file.path]?.isOf(file) == true { left[file.path] = nil }
    var contents: [Content: FolderNote] = [:]
    for (path, note) in left.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      guard let fingerprint = note.fingerprint, note.size > 0 else { continue }
      let content = Content(fingerprint: fingerprint, size: note.size)
      if contents[content] == nil || notes.files[path]?.isRead == true { contents[content] = note }
    }
    return contents
  }

  /// What the files hold that speak for the books, by the paths of those of which it matters: where two have one size, or
  /// one has that of a file that is gone. Others are neither the same book nor one that was moved.
  private func contents(
    _ left: [Content: FolderNote], _ notes: FolderNotes, in folder: String
  ) throws -> [String: Content] {
    var sizes: [Int64: Int] = [:]
    for book in books { sizes[book.group.best.size, default: 0] += 1 }
    for content in left.keys { sizes[content.size, default: 1] += 1 }
    var contents: [String: Content] = [:]
    for book in books {
      let file = book.group.best
      guard file.size > 0, sizes[file.size] ?? 0 > 1 else { continue }
      if let note = notes.files[file.path], note.isOf(file), let fingerprint = note.fingerprint {
        contents[file.path] = Content(fingerprint: fingerprint, size: file.size)
        continue
      }
      try Task.checkCancellation()
      // A file that cannot be read now is told of when it is its turn.
      guard let bytes = try? FileBytes(file, in: folder), let found = try? FolderFingerprint(of: bytes),
        found.size == file.size
      else { continue }
      contents[file.path] = Content(fingerprint: found.value, size: file.size)
    }
    return contents
  }

  /// Makes one book of those whose files are the same: two places of one file are no two books.
  private mutating func unite(_ contents: [String: Content]) {
    var places: [Content: Int] = [:]
    var united: [Book] = []
    for book in books {
      guard let content = contents[book.group.best.path] else {
        united.append(book)
        continue
      }
      if let place = places[content] {
        united[place].group.add(book.group)
      } else {
        places[content] = united.count
        united.append(book)
      }
    }
    books = united
  }

  private mutating func name(_ place: Int, as note: FolderNote) -> Bool {
    guard names.insert(note.id).inserted else { return false }
    (books[place].id, books[place].wasRead) = (note.id, note.isRead)
    return true
  }

  /// Of files that are as they were.
  private mutating func nameKnown(_ notes: FolderNotes) {
    for place in books.indices {
      for file in books[place].group.files {
        if let note = notes.files[file.path], note.isOf(file), name(place, as: note) { break }
      }
    }
  }

  /// Of files that are elsewhere now.
  private mutating func nameMoved(_ contents: [String: Content], _ left: [Content: FolderNote]) {
    for place in books.indices where books[place].id == nil {
      guard let content = contents[books[place].group.best.path], let note = left[content] else { continue }
      _ = name(place, as: note)
    }
  }

  /// Of files that say something else now.
  private mutating func nameChanged(_ notes: FolderNotes) {
    for place in books.indices where books[place].id == nil {
      for file in books[place].group.files {
        if let note = notes.files[file.path], name(place, as: note) { break }
      }
    }
  }

  private func isUnchanged(_ book: Book, _ notes: FolderNotes) -> Bool {
    guard let id = book.id, notes.filesOfBook[id] == book.group.files.count else { return false }
    return book.group.files.allSatisfy { file in
      notes.files[file.path].map { $0.id == id && $0.isOf(file) } ?? false
    }
  }

  /// Names a book by its content.
  mutating func name(_ place: Int, by fingerprint: FolderFingerprint?) -> String {
    if let id = books[place].id { return id }
    var path = Fingerprint()
    path.mix(text: books[place].group.best.path)
    // Of a file without content its place is all there is to know it by.
    let given =
      fingerprint.flatMap { $0.size > 0 ? "\(String($0.size, radix: 16))-\(String($0.value, radix: 16))" : nil }
      ?? "0-\(String(path.value, radix: 16))"
    var id = given
    var number = 1
    while !names.insert(id).inserted {
      number += 1
      id = "\(given)#\(number)"
    }
    books[place].id = id
    return id
  }
}
