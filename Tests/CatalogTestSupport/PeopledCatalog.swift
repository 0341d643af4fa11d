import Catalog
import CatalogSources
import FoundationEssentials
import Platform
import Synchronization

/// A catalog of about 300 books that several people share, with hidden books, private values, conflicts, duplicates and
/// steps. It is the same on every run, except for the path of its folder.
public final class PeopledCatalog: Sendable {
  /// The people other than the owner, each with values of their own for some books.
  public static let people = ["Rita", "Ben", "Ed", "Kim", "Tess", "Lou"]

  private let temporary = TemporaryFolder()
  /// The folder of all files. Its path has the same length everywhere, because lengths of answers may depend on it.
  public let path: String
  public let catalog: BookCatalog
  private let time: StoppedClock
  /// The ids of the books, by their numbers.
  private let ids: [Int: Book.ID]
  private let named = Mutex<[String: HistoryStep.ID]>([:])

  deinit { catalog.close() }

  /// Returns the id of the book with a number from 0 to 299.
  public func id(_ number: Int) -> Book.ID { ids[number] ?? 0 }

  /// Returns the number of a step with a name such as `merge` or `mark-of-Rita`.
  public func step(_ name: String) -> HistoryStep.ID { named.withLock { $0[name] ?? 0 } }

  public init() async throws {
    let clock = StoppedClock()
    path = temporary.path + "/" + String(repeating: "p", count: max(1, 150 - temporary.path.utf8.count))
    let path = path
    for folder in ["", "/books", "/elsewhere"] { mkdir(path + folder, 0o700) }
    let catalog = try await BookCatalog.open("\(path)/catalog.db", options: Self.options(clock))
    (self.catalog, time) = (catalog, clock)
    for name in ["books/cover.png", "elsewhere/private.png"] { try Self.write(Self.image, to: "\(path)/\(name)") }
    for name in ["books/served.epub", "elsewhere/private.epub", "elsewhere/attached.pdf"] {
      try Self.write("the file \(name)".utf8, to: "\(path)/\(name)")
    }
    var random = SeededGenerator(seed: 2_019)
    let books = (0..<300).map { PeopledBook($0, &random) }
    func deliver(_ source: String, _ numbers: Range<Int>, edition: Int = 1) async throws {
      clock.advance()
      let records = try books[numbers].map { try $0.record(in: path, edition: edition) }
      _ = try await catalog.importRecords(from: ListReader(records), source: source)
    }
    let shelf = try await catalog.addField("shelf", .text)
    try await deliver("shelves", 0..<200)
    try await deliver("library", 200..<300)
    ids = try catalog.view { snapshot in
      var ids: [Int: Book.ID] = [:]
      try snapshot.forEachBookByID { ids[Int($0.uuid.uuid.15) + Int($0.uuid.uuid.14) * 256] = $0.id }
      return ids
    }
    clock.advance()
    for (text, books) in Dictionary(grouping: books, by: \.shelf).sorted(by: { $0.key < $1.key }) {
      try await catalog.edit(books.compactMap { ids[$0.number] }) { $0[shelf] = .text(text) }
    }
    try await makeSteps()
    // A second delivery with other values brings conflicts with the edits.
    try await deliver("shelves", 0..<100, edition: 2)
    try await makeMarks(&random)
    try await makeDecisions()
  }

  private static func options(_ clock: StoppedClock) -> BookCatalog.Options {
    var options = BookCatalog.Options()
    options.now = { clock.now }
    options.patience = .seconds(3_000)
    return options
  }

  /// Returns a copy of the catalog in another file of the folder.
  public func copy(named name: String) throws -> BookCatalog {
    try catalog.backup(to: "\(path)/\(name)")
    return try BookCatalog.open("\(path)/\(name)", options: Self.options(time))
  }

  private static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  /// The header of a PNG of 20 by 30 pixels.
  private static let image: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 20, 0, 0, 0, 30, 8, 2]

  /// Edits books as the owner and as others, and adds sources.
  private func makeSteps() async throws {
    for number in 20..<28 {
      time.advance()
      let command = "catalog edit-publisher \(id(number)) /home/private"
      try await note("edit", catalog.recording(command: command).edit(id(number)) { $0.publisher = "Own \(number)" })
    }
    let cover = try OwnCovers(ofCatalogAt: catalog.path).store(Self.image)
    try await note("cover", catalog.edit(id(30)) { $0.cover = cover })
    for (number, person) in [(31, "Ed"), (32, "Ed"), (33, "Olga"), (36, "Olga")] {
      time.advance()
      let theirs = try catalog.acting(as: person)
      try await note("edit-by-\(person)", theirs.edit(id(number)) { $0.publisher = "\(person)'s house" })
      try await note("rating-by-\(person)", theirs.edit(id(number)) { $0.rating = person == "Ed" ? 1 : 4.5 })
    }
    try await catalog.write { [path] transaction in
      try transaction.addSource("home", kind: .folder, location: "\(path)/books")
      try transaction.addSource("news", kind: .opds, location: "https://feeds.example/opds?key=private")
      try transaction.pauseSource("news")
    }
    for (name, query) in [
      ("open", "year:1960.."), ("kids", "shelf:kids"), ("grown", "-shelf:kids"), ("loved", "rating:4.. is:read"),
      ("noted", "notes~/amber/"),
    ] { _ = try await catalog.saveSearch(name, query) }
  }

  /// Names the step of a change.
  private func note(_ name: String, _ outcome: ChangeOutcome) { named.withLock { $0[name] = outcome.step } }

  /// Gives each person values of their own, and shares some people's reviews.
  private func makeMarks(_ random: inout SeededGenerator) async throws {
    for (index, person) in Self.people.enumerated() {
      var marks: [(book: Book.ID, state: ReadState, rating: Double?, finished: PartialDate?, text: String)] = []
      for number in stride(from: index, to: 290, by: 7) {
        let state = random.pick(ReadState.allCases)
        let year = try PartialDate(year: 2017 + number % 2, month: 1 + number % 12)
        let rating = random.oneIn(2) ? Double(1 + random.roll(5)) : nil
        marks.append((id(number), state, rating, state == .read ? year : nil, "\(person) on \(number), zircon"))
      }
      time.advance()
      try await catalog.seen(by: person).write { [self, marks] transaction in
        for (book, state, rating, finished, text) in marks {
          let outcome = try transaction.edit(book) { draft in
            (draft.readState, draft.rating, draft.finished) = (state, rating, finished)
            (draft.notes, draft.review) = ("\(text): a note", "\(text): a review")
          }
          note("mark-of-\(person)", outcome)
        }
      }
      let rated = try await catalog.seen(by: person).edit(id(index + 40)) { $0.rating = Double(index % 5 + 1) }
      note("rating-of-\(person)", rated)
    }
    try await catalog.showReviews(true)
    for person in ["Rita", "Kim"] { try await catalog.seen(by: person).showReviews(true) }
  }

  /// Removes, merges and undoes, and stores the metadata of a provider.
  private func makeDecisions() async throws {
    time.advance()
    try await catalog.remove(id(50))
    try await note("remove", catalog.remove(id(51)))
    try await note("merge", catalog.merge([id(52), id(54)]))
    let undone = try await catalog.edit(id(55)) { $0.title = "An undone title" }
    try await catalog.undo(undone)
    let marked = try await catalog.seen(by: "Rita").edit(id(56)) { $0.rating = 2 }
    try await catalog.seen(by: "Rita").undo(marked)
    note("undone", undone)
    note("undone-by-Rita", marked)
    // Other editions of some books.
    for number in [60, 61, 62] {
      let book = try await catalog.book(id(number))
      try await catalog.edit(id(number + 10)) { draft in
        (draft.title, draft.authors) = (book?.title ?? "", book?.authors ?? [])
        (draft.isbn, draft.series, draft.seriesNumber) = (nil, nil, nil)
      }
    }
    try await catalog.write { [self] transaction in
      for number in [80, 81, 82] {
        var metadata = ProviderMetadata()
        metadata.cover = "https://covers.example/provided/\(number).jpg"
        (metadata.description, metadata.averageRating) = ("Provided description \(number)", 3.5)
        try transaction.keep(metadata, of: id(number), from: "provider")
      }
    }
    time.advance()
  }
}

/// A clock that stands still until it is advanced. It begins in 2019.
private final class StoppedClock: Sendable {
  private let seconds = Mutex(1_546_340_400.0)

  var now: Date { seconds.withLock { Date(timeIntervalSince1970: $0) } }

  /// Advances the clock by an hour.
  func advance() { seconds.withLock { $0 += 3_600 } }
}
