import CatalogDatabase
import CatalogModel
import FoundationEssentials

/// Finds the books of a catalog in Open Library's dumps. It reads each dump once, and needs the same amount of memory
/// for dumps of any size. It can be interrupted at any time; a later run with the same dumps and books continues where
/// it stopped.
package final class DumpEnrichment {
  /// The number of pieces after which results and position are committed.
  private static let piecesBetweenCommits = 4

  /// The dumps in the order in which they are read, at most one of each kind.
  package let files: [DumpFile]
  private let books: SortedBooks
  private let store: DumpStore
  private let covers: OpenLibraryCovers

  /// Creates an enrichment.
  ///
  /// - Parameters:
  ///   - files: The dumps in any order.
  ///   - books: The books to look for.
  ///   - path: The path of the file that stores results until they are in the catalog.
  ///   - settings: Contains the address of cover images.
  /// - Throws: ``SourceFailure`` for an invalid combination of dumps; ``CatalogError`` if the file cannot be written.
  package init(files: [DumpFile], books: SoughtBooks, keptAt path: String, settings: Settings) throws {
    self.files = try Self.ordered(files)
    self.books = books.sorted()
    covers = OpenLibraryCovers(base: settings.openLibraryCovers.withoutSlashes)
    var fingerprint = Fingerprint()
    fingerprint.mix(text: String(self.books.fingerprint))
    for file in self.files { fingerprint.mix(text: "\(file.kind) \(file.fingerprint)") }
    store = try DumpStore(path: path, run: Int64(bitPattern: fingerprint.value))
  }

  /// Returns the dumps in the order in which they are read.
  ///
  /// - Throws: ``SourceFailure`` if two dumps are of one kind, or if there is only a dump of authors, which contains no
  ///   books.
  private static func ordered(_ files: [DumpFile]) throws -> [DumpFile] {
    let ordered = try DumpKind.ordered(files)
    if ordered.count == 1, let file = ordered.first, file.kind == .authors {
      throw SourceFailure(
        .malformed, file.path, cause: "it is a dump of authors, which contains no books",
        hint: "add the dump of editions or works")
    }
    return ordered
  }

  /// Returns the path of the file that stores results for a catalog until they are in the catalog: in
  /// `$XDG_CACHE_HOME/catalog/dumps`, by default in `~/.cache`.
  ///
  /// - Parameter catalog: The path of the catalog's file.
  package static func path(for catalog: String, environment: [String: String]) -> String {
    let name = Fingerprint.of((FileBytes.realPath(catalog) ?? catalog).utf8)
    return UserFolder.cache.path(environment: environment) + "/catalog/dumps/\(UInt64(bitPattern: name)).db"
  }

  /// Returns the progress of each dump, in the order of ``files``.
  package func progress() throws -> [DumpProgress] {
    try store.convertingErrors { try files.map { try store.progress(of: $0.kind).progress } }
  }

  /// Reads the dumps, from where the last run stopped.
  ///
  /// - Parameter progress: Called with the current dump and its progress.
  /// - Throws: ``SourceFailure`` if a dump cannot be read to its end; results found before the error are kept.
  ///   ``CatalogError``; `CancellationError`.
  package func read(progress: (DumpFile, DumpProgress) throws -> Void) throws {
    for file in files {
      try store.convertingErrors {
        let (begun, isDone) = try store.progress(of: file.kind)
        try progress(file, begun)
        if isDone { return }
        try read(file, from: begun) { try progress(file, $0) }
      }
    }
  }

  private func read(_ file: DumpFile, from begun: DumpProgress, _ progress: (DumpProgress) throws -> Void) throws {
    let body = try body(for: file.kind)
    var scan = DumpScan(file, from: begun)
    var pieces = 0
    try store.begin()
    do {
      try scan.run(
        progress: { progressed in
          pieces += 1
          if pieces.isMultiple(of: Self.piecesBetweenCommits) {
            try store.commit(file.kind, progressed, isDone: false)
            try store.begin()
          }
          try progress(progressed)
        }, line: body)
    } catch {
      // Results before damaged data or an interruption are valid, so they are committed. If the file cannot be written,
      // the last commit remains.
      if !(error is SQLiteFailure) { try store.commit(file.kind, scan.progress, isDone: false) }
      throw error
    }
    try store.commit(file.kind, scan.progress, isDone: true)
  }

  /// Returns the function that processes each line of a dump.
  private func body(for kind: DumpKind) throws -> (DumpLine) throws -> String? {
    let (record, store) = (DumpRecord(kind), store)
    let needed = try kind == .editions ? SoughtNumbers(sorted: []) : neededNumbers(kind)
    func kept(_ line: DumpLine, _ keep: (JSONValue) throws -> Void) throws -> String? {
      let value: JSONValue
      do { value = try record.value(of: line) } catch { return error.description }
      try keep(value)
      return nil
    }
    switch kind {
    case .editions:
      let search = EditionSearch(books)
      return { line in
        let found = search.candidates(in: line)
        return found.isEmpty ? nil : try kept(line) { try Self.keep($0, search.confirmed(found, $0), in: store) }
      }
    case .works:
      return { line in
        guard let number = DumpNumbers.key(line.key, kind.letter), needed.contains(number) else { return nil }
        return try kept(line) { try store.keep(work: number, $0.text) }
      }
    case .authors:
      return { line in
        guard let number = DumpNumbers.key(line.key, kind.letter), needed.contains(number) else { return nil }
        return try kept(line) { value in
          guard let name = OpenLibraryValue.authors(value["name"].map { .array([$0]) }).first else { return }
          try store.keep(author: number, name)
        }
      }
    }
  }

  private static func keep(_ value: JSONValue, _ entries: [SoughtBooks.Entry], in store: DumpStore) throws {
    if entries.isEmpty { return }
    let work = OpenLibraryEdition(value).work.flatMap { DumpNumbers.key($0.description, DumpKind.works.letter) }
    let text = value.text
    for entry in entries {
      try store.keep(.init(book: entry.book, rank: entry.rank, number: entry.number, record: text), work: work)
    }
  }

  /// Returns the numbers of the works or authors that the results so far refer to.
  private func neededNumbers(_ kind: DumpKind) throws -> SoughtNumbers {
    if kind == .works {
      let named = try store.numbers("SELECT DISTINCT work FROM edition WHERE work IS NOT NULL ORDER BY work")
      return SoughtNumbers(sorted: (named + books.works.numbers.sorted).sorted())
    }
    var numbers: Set<Int64> = []
    for (table, kind) in [("edition", DumpKind.editions), ("work", .works)] {
      let record = DumpRecord(kind)
      try store.connection.statement("SELECT record FROM \(table)").forEachRow { row in
        guard let value = try? record.value(of: row.optionalText(0) ?? "") else { return }
        numbers.formUnion(DumpAuthors.numbers(value))
      }
    }
    return SoughtNumbers(sorted: numbers.sorted())
  }

  /// Calls the closure with the results, in portions of at most `count` books.
  ///
  /// - Throws: ``CatalogError``, or the error that the closure throws.
  package func forEachAnswer(inPortionsOf count: Int, _ body: ([DumpAnswer]) throws -> Void) throws {
    try store.convertingErrors {
      var portion: [DumpAnswer] = []
      try DumpAnswers(store: store, books: books, covers: covers).forEachAnswer { answer in
        portion.append(answer)
        guard portion.count >= count else { return }
        try body(portion)
        portion.removeAll(keepingCapacity: true)
      }
      if !portion.isEmpty { try body(portion) }
    }
  }

  /// Deletes the stored results. Call this once they are in the catalog.
  package func finish() { store.remove() }
}
