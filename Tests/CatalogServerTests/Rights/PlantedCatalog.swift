import Catalog
import CatalogSources
import CatalogTestSupport
import Testing

@testable import CatalogServer

/// A book in which each text is a word that no other book has.
struct PlantedBook {
  var id: Book.ID = 0
  let isForChildren: Bool
  /// The words by the name of the field that contains them.
  let words: [String: String]
  let privateWords: [String]
  let tags: [String]
  let language: String
  let year: Int
  let state: ReadState

  var title: String { words["title"] ?? "" }
  /// The word in the owner's review.
  var review: String { privateWords[3] }
  var authors: [String]
  var series: String { words["series"] ?? "" }
}

/// A random catalog, served to viewers with all kinds of rights. One of them sees only the books for children.
struct PlantedCatalog {
  /// A viewer who sends requests.
  enum Asker: String, CaseIterable {
    case guest, openGuest, reader, editor, owner, child, openChild
    /// A viewer whose role is not known to the server.
    case lost

    var role: Role? {
      switch self {
      case .guest, .openGuest: nil
      case .reader: .reader
      case .editor: .editor
      case .owner: .owner
      case .child, .openChild: .limited("child")
      case .lost: .limited("lost")
      }
    }

    /// True if the viewer has personal marks and sees all of them.
    var hasMarks: Bool { ![.guest, .openGuest, .owner].contains(self) }
    var isOpen: Bool { self == .openGuest || self == .openChild }

    var isLimited: Bool { [.child, .openChild, .lost].contains(self) }

    func sees(_ book: PlantedBook) -> Bool { self == .lost ? false : !isLimited || book.isForChildren }
  }

  /// An id that no book has, with as many digits as those of books.
  static let noBook = 97

  let temporary: TemporaryCatalog
  let site: CatalogSite
  let books: [PlantedBook]
  /// The tag of all books that are not for children, that of the books for children, and a tag of both.
  let adult: String
  let children: String
  let shared: String
  /// The query that finds the books for children.
  let query: String
  private let tokens: [Asker: String]
  /// The marks of each person on each book: the read state and personal words.
  private let marks: [Asker: [Book.ID: (state: ReadState, word: String, review: String)]]
  /// The people who share their reviews with all accounts.
  private let reviewers: Set<Asker>

  var catalog: BookCatalog { temporary.catalog }

  /// Returns queries that find the books for children.
  static func queries(children: String, adult: String) -> [String] {
    [
      "tag:\(children)", "-tag:\(adult)", "shelf:kids", "@young", "-@grown", "tag:\(children) OR shelf:kids", children,
      "tag:\"=\(children)\" -tag:\(adult) @open",
    ]
  }

  /// - Parameter number: The index of the query, or `nil` for a random one.
  init(_ random: inout SeededGenerator, query number: Int? = nil) async throws {
    temporary = try TemporaryCatalog()
    (adult, children, shared) = (random.plantedWord(), random.plantedWord(), random.plantedWord())
    var planted: [PlantedBook] = []
    for _ in 0..<Int.random(in: 10...14, using: &random) {
      planted.append(random.plantedBook(adult: adult, children: children, shared: shared))
    }
    let catalog = temporary.catalog
    let shelf = try await catalog.addField("shelf", .text)
    try await temporary.importRecords(try planted.enumerated().map { try $1.record(String($0)) })
    for (id, book) in zip(
      try await catalog.ids(of: ""), try await catalog.page(size: 100).books.sorted { $0.id < $1.id })
    {
      let place = try #require(planted.firstIndex { $0.title == book.title })
      planted[place].id = id
      let text = (planted[place].isForChildren ? "kids " : "cellar ") + (planted[place].privateWords.last ?? "")
      _ = try await catalog.edit(id) { $0[shelf] = .text(text) }
    }
    books = planted.sorted { $0.id < $1.id }
    _ = try await catalog.saveSearch("young", "shelf:kids")
    _ = try await catalog.saveSearch("grown", "-shelf:kids")
    _ = try await catalog.saveSearch("open", "year:1000..")
    // The words of the query belong to a hidden book.
    if let hidden = planted.first(where: { !$0.isForChildren }) {
      _ = try await catalog.saveSearch("surprise", "title:\(hidden.title) tag:\(adult)")
    }
    let queries = Self.queries(children: children, adult: adult)
    query = number.map { queries[$0] } ?? random.pick(queries)
    var tokens: [Asker: String] = [:]
    var marks: [Asker: [Book.ID: (state: ReadState, word: String, review: String)]] = [:]
    for asker in Asker.allCases where asker.hasMarks {
      let theirs = try catalog.seen(by: asker.rawValue)
      for book in books {
        let mark = (state: random.pick(ReadState.allCases), word: random.plantedWord(), review: random.plantedWord())
        marks[asker, default: [:]][book.id] = mark
        _ = try await theirs.edit(book.id) {
          ($0.readState, $0.notes, $0.review) = (mark.state, "My \(mark.word).", "I say \(mark.review).")
        }
      }
    }
    self.marks = marks
    for asker in Asker.allCases {
      guard let role = asker.role else { continue }
      try await catalog.addAccount(asker.rawValue, role: role)
      tokens[asker] = try await catalog.addDeviceToken("program", of: asker.rawValue).secret
    }
    self.tokens = tokens
    reviewers = Set([.owner, .reader, .editor, .child, .lost].filter { _ in random.oneIn(2) })
    for reviewer in reviewers {
      try await (reviewer == .owner ? catalog : catalog.seen(by: reviewer.rawValue)).showReviews(true)
    }
    site = CatalogSite(catalog, roles: try LimitedRoles(["child=\(query)"]))
  }

  /// Returns the read state of a book as the viewer sees it.
  func state(of book: PlantedBook, for asker: Asker) -> ReadState { marks[asker]?[book.id]?.state ?? book.state }

  /// Returns the viewer's personal texts on a book, as far as they are shown to the viewer.
  func ownWords(of book: PlantedBook, by asker: Asker) -> [String] {
    guard !asker.isOpen, asker.sees(book), let mark = marks[asker]?[book.id] else { return [] }
    return [mark.word, mark.review]
  }

  /// Returns the reviews of other people that the viewer can see.
  func reviews(of book: PlantedBook, for asker: Asker) -> [String] {
    guard asker.role != nil, !asker.isOpen, asker.sees(book) else { return [] }
    return reviewers.filter { $0 != asker }.compactMap { marks[$0]?[book.id]?.review ?? book.review }
  }

  /// Returns the books that the viewer can see.
  func books(for asker: Asker) -> [PlantedBook] { books.filter(asker.sees) }

  /// Returns the books that are hidden from the viewer.
  func hidden(from asker: Asker) -> [PlantedBook] { books.filter { !asker.sees($0) } }

  /// Returns the words that the viewer must never see.
  func forbidden(to asker: Asker) -> Set<String> {
    var words = Set(hidden(from: asker).flatMap(\.words.values))
    if asker != .owner { words.formUnion(books.flatMap(\.privateWords)) }
    words.formUnion(marks.values.flatMap(\.values).flatMap { [$0.word, $0.review] })
    words.subtract(books.flatMap { ownWords(of: $0, by: asker) + reviews(of: $0, for: asker) })
    if !books(for: asker).contains(where: { $0.tags.contains(adult) }) { words.insert(adult) }
    return words
  }

  /// Returns the words that the viewer sees in some reply.
  func visible(to asker: Asker) -> Set<String> {
    let books = books(for: asker)
    return Set(books.flatMap { $0.words.values + ownWords(of: $0, by: asker) })
  }

  /// Opens an event stream.
  func listen(_ asker: Asker, lastEventID: String? = nil) async throws -> EventListener {
    var fields: HeaderFields = [:]
    if let lastEventID { fields.set("Last-Event-ID", lastEventID) }
    let response = try await site.answer(request(asker, .get, "/events", fields)).response()
    guard case .events(let stream) = response.body else { throw Problem(500) }
    return EventListener(stream)
  }

  private func request(
    _ asker: Asker, _ method: Request.Method, _ address: String, _ fields: HeaderFields, body: String = ""
  ) throws -> Request {
    var fields = fields
    if let token = tokens[asker] { fields.set("Authorization", "Bearer \(token)") }
    return try Request(
      method, address, fields: fields, client: asker.isOpen ? AccountTrial.stranger : AccountTrial.secure,
      body: Array(body.utf8))
  }

  /// Sends a request and returns the whole reply as text.
  func ask(
    _ asker: Asker, _ method: Request.Method = .get, _ address: String, _ fields: HeaderFields = [:],
    body: String = ""
  ) async throws -> Told {
    let request = try request(asker, method, address, fields, body: body)
    do { return try Told(try await site.answer(request).response()) } catch let problem as Problem {
      return Told(
        status: problem.status, fields: problem.fields, body: "\(problem.title): \(problem.detail ?? "")",
        isUnchanged: false)
    }
  }
}

/// A reply.
struct Told: Equatable {
  let status: Int
  let fields: HeaderFields
  let body: String
  /// True if the client already has the reply.
  let isUnchanged: Bool

  /// The whole reply.
  var text: String {
    // The modification time is omitted for two seconds after a change.
    let lines = fields.lines.filter { $0.name != "last-modified" }
    return "\(status)\n" + lines.map { "\($0.name): \($0.value)\n" }.joined() + body
  }

  /// The ids of books in the reply.
  var books: Set<Int> { ReplyScan(text).books }

  init(status: Int, fields: HeaderFields, body: String, isUnchanged: Bool) {
    (self.status, self.fields, self.body, self.isUnchanged) = (status, fields, body, isUnchanged)
  }

  init(_ response: Response) throws {
    (status, fields) = (response.status, response.fields)
    switch response.body {
    case .bytes(let bytes): (body, isUnchanged) = (String(decoding: bytes, as: UTF8.self), false)
    case .stream(let stream): (body, isUnchanged) = (try stream.wholeText(), false)
    case .events(let stream):
      (body, isUnchanged) = (stream.held(), false)
      stream.end()
    case .file: (body, isUnchanged) = ("", false)
    case .omitted: (body, isUnchanged) = ("", true)
    }
  }
}

extension EventStream {
  /// The contents of the body.
  func held() -> String {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_000, alignment: 1)
    defer { buffer.deallocate() }
    while case .bytes(let count) = take(into: buffer, orWaitBy: { {} }) { bytes += buffer.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SeededGenerator {
  /// Returns a unique word of ten letters that are part of no word of a page.
  mutating func plantedWord() -> String {
    "zq" + String((0..<8).map { _ in pick("bcdfghjkmnpqrstvwxz") })
  }

  fileprivate mutating func plantedBook(adult: String, children: String, shared: String) -> PlantedBook {
    let isForChildren = oneIn(2)
    var words: [String: String] = [:]
    for name in ["title", "author", "tag", "series", "publisher", "description", "contributor", "file", "otherSeries"] {
      words[name] = plantedWord()
    }
    var tags = [words["tag"] ?? "", isForChildren ? children : adult]
    if oneIn(2) { tags.append(shared) }
    let authors = [words["author"] ?? ""] + (oneIn(2) ? [pick(["Ann Both", "Zoe Either"])] : [])
    return PlantedBook(
      isForChildren: isForChildren, words: words, privateWords: (0..<8).map { _ in plantedWord() }, tags: tags,
      language: pick(["eng", "deu", "fra"]), year: pick([1965, 1999, 2001]), state: pick(ReadState.allCases),
      authors: authors)
  }
}

extension PlantedBook {
  fileprivate func record(_ id: String) throws -> SourceRecord {
    func word(_ name: String) -> String { words[name] ?? "" }
    return try SourceRecord(
      id,
      [
        .title: title, .authors: authors.joined(separator: "; "), .tags: tags.joined(separator: "; "), .series: series,
        .publisher: word("publisher"), .description: "About \(word("description")).",
        .contributors: "\(word("contributor")) | trl", .otherSeries: "\(word("otherSeries")) | 2",
        .files:
          "https://books.example/\(word("file")).epub; file:///\(privateWords[0]).epub; https://x.example/a.epub?key=\(privateWords[1])",
        .language: language, .published: String(year), .readState: state.rawValue, .notes: "Of \(privateWords[2]).",
        .review: "As \(review).", .copies: privateWords[4], .attachments: "file:///\(privateWords[5]).pdf",
        .cover: "https://covers.example/\(privateWords[6]).jpg?key=1",
      ])
  }
}
