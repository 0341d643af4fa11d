import CatalogModel

/// The books of a listing, matched with the ids that the catalog already has for them.
///
/// A book keeps its id when its file is moved or changed in place. This requires the folder's notes, which exist until
/// the source is removed. Without notes, only the content identifies a file: a moved file keeps its id, but a file that
/// was changed in place becomes a different book. If a file was moved and another file took its path, the moved file
/// keeps the id.
struct FolderPlan {
  struct Book: Sendable {
    var group: FolderGroup
    /// The id, or `nil` for a new book, whose id is derived from its content later.
    var id: String?
    /// True if none of the book's files needs to be read.
    var isUnchanged = false
    /// True if the known metadata came from one of the files, not from a file name.
    var wasRead = false
  }

  private struct Content: Hashable {
    let fingerprint: UInt64
    let size: Int64
  }

  private(set) var books: [Book] = []
  /// All ids in use.
  private(set) var names: Set<String> = []

  /// Matches the books of a listing.
  ///
  /// - Parameter folder: The path of the listed folder. Files with equal sizes are read to compare them.
  /// - Throws: `CancellationError`
  init(_ listing: FolderListing, _ notes: FolderNotes, in folder: String) throws {
    books = FolderGroup.all(of: listing.files).map { Book(group: $0) }
    let left = Self.contents(leftBy: listing.files, notes)
    let contents = try contents(left, notes, in: folder)
    unite(contents)
    nameKnown(notes)
    nameMoved(contents, left)
    nameChanged(notes)
    for index in books.indices { books[index].isUnchanged = isUnchanged(books[index], notes) }
  }

  /// Returns the notes about files that were moved, changed or deleted. The keys are the fingerprint and the size in
  /// each note.
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

  /// Returns the fingerprints and sizes of the files that describe books, keyed by path. A file is examined only if
  /// another file or a missing file has the same size. All other files cannot be duplicates or moved files.
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
      // If the file is unreadable, the error is reported when the book is read.
      guard let bytes = try? FileBytes(file, in: folder), let found = try? FolderFingerprint(of: bytes),
        found.size == file.size
      else { continue }
      contents[file.path] = Content(fingerprint: found.value, size: file.size)
    }
    return contents
  }

  /// Merges books whose files are identical, because two copies of a file are not two books.
  private mutating func unite(_ contents: [String: Content]) {
    var indices: [Content: Int] = [:]
    var united: [Book] = []
    for book in books {
      guard let content = contents[book.group.best.path] else {
        united.append(book)
        continue
      }
      if let index = indices[content] {
        united[index].group.add(book.group)
      } else {
        indices[content] = united.count
        united.append(book)
      }
    }
    books = united
  }

  private mutating func name(_ index: Int, as note: FolderNote) -> Bool {
    guard names.insert(note.id).inserted else { return false }
    (books[index].id, books[index].wasRead) = (note.id, note.isRead)
    return true
  }

  /// Sets the ids of books with unchanged files.
  private mutating func nameKnown(_ notes: FolderNotes) {
    for index in books.indices {
      for file in books[index].group.files {
        if let note = notes.files[file.path], note.isOf(file), name(index, as: note) { break }
      }
    }
  }

  /// Sets the ids of books whose files were moved.
  private mutating func nameMoved(_ contents: [String: Content], _ left: [Content: FolderNote]) {
    for index in books.indices where books[index].id == nil {
      guard let content = contents[books[index].group.best.path], let note = left[content] else { continue }
      _ = name(index, as: note)
    }
  }

  /// Sets the ids of books whose files were changed in place.
  private mutating func nameChanged(_ notes: FolderNotes) {
    for index in books.indices where books[index].id == nil {
      for file in books[index].group.files {
        if let note = notes.files[file.path], name(index, as: note) { break }
      }
    }
  }

  private func isUnchanged(_ book: Book, _ notes: FolderNotes) -> Bool {
    guard let id = book.id, notes.filesOfBook[id] == book.group.files.count else { return false }
    return book.group.files.allSatisfy { file in
      notes.files[file.path].map { $0.id == id && $0.isOf(file) } ?? false
    }
  }

  /// Returns the id of a book. The id of a new book is derived from its content.
  mutating func name(_ index: Int, by fingerprint: FolderFingerprint?) -> String {
    if let id = books[index].id { return id }
    var path = Fingerprint()
    path.mix(text: books[index].group.best.path)
    // An empty file can only be identified by its path.
    let given =
      fingerprint.flatMap { $0.size > 0 ? "\(String($0.size, radix: 16))-\(String($0.value, radix: 16))" : nil }
      ?? "0-\(String(path.value, radix: 16))"
    var id = given
    var number = 1
    while !names.insert(id).inserted {
      number += 1
      id = "\(given)#\(number)"
    }
    books[index].id = id
    return id
  }
}
