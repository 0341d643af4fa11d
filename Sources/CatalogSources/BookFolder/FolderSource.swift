import CatalogModel
import FoundationEssentials

/// A folder of e-books, which is read again whenever a file is added, removed, moved or changed. The metadata of EPUB,
/// FictionBook, comic archives, MOBI and, if libqpdf is installed, PDF is read from the files. For other formats, the
/// metadata comes from the file name.
///
/// Each refresh lists the tree, which requires only names, sizes and times, and reads the files that have changed.
/// Notes next to the cursor (`SourceNotes`) keep the state of each file, one line per file. A source has no storage of
/// its own, but it needs this state to recognise a book whose file was moved or changed in place (`FolderPlan`).
///
/// ```swift
/// let folder = FolderSource(name: "e-books", path: "/home/anna/Books")
/// let reports = try await catalog.syncEngine(sources: [folder]).refresh()
/// ```
public actor FolderSource: BookSource {
  /// The approximate maximum size of a page's records in bytes.
  private static let pageBytes = 4 * 1_048_576
  /// The resolution of file times in nanoseconds. File systems have coarse clocks, so two changes within this time may
  /// leave a file with the same modification time.
  private static let coarseness: Double = 2e9

  /// The name that identifies the source in the catalog.
  public nonisolated let name: String
  /// The kind of source: a folder of e-books.
  public nonisolated let kind = CatalogSource.Kind.folder
  /// The version of the decoder. Version 2 added covers, and version 3 added covers that are named by an EPUB's guide
  /// or a FictionBook. Version 4 added MOBI files, and version 5 added PDFs. The version is 5 only if the library
  /// that reads PDFs is installed. Installing the library therefore causes the folder to be read again.
  public nonisolated var decoderVersion: Int { readsPDF ?? PDFInformation.canBeRead ? 5 : 4 }
  /// The reason why PDFs cannot be read on this machine, or `nil` if they can be read.
  public static var missingLibrary: String? { PDFInformation.missing }
  private let path: String
  private let readsPDF: Bool?
  private let now: @Sendable () -> Date
  /// The progress of reading the folder, which may be complete.
  private struct Reading {
    var listing: FolderListing
    var plan: FolderPlan
    var notes: FolderNotes
    /// Lines of notes from an earlier read, kept until they are returned with a page.
    var inherited: [String] = []
    var position = 0
    var restarts = 0
    /// The number of entries to return: one for each problem and one for each book.
    var count: Int { listing.problems.count + plan.books.count }
  }
  /// The reading state after the most recently returned page, with that page's cursor.
  private var kept: (cursor: String, reading: Reading)?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - name: The name that identifies the source in the catalog.
  ///   - path: The absolute path of the folder.
  ///   - now: Returns the current time. A file that was written within the last 2 seconds is treated as possibly
  ///     changed.
  public init(name: String, path: String, now: @escaping @Sendable () -> Date = { Date() }) {
    self.init(name: name, path: path, readsPDF: nil, now: now)
  }

  /// Creates a source.
  ///
  /// - Parameter readsPDF: See ``FolderReader/readsPDF``.
  init(name: String, path: String, readsPDF: Bool?, now: @escaping @Sendable () -> Date = { Date() }) {
    self.name = name
    self.path = path
    self.readsPDF = readsPDF
    self.now = now
  }

  /// Returns the page of records after the request's cursor (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    try Task.checkCancellation()
    guard var reading = try reading(of: request) else { return .unchanged }
    let known = request.cursor == nil ? 0 : reading.notes.mark.count
    let begins = reading.position == 0
    var page = try Page(of: &reading, size: max(1, request.size), source: self)
    guard reading.position >= reading.count else {
      return .page(answer(page, reading, kept: known, begins: begins, isLast: false))
    }
    // A file may have been moved from an unread part of the folder to a part that was already read.
    let listing = try FolderListing(of: path)
    if listing.identity != reading.listing.identity, reading.restarts < FolderCursor.restartLimit {
      reading = Reading(
        listing: listing, plan: try FolderPlan(listing, reading.notes, in: path), notes: reading.notes,
        inherited: reading.inherited, restarts: reading.restarts + 1)
      return .page(answer(page, reading, kept: known, begins: begins, isLast: false))
    }
    let isStable = listing.identity == reading.listing.identity
    if isStable { page.forget(reading.listing, &reading.notes) }
    return .page(answer(page, reading, kept: known, begins: begins, isLast: true, isStable: isStable))
  }

  /// Returns a page, and keeps the state of reading for the next request.
  ///
  /// - Parameter known: The number of notes that were stored before this page.
  private func answer(
    _ page: Page, _ given: Reading, kept known: Int, begins: Bool, isLast: Bool, isStable: Bool = true
  ) -> SourcePage {
    var reading = given
    var notes = SourceNotes(kept: known, added: reading.inherited + page.lines)
    reading.inherited = []
    if isLast, reading.notes.isStale {
      let (compact, lines) = reading.notes.compacted()
      (reading.notes, notes) = (compact, SourceNotes(kept: 0, added: lines))
    }
    let cursor = FolderCursor(
      identity: reading.listing.identity, position: isLast ? nil : reading.position, restarts: reading.restarts,
      notes: reading.notes.mark
    ).text
    kept = (cursor, reading)
    return SourcePage(
      items: page.items, cursor: cursor, isLast: isLast,
      coverage: .fullEnumeration(begins: begins, isStable: isStable),
      validators: isLast && isStable && isAtRest(reading.listing)
        ? SourceValidators(lastModified: reading.listing.identity) : nil,
      notes: notes.added.isEmpty && known > 0 && notes.kept == known ? nil : notes)
  }

  /// Returns the state from which to continue reading, or `nil` if nothing has changed.
  private func reading(of request: SourceRequest) throws -> Reading? {
    var cursor: FolderCursor?
    if let text = request.cursor {
      cursor = FolderCursor(text)
      if cursor == nil { throw refusal("the stored position does not belong to a folder") }
    }
    if let kept, kept.cursor == request.cursor, cursor?.position != nil { return kept.reading }
    var notes = FolderNotes()
    var inherited: [String] = []
    if cursor == nil {
      // A read from the beginning, such as after an undo, reads all files. Every book keeps its id.
      (notes, inherited) = FolderNotes(unread: request.notes ?? []).compacted()
    }
    if let cursor {
      if let kept, kept.cursor == request.cursor {
        notes = kept.reading.notes
      } else if let found = FolderNotes(cursor.notes, in: request.notes ?? []) {
        notes = found
      } else {
        throw refusal("the notes about its files are missing")
      }
    }
    let listing = try FolderListing(of: path)
    if let cursor, cursor.position == nil, request.validators?.lastModified == listing.identity { return nil }
    guard !listing.files.isEmpty || notes.files.isEmpty || cursor == nil else {
      throw SourceFailure(
        .missing, path, cause: "it no longer contains any books",
        hint: "if it is on a disk, mount that disk; if all books were deleted, remove the source")
    }
    let plan = try FolderPlan(listing, notes, in: path)
    var reading = Reading(listing: listing, plan: plan, notes: notes, inherited: inherited)
    // Count the restarts of an incomplete reading, even if another process began it.
    if let cursor, let position = cursor.position {
      if cursor.identity == listing.identity, position <= reading.count {
        (reading.position, reading.restarts) = (position, cursor.restarts)
      } else {
        reading.restarts = cursor.restarts + 1
      }
    }
    return reading
  }

  private func refusal(_ cause: String) -> SourceFailure { SourceFailure(.cursorRefused, path, cause: cause) }

  private func isAtRest(_ listing: FolderListing) -> Bool { listing.files.allSatisfy(isAtRest) }

  /// Returns true if the file was written so long ago that another change would give it a different modification time.
  private func isAtRest(_ file: FolderFile) -> Bool {
    now().timeIntervalSince1970 * 1e9 - Double(file.modified) >= Self.coarseness
  }

  /// Tries to read an unreadable book again, by its stored payload (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    try FolderReader(folder: path, readsPDF: readsPDF).record(from: payload)
  }
}

extension FolderSource {
  /// A page under construction.
  private struct Page {
    var items: [SourceItem] = []
    /// The notes to append.
    var lines: [String] = []
    private var bytes = 0

    /// Reads books until the page is full or no books are left.
    ///
    /// - Throws: `CancellationError`
    init(of reading: inout Reading, size: Int, source: isolated FolderSource) throws {
      let reader = FolderReader(folder: source.path, readsPDF: source.readsPDF)
      let problems = reading.listing.problems
      while items.count < size, bytes < FolderSource.pageBytes, reading.position < reading.count {
        try Task.checkCancellation()
        if reading.position < problems.count {
          add(problems[reading.position])
        } else {
          // An unreadable book needs two items: the metadata from its name, and the error.
          if items.count + 1 == size, size > 1, !reading.plan.books[reading.position - problems.count].isUnchanged {
            break
          }
          add(reading.position - problems.count, &reading, reader, isAtRest: source.isAtRest)
        }
        reading.position += 1
      }
      // After a cancellation, unread books must not be recorded as unreadable.
      try Task.checkCancellation()
    }

    private mutating func add(_ problem: FolderListing.Problem) {
      // An unreadable folder may contain known books. A bad record without an id prevents the removal of books that
      // were not found.
      items.append(
        .bad(
          BadRecord(
            remoteID: problem.hidesBooks ? nil : "unread \(problem.path)".cut(toBytes: 400),
            payload: Array(problem.path.utf8), reason: "\(problem.path): \(problem.reason)")))
    }

    private mutating func add(
      _ bookIndex: Int, _ reading: inout Reading, _ reader: FolderReader, isAtRest: (FolderFile) -> Bool
    ) {
      let book = reading.plan.books[bookIndex]
      if book.isUnchanged, let id = book.id {
        items.append(.present(remoteID: id))
        return
      }
      let read = reader.read(book.group)
      if read.isGone { return }
      let id = reading.plan.name(bookIndex, by: read.fingerprint)
      if read.isRead || !book.wasRead { add(read, book.group, id: id, reader) }
      if let problem = read.problem {
        // A file may be damaged or incomplete for a while. The book's existing record is then better than the metadata
        // from its file name.
        items.append(
          .bad(BadRecord(remoteID: id, payload: FolderReader.payload(id: id, book.group), reason: problem)))
      }
      for (index, file) in book.group.files.enumerated() {
        let isKnownAgain = read.problem == nil && read.isSettled && isAtRest(file)
        let note = FolderNote(
          id: id, fingerprint: index == 0 ? read.fingerprint?.value : nil, size: file.size,
          modified: isKnownAgain ? file.modified : nil, isRead: read.isRead || book.wasRead)
        if let line = reading.notes.note(file.path, note) { lines.append(line) }
      }
    }

    private mutating func add(_ read: FolderReader.Reading, _ group: FolderGroup, id: String, _ reader: FolderReader) {
      do {
        items.append(.record(try reader.record(read, of: group, id: id)))
        bytes += 1_000 + (read.book.description?.utf8.count ?? 0)
      } catch {
        items.append(
          .bad(
            BadRecord(
              remoteID: id, payload: FolderReader.payload(id: id, group), reason: "\(group.best.path): \(error)")))
      }
    }

    /// Adds a note for each file that no longer exists.
    mutating func forget(_ listing: FolderListing, _ notes: inout FolderNotes) {
      let paths = Set(listing.files.map(\.path))
      for path in notes.files.keys.filter({ !paths.contains($0) }).sorted() {
        if let line = notes.note(path, nil) { lines.append(line) }
      }
    }
  }
}
