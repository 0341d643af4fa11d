import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogServer

@Suite struct FeedTreeTests {
  private static func walks(_ books: [Book]) async throws -> (BookCatalog, [FeedWalk]) {
    let catalog = try BookCatalog.temporary(holding: books)
    let site = CatalogSite(catalog)
    var walks: [FeedWalk] = []
    for format in [Format.opds, .atom] {
      var walk = FeedWalk(site, format)
      try await walk.walk()
      walks.append(walk)
    }
    return (catalog, walks)
  }

  @Test(arguments: SimulatedSeeds.range(count: 2))
  func `every book is in the feeds of all books, its authors, its series and its tags in both formats`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let made = (0..<110).map { _ in
      var book = Book(id: 0, title: "T" + random.text(upTo: 4))
      book.authors = (0..<Int.random(in: 0...2, using: &random)).map { _ in "A\(Int.random(in: 0...12, using: &random))"
      }
      book.tags = random.oneIn(2) ? [random.pick(["sf", "SF", "classic"])] : []
      book.series = random.oneIn(3) ? random.pick(["Dune", "dune", "Ring"]) : nil
      book.language = random.pick(["en", "eng", "de", nil])
      book.readState = random.pick(ReadState.allCases)
      return book
    }
    let (catalog, walks) = try await Self.walks(made)
    let books = try await catalog.read { snapshot in
      var books: [Book] = []
      try snapshot.forEachBook { books.append($0) }
      return books
    }
    for walk in walks {
      let name = "\(walk.format.fileExtension), seed \(seed)"
      func ids(_ title: String, in menu: String = "/opds") throws -> [String] {
        walk.books(from: try #require(walk.address(of: title, in: menu), "\(title), \(name)")).map(\.id)
      }
      func identifier(_ book: Book) -> String { "urn:uuid:\(book.uuid.lowercaseText)" }
      let all = Set(books.map(identifier))
      #expect(try Set(ids("All books")) == all && ids("All books").count == books.count, "\(name)")
      try expectEqual(ids("Newest"), books.map(identifier), "\(name)")
      for author in Set(books.flatMap(\.authors)) {
        try expectEqual(
          Set(ids(author, in: "/opds/authors")), Set(books.filter { $0.authors.contains(author) }.map(identifier)))
      }
      for tag in Set(books.flatMap(\.tags)) {
        try expectEqual(Set(ids(tag, in: "/opds/tags")), Set(books.filter { $0.tags.contains(tag) }.map(identifier)))
      }
      for series in Set(books.compactMap(\.series)) {
        try expectEqual(Set(ids(series, in: "/opds/series")), Set(books.filter { $0.series == series }.map(identifier)))
      }
      try expectEqual(
        Set(ids("English", in: "/opds/languages")),
        Set(books.filter { ["en", "eng"].contains($0.language) }.map(identifier)))
      try expectEqual(Set(ids("Reading")), Set(books.filter { $0.readState == .reading }.map(identifier)))
      try expectEqual(Set(ids("To read")), Set(books.filter { $0.readState == .want }.map(identifier)))
      for feed in walk.feeds.values {
        for entry in feed.entries {
          if let count = entry.count { expectEqual(walk.feeds[entry.address]?.total, count, "\(entry)") }
        }
      }
    }
    expectEqual(Set(walks[0].feeds.keys), Set(walks[1].feeds.keys))
  }

  @Test(arguments: SimulatedSeeds.range(count: 2))
  func `hostile texts break no feed and appear only as text`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let (_, walks) = try await Self.walks(HostileBooks.books(25, &random))
    for walk in walks {
      for text in walk.texts {
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
        if walk.format == .atom { #expect(!text.contains("<script") && !text.contains("<![CDATA")) }
      }
    }
    expectEqual(walks[0].feeds.keys.sorted(), walks[1].feeds.keys.sorted(), "seed \(seed)")
    for (address, feed) in walks[0].feeds {
      let other = try #require(walks[1].feeds[address])
      expectEqual(feed.books.map(\.id), other.books.map(\.id), "\(address), seed \(seed)")
      expectEqual(feed.facets.map(\.count), other.facets.map(\.count), "\(address), seed \(seed)")
    }
  }

  @Test func `an empty catalog has a menu and empty lists`() async throws {
    let (_, walks) = try await Self.walks([])
    for walk in walks {
      #expect(walk.books(from: try #require(walk.address(of: "All books"))).isEmpty)
      expectEqual(walk.feeds["/opds/authors"]?.entries.isEmpty, true)
    }
  }

  @Test(arguments: [Format.opds, .atom])
  func `many authors are split into menus of at most a hundred, each author in one menu`(format: Format) async throws {
    var random = SeededGenerator(seed: 7)
    let catalog = try BookCatalog.temporary(
      holding: (0..<160).map { number in
        var book = Book(id: 0, title: "Book \(number)")
        let surname = random.pick(["Lee", "Le Guin", "Lem", "村", "Łem"])
        book.authors = (0..<2).map { "\(random.pick(["Ann", "Bo", "Cy"])) \(surname)\(number) \($0)" }
        return book
      })
    let walk = FeedWalk(CatalogSite(catalog), format)
    var waiting = ["/opds/authors"]
    var authors: [String] = []
    while let address = waiting.popLast() {
      let menu = try await walk.feed(address)
      #expect(menu.problems.isEmpty && menu.entries.count <= 100 && menu.address("next") == nil)
      waiting += menu.entries.map(\.address).filter { $0.hasPrefix("/opds/authors") }
      authors += menu.entries.filter { $0.address.hasPrefix("/opds/books") }.map(\.title)
    }
    #expect(authors.count == 320 && Set(authors).count == 320)
  }

  @Test func `control characters and others that no format allows are omitted from both formats`() throws {
    var book = Book(id: 1, uuid: UUID(), title: "a\u{0}b\u{FFFE}c\u{1}", added: Date())
    book.authors = ["\u{0}"]
    book.description = "x\u{0}y\nz"
    let publication = Publication(
      book: book, files: [BookFileLink(address: "/x", type: "text/html", size: nil)], cover: nil)
    var feed = Feed(kind: .acquisition, title: "x", address: "/opds/x", updated: Date())
    feed.links = [FeedLink(relation: "start", address: "/opds", kind: .navigation)]
    feed.publications = [publication]
    let json = try WalkedFeed(json: OPDSWriter.bytes(of: feed, basePath: ""))
    let atom = try WalkedFeed(atom: AtomWriter.bytes(of: feed, basePath: ""))
    for read in [json, atom] {
      #expect(read.problems.isEmpty && read.books.map(\.title) == ["abc"])
      expectEqual(read.books.first?.authors, [])
    }
  }
}
