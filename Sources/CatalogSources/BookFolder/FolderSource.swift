import CatalogModel
import FoundationEssentials

/// A folder of e-books, read again whenever a file of it came, went, moved or changed: EPUB, FictionBook, comic archives, MOBI
/// and, where libqpdf is installed, PDF by what they say of themselves, other formats by their names.
///
/// Each refresh lists the tree, which asks for no more than names, sizes and times, and reads the files that are not as they
/// were. What they were is kept in notes beside the cursor (`SourceNotes`), a line a file: a source has no memory, and to
/// know a book again whose file was moved, or changed in its place, takes one (`FolderPlan`).
public actor FolderSource: BookSource {
  /// About how many bytes the records of a page have.
  private static let pageBytes = 4 * 1_048_576
  /// For how many nanoseconds another change may leave a file with the same time: clocks of file systems are coarse.
  private static let coarseness: Double = 2e9

  /// The name under which the catalog knows the source.
  public nonisolated let name: String
  /// Says that it is a folder of e-books.
  public nonisolated let kind = CatalogSource.Kind.folder
  /// Since 2 the covers in e-books are told, since 3 those that an EPUB's guide or a FictionBook names; since 4
  /// MOBI files are read, and by 5 PDFs too, where there is the library that reads them: once it is installed, they are.
  public nonisolated var decoderVersion: Int { readsPDF ?? PDFInformation.canBeRead ? 5 : 4 }
  /// Why PDFs are known by their names alone on this machine; `nil` where they are read.
  public static var missingLibrary: String? { PDFInformation.missing }
  private let path: String
  private let readsPDF: Bool?
  private let now: @Sendable () -> Date
  /// A reading under way, or that ended.
  private struct Reading {
    var listing: FolderListing
    var plan: FolderPlan
    var notes: FolderNotes
    /// The lines of notes that were taken over from before there was a cursor, until they are given with a page.
    var inherited: [String] = []
    var position = 0
    var restarts = 0
    /// How many problems and books there are.
    var count: Int { listing.problems.count + plan.books.count }
  }
  /// The reading behind the page that was given last, with its cursor.
  private var kept: (cursor: String, reading: Reading)?

  /// A source of its parts.
  ///
  /// - Parameters:
  ///   - name: the name under which the catalog knows it.
  ///   - path: the folder, absolute.
  ///   - now: the time, beside which a file is too new to be known again.
  public init(name: String, path: String, now: @escaping @Sendable () -> Date = { Date() }) {
    self.init(name: name, path: path, readsPDF: nil, now: now)
  }

  /// - Parameter readsPDF: see ``FolderReader/readsPDF``.
  init(name: String, path: String, readsPDF: Bool?, now: @escaping @Sendable () -> Date = { Date() }) {
    self.name = name
    self.path = path
    self.readsPDF = readsPDF
    self.now = now
  }

  /// The records behind a position (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    try Task.checkCancellation()
    guard var reading = try reading(of: request) else { return .unchanged }
    let known = request.cursor == nil ? 0 : reading.notes.mark.count
    let begins = reading.position == 0
    var page = try Page(of: &reading, size: max(1, request.size), source: self)
    guard reading.position >= reading.count else {
      return .page(answer(page, reading, kept: known, begins: begins, isLast: false))
    }
    // What came meanwhile may have been moved from where it was still to come to where it was past.
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

  /// - Parameter known: how many notes there were before the page.
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

  /// - Returns: `nil` when nothing has changed.
  private func reading(of request: SourceRequest) throws -> Reading? {
    var cursor: FolderCursor?
    if let text = request.cursor {
      cursor = FolderCursor(text)
      if cursor == nil { throw refusal("the cursor is none of a folder") }
    }
    if let kept, kept.cursor == request.cursor, cursor?.position != nil { return kept.reading }
    var notes = FolderNotes()
    var inherited: [String] = []
    if cursor == nil {
      // Read from the beginning, as after an undo: all is read, and every book keeps its name.
      (notes, inherited) = FolderNotes(unread: request.notes ?? []).compacted()
    }
    if let cursor {
      if let kept, kept.cursor == request.cursor {
        notes = kept.reading.notes
      } else if let found = FolderNotes(cursor.notes, in: request.notes ?? []) {
        notes = found
      } else {
        throw refusal("what was noted of its files is not there")
      }
    }
    let listing = try FolderListing(of: path)
    if let cursor, cursor.position == nil, request.validators?.lastModified == listing.identity { return nil }
    guard !listing.files.isEmpty || notes.files.isEmpty || cursor == nil else {
      throw SourceFailure(
        .missing, path, cause: "there is no book in it any more",
        hint: "mount its disk where it is one; if all of them were deleted, remove the source")
    }
    let plan = try FolderPlan(listing, notes, in: path)
    var reading = Reading(listing: listing, plan: plan, notes: notes, inherited: inherited)
    // Midway the restarts are counted, whoever goes on.
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

  /// Whether no change that is still to come could leave the file with the time that it has.
  private func isAtRest(_ file: FolderFile) -> Bool {
    now().timeIntervalSince1970 * 1e9 - Double(file.modified) >= Self.coarseness
  }

  /// Reads a record again from what was kept of it (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    try FolderReader(folder: path, readsPDF: readsPDF).record(from: payload)
  }
}

extension FolderSource {
  /// A page under way.
  private struct Page {
    var items: [SourceItem] = []
    /// The notes that come behind those that there are.
    var lines: [String] = []
    private var bytes = 0

    /// Takes books until the page is full, or there are no more.
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
          // One that cannot be read is two items: what its name says, and why.
          if items.count + 1 == size, size > 1, !reading.plan.books[reading.position - problems.count].isUnchanged {
            break
          }
          add(reading.position - problems.count, &reading, reader, isAtRest: source.isAtRest)
        }
        reading.position += 1
      }
      // What was not read to its end then is not kept as if it could not be read.
      try Task.checkCancellation()
    }

    private mutating func add(_ problem: FolderListing.Problem) {
      // Books may be there that were known: without a name of a record nothing is taken for removed.
      items.append(
        .bad(
          BadRecord(
            remoteID: problem.hidesBooks ? nil : "unread \(problem.path)".cut(toBytes: 400),
            payload: Array(problem.path.utf8), reason: "\(problem.path): \(problem.reason)")))
    }

    private mutating func add(
      _ place: Int, _ reading: inout Reading, _ reader: FolderReader, isAtRest: (FolderFile) -> Bool
    ) {
      let book = reading.plan.books[place]
      if book.isUnchanged, let id = book.id {
        items.append(.present(remoteID: id))
        return
      }
      let read = reader.read(book.group)
      if read.isGone { return }
      let id = reading.plan.name(place, by: read.fingerprint)
      if read.isRead || !book.wasRead { add(read, book.group, id: id, reader) }
      if let problem = read.problem {
        // What the catalog knows of a book is more than its file's name, should the file be damaged or half copied now.
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

    /// Notes which files are there no more.
    mutating func forget(_ listing: FolderListing, _ notes: inout FolderNotes) {
      let paths = Set(listing.files.map(\.path))
      for path in notes.files.keys.filter({ !paths.contains($0) }).sorted() {
        if let line = notes.note(path, nil) { lines.append(line) }
      }
    }
  }
}
