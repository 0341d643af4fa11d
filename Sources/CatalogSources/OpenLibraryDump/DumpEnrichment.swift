import CatalogModel
import FoundationEssentials

/// Finds the books of a catalog in Open Library's dumps: one pass over each, in memory that does not grow with them. It may be
/// stopped at any moment; the same dumps and the same books go on where it was.
package final class DumpEnrichment {
  /// After how many pieces what was found is kept, with the place.
  private static let piecesBetweenCommits = 4

  /// In the order in which they are read, one of each kind at most.
  package let files: [DumpFile]
  private let books: SortedBooks
  private let store: DumpStore
  private let covers: OpenLibraryCovers

  /// - Parameters:
  ///   - files: in whichever order.
  ///   - books: what is looked for.
  ///   - path: of the file that keeps what was found until it is in the catalog.
  ///   - settings: where covers are.
  /// - Throws: ``SourceFailure`` for dumps that do not go together; ``CatalogError`` where the file cannot be written.
  package init(files: [DumpFile], books: SoughtBooks, keptAt path: String, settings: Settings) throws {
    self.files = try Self.ordered(files)
    self.books = books.sorted()
    covers = OpenLibraryCovers(base: settings.openLibraryCovers.withoutSlashes)
    var fingerprint = Fingerprint()
    fingerprint.mix(text: String(self.books.fingerprint))
    for file in self.files { fingerprint.mix(text: "\(file.kind) \(file.fingerprint)") }
    store = try DumpStore(path: path, run: Int64(bitPattern: fingerprint.value))
  }

  /// - Throws: ``SourceFailure`` where two are of one kind, or authors come without anything that names them.
  private static func ordered(_ files: [DumpFile]) throws -> [DumpFile] {
    let ordered = try DumpKind.ordered(files)
    if ordered.count == 1, let file = ordered.first, file.kind == .authors {
      throw SourceFailure(
        .nonsense, file.path, cause: "it is a dump of authors, which says nothing of books",
        hint: "give those of editions or works with it")
    }
    return ordered
  }

  /// Where what was found for a catalog is kept until it is in there: `$XDG_CACHE_HOME/catalog/dumps`, by default in `~/.cache`.
  ///
  /// - Parameter catalog: the path of its file.
  package static func place(for catalog: String, environment: [String: String]) -> String {
    let name = Fingerprint.of((FileBytes.realPath(catalog) ?? catalog).utf8)
    return UserFolder.cache.path(environment: environment) + "/catalog/dumps/\(UInt64(bitPattern: name)).db"
  }

  /// How far each dump was read, in their order.
  package func progress() throws -> [DumpProgress] {
    try store.telling { try files.map { try store.progress(of: $0.kind).progress } }
  }

  /// Reads the dumps, or what is left of them.
  ///
  /// - Parameter progress: is told which dump is being read, and how far it is.
  /// - Throws: ``SourceFailure`` where one cannot be read to its end: what was found in front of that is kept;
  ///   ``CatalogError``; `CancellationError`.
  package func read(progress: (DumpFile, DumpProgress) throws -> Void) throws {
    for file in files {
      try store.telling {
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
      // What stands in front of damage, or was read before somebody stopped it, is as good as the rest; but where it cannot be
      // written, what was written last stands.
      if !(error is SQLiteConnection.Failure) { try store.commit(file.kind, scan.progress, isDone: false) }
      throw error
    }
    try store.commit(file.kind, scan.progress, isDone: true)
  }

  /// What is done with each line of a dump.
  private func body(for kind: DumpKind) throws -> (DumpLine) throws -> String? {
    let (record, store) = (DumpRecord(kind), store)
    let wanted = try kind == .editions ? SoughtNumbers(sorted: []) : wanted(kind)
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
        guard let number = DumpNumbers.key(line.key, kind.letter), wanted.contains(number) else { return nil }
        return try kept(line) { try store.keep(work: number, $0.text) }
      }
    case .authors:
      return { line in
        guard let number = DumpNumbers.key(line.key, kind.letter), wanted.contains(number) else { return nil }
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

  /// The keys of works and authors that what was found so far leads to.
  private func wanted(_ kind: DumpKind) throws -> SoughtNumbers {
    if kind == .works {
      let named = try store.numbers("SELECT DISTINCT work FROM edition WHERE work IS NOT NULL ORDER BY work")
      return SoughtNumbers(sorted: (named + books.works.numbers.sorted).sorted())
    }
    var numbers: Set<Int64> = []
    for (table, kind) in [("edition", DumpKind.editions), ("work", .works)] {
      let record = DumpRecord(kind)
      try store.connection.statement("SELECT record FROM \(table)").forEachRow { row in
        guard let value = try? record.value(of: row.text(0) ?? "") else { return }
        numbers.formUnion(DumpAuthors.numbers(value))
      }
    }
    return SoughtNumbers(sorted: numbers.sorted())
  }

  /// Calls the body with what was found, some books at a time.
  ///
  /// - Throws: ``CatalogError``; what the body throws.
  package func forEachAnswer(inPortionsOf count: Int, _ body: ([DumpAnswer]) throws -> Void) throws {
    try store.telling {
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

  /// Forgets what was found: it is in the catalog.
  package func finish() { store.remove() }
}
