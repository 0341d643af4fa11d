import CatalogDatabase
import CatalogModel
import FoundationEssentials

/// A calibre library on disk. Its database is copied into memory whenever it has changed, and the pages are read from
/// this copy.
///
/// For an unchanged library, a refresh only checks the state of the database file. SQLite's change counter alone is not
/// sufficient, because a backup that was restored and then changed may have the same counter again. The cursor consists
/// of the state of the copied file and the id of the book that was read last, or is `end` after the last book. calibre
/// may write during a refresh. The next refresh reads these changes.
///
/// ```swift
/// let library = CalibreLibrarySource(name: "calibre", path: "/home/anna/Calibre Library")
/// let reports = try await catalog.syncEngine(sources: [library]).refresh()
/// ```
public actor CalibreLibrarySource: BookSource {
  /// The number of seconds to wait while calibre commits, before the refresh fails.
  static let patience = 5.0
  private static let step = 0.02
  private static let format = ForeignFormat(
    program: "calibre", database: "a calibre library", damageHint: "have calibre check or restore the library",
    unfinishedHint: "open the library in calibre once")

  /// The name that identifies the source in the catalog.
  public nonisolated let name: String
  /// The kind of source: a calibre library on disk.
  public nonisolated let kind = CatalogSource.Kind.calibreLibrary
  /// The version of the decoder. Version 2 added user-defined columns and the user's rating. Version 3 changed how
  /// dates are read.
  public nonisolated let decoderVersion = 3
  private let folder: String
  private let isMine: Bool
  private let patience: Double
  private let now: @Sendable () -> Date
  /// The copy that the current refresh reads.
  private var held: LibraryCopy?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the library's folder, or of the `metadata.db` in it.
  ///   - isMine: True if the stars in the library are the user's own rating (``CatalogSource/isMine``).
  ///   - now: Returns the current time. A file that was written within the last 2 seconds is treated as possibly
  ///     changed.
  public init(name: String, path: String, isMine: Bool = true, now: @escaping @Sendable () -> Date = { Date() }) {
    self.init(name: name, path: path, isMine: isMine, patience: Self.patience, now: now)
  }

  /// Creates a source.
  ///
  /// - Parameter patience: The number of seconds to wait while calibre commits.
  init(
    name: String, path: String, isMine: Bool = true, patience: Double, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.name = name
    self.isMine = isMine
    folder = LibraryFile.folder(of: path)
    self.patience = patience
    self.now = now
  }

  /// Returns the page of records after the request's cursor (`BookSource/page(_:)`).
  public func page(_ request: SourceRequest) async throws -> SourceAnswer {
    try Task.checkCancellation()
    let path = "\(folder)/\(LibraryFile.name)"
    do {
      switch try FileStateCursor.start(of: request, path: path, identity: { try LibraryFile(in: folder).identity }) {
      case .unchanged: return .unchanged
      case .first:
        held = nil
        return try page(of: try await copy(), upTo: .max, request)
      case .after(let cursor):
        let copy = if let held, held.identity == cursor.identity { held } else { try await self.copy() }
        guard copy.identity == cursor.identity, cursor.position > .min else { throw FileStateCursor.changed(path) }
        return try page(of: copy, upTo: cursor.position - 1, request)
      }
    } catch let failure as SQLiteFailure {
      throw try Self.format.failure(failure, in: path)
    }
  }

  /// Parses a record again from its stored payload (`BookSource/record(from:)`).
  public nonisolated func record(from payload: [UInt8]) throws -> SourceRecord? {
    try LibraryBook(payload: payload).record(in: folder, isMine: isMine)
  }

  private func page(of copy: LibraryCopy, upTo last: Int64, _ request: SourceRequest) throws -> SourceAnswer {
    let (books, areLast) = try copy.tables.books(upTo: last, count: max(1, request.size))
    held = areLast ? nil : copy
    return FileStateCursor.answer(
      books.map { $0.item(in: folder, isMine: isMine) }, of: copy.identity, upTo: areLast ? nil : books.last?.number,
      to: request, validators: copy.validators)
  }

  private func copy() async throws -> LibraryCopy {
    let before = try LibraryFile(in: folder)
    let lock = try LibraryLock(before.path)
    _ = try lock.changeCounter()
    let earlier = try lock.copy()
    var waited = 0.0
    while try !lock.take() {
      guard waited < patience else {
        throw SourceFailure(
          .busy, before.path, cause: "calibre is writing to it and did not finish within \(Int(patience)) seconds")
      }
      try await Task.sleep(for: .seconds(Self.step))
      waited += Self.step
    }
    let counter = try lock.changeCounter()
    let bytes = try lock.copy(over: earlier)
    // The lock prevents writes, but another file may have replaced this one since it was opened.
    let file = try LibraryFile(in: folder)
    try lock.release()
    let isSame = file.inode == before.inode
    return LibraryCopy(
      tables: try LibraryTables(Connection(copy: bytes)), identity: Self.fingerprint(file, counter),
      validators: isSame ? FileStateCursor.validators(file.identity, written: file.written, now: now()) : nil)
  }

  private static func fingerprint(_ file: LibraryFile, _ counter: UInt32) -> String {
    var fingerprint = Fingerprint()
    fingerprint.mix(text: "\(file.identity) \(counter)")
    return String(fingerprint.value, radix: 16)
  }
}

/// A library at the time when it was copied.
private struct LibraryCopy {
  let tables: LibraryTables
  /// An identifier of the file's state when it was copied.
  let identity: String
  /// The validators by which a later refresh recognises this state.
  let validators: SourceValidators?
}
