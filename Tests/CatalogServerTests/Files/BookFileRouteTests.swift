import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogServer

@Suite struct BookFileRouteTests {
  private static let stranger = Client(
    address: NetworkAddress("192.0.2.1"), isLocal: false, isSecure: false, host: "books.example")

  private let folder = TemporaryFolder()
  private let outside = TemporaryFolder()
  private let catalog: BookCatalog
  private let site: CatalogSite
  private let trial: ServerTrial

  /// Creates a book with files: one in the folder of a source, two elsewhere, links in both directions, and one missing
  /// file.
  init() async throws {
    try folder.write("dune.epub", "0123456789")
    try folder.write("notes.secret", "private")
    try outside.write("dune.epub", "elsewhere")
    for name in ["attached.epub", "attached"] { try outside.write(name, "attached") }
    for (link, target) in [
      ("link.epub", outside.file("dune.epub")), ("named.epub", folder.file("notes.secret")),
    ] {
      try FileManager.default.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
    }
    var book = Book(id: 0, title: "Dune / \"Message\"\r\n村")
    book.authors = ["Frank Herbert"]
    book.files =
      [
        folder.file("dune.epub"), outside.file("dune.epub"), folder.file("gone.epub"), folder.file("link.epub"),
        folder.file("../\(outside.path.split(separator: "/").last ?? "")/dune.epub"), folder.file("notes.secret"),
        folder.file("named.epub"), "/etc/passwd",
      ].map { BookFile(path: $0) }
      + [BookFile(address: "https://books.example/dune.pdf")]
    book.attachments = [BookFile(path: outside.file("attached.epub")), BookFile(path: outside.file("attached"))]
    catalog = try BookCatalog.temporary(holding: [book])
    try await catalog.write { [folder] in _ = try $0.addSource("home", kind: .folder, location: folder.path) }
    site = CatalogSite(catalog)
    trial = ServerTrial(site)
  }

  private func bytes(_ reply: Reply) -> (count: Int, range: Range<Int>)? {
    if case .file(let file, let range) = reply.payload { (file.size, range) } else { nil }
  }

  @Test func `a file is served whole, in part or not at all, with a name that contains no path`() async throws {
    let reply = await trial.ask("GET", "/book/1/file/1")
    #expect(reply.status == 200 && bytes(reply)?.range == 0..<10)
    expectEqual(reply.fields["content-type"], "application/epub+zip")
    expectEqual(
      reply.fields["content-disposition"],
      """
      attachment; filename="Dune _ _Message_ _ - Frank Herbert.epub"; \
      filename*=UTF-8''Dune%20_%20_Message_%20%E6%9D%91%20-%20Frank%20Herbert.epub
      """)
    expectEqual(reply.fields["content-security-policy"]?.contains("sandbox"), true)
    let head = await trial.ask("HEAD", "/book/1/file/1")
    #expect(head.status == 200 && bytes(head) == nil)
    let part = await trial.ask("GET", "/book/1/file/1", ["Range": "bytes=2-4"])
    #expect(part.status == 206 && bytes(part)?.range == 2..<5 && part.fields["content-range"] == "bytes 2-4/10")
    await expectEqual(trial.ask("GET", "/book/1/file/1", ["Range": "bytes=10-"]).status, 416)
  }

  @Test func `only files inside a source's folder are served, wherever links lead`() async throws {
    for number in 2...8 { await expectEqual(trial.ask("GET", "/book/1/file/\(number)").status, 410, "file \(number)") }
    for name in ["0", "-1", "x", "99", "99999999999999999999", "9", "%2e%2e"] {
      #expect([400, 404].contains(await trial.ask("GET", "/book/1/file/\(name)").status), "\(name)")
    }
    await expectEqual(trial.ask("GET", "/book/2/file/1").status, 404)
    _ = try await catalog.removeSource("home", .keepBooks)
    await expectEqual(trial.ask("GET", "/book/1/file/1").status, 410)
  }

  @Test func `a file that the user attached is served from its location, except to strangers`() async throws {
    let reply = await trial.ask("GET", "/book/1/file/10")
    #expect(reply.status == 200 && bytes(reply)?.count == 8)
    await expectEqual(trial.ask("GET", "/book/1/file/11").status, 410, "no kind of file that books have")
    let response = try await FeedWalk(site, .opds, client: Self.stranger).response("/book/1/file/1")
    expectEqual(response.status, 200)
    await #expect(throws: Problem.notFound) {
      try await FeedWalk(site, .opds, client: Self.stranger).response("/book/1/file/10")
    }
  }

  @Test(arguments: [Format.opds, .atom])
  func `a feed offers existing local files and files of the web at their addresses`(format: Format) async throws {
    let books = try await FeedWalk(site, format).feed("/opds/books").books
    expectEqual(books[0].files.map(\.address), ["/book/1/file/1", "https://books.example/dune.pdf", "/book/1/file/10"])
    expectEqual(books[0].files.map(\.type), ["application/epub+zip", "application/pdf", "application/epub+zip"])
  }
}
