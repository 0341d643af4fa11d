import Catalog
import CatalogSources
import CatalogTestSupport
import Platform
import TestExpectations
import Testing

/// Tests of scripts/demo-openlibrary.py, with which people try out metadata.
@Suite("The small Open Library of the demonstration", .enabled(if: access("/usr/bin/python3", X_OK) == 0))
struct DemonstrationTests {
  /// A server that is stopped when it is released.
  private struct Server {
    let process: ChildProcess
    let address: String

    init(_ options: String...) throws {
      let script =
        #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/scripts/demo-openlibrary.py"
      let pipe = try Pipe()
      process = try ChildProcess(
        ["/usr/bin/python3", script, "0"] + options, environment: ["PATH": "/usr/bin:/bin"],
        streams: [.file("/dev/null", flags: O_RDONLY), .descriptor(pipe.writeEnd), .descriptor(STDERR_FILENO)])
      close(pipe.writeEnd)
      var line: [UInt8] = []
      var byte: UInt8 = 0
      // The server prints its address once it listens, or exits.
      while read(pipe.readEnd, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
      close(pipe.readEnd)
      address = String(decoding: line, as: UTF8.self)
    }

    func provider(contact: String? = "ada@books.example") throws -> OpenLibraryProvider {
      var settings = try Settings(environment: ["XDG_CONFIG_HOME": "/missing"])
      (settings.contact, settings.openLibrary, settings.openLibraryCovers) = (contact, address, address)
      return try OpenLibraryProvider(settings: settings, transport: transport(contact))
    }

    func transport(_ contact: String? = nil) -> CurlTransport {
      CurlTransport(options: CurlTransport.Options(version: "1", contact: contact, environment: [:]))
    }
  }

  private let folder = TemporaryFolder()

  private func query(_ isbn: String) throws -> MetadataQuery {
    MetadataQuery(book: 1, isbn: try ISBN(isbn), title: "?", authors: [])
  }

  private func metadata(_ answer: MetadataAnswer?) -> ProviderMetadata? {
    if case .found(let metadata, _, _)? = answer { metadata } else { nil }
  }

  @Test("the server has works, including a merged one, descriptions, books to add and covers")
  func works() async throws {
    let server = try Server()
    let provider = try server.provider()
    let queries = [try query("9780618260300"), try query("0441013597"), try query("9781098134181")]
    let found = try await provider.answers(to: queries).map { metadata($0) }
    expectEqual(found.map(\.?.title), ["The Hobbit", "Dune", nil])
    var known = queries[0]
    known = MetadataQuery(book: 1, isbn: known.isbn, title: "?", authors: [], known: found[0])
    let hobbit = try #require(metadata(try await provider.rest(of: known)))
    #expect(hobbit.description?.hasPrefix("Somebody") == true && hobbit.key != found[0]?.key)
    let book = try #require(try await provider.search("conan doyle").last)
    try await expectEqual(provider.book(key: book.key).fields[.title], .text(book.title))
    try await expectEqual(provider.book(key: "0441172717").fields[.isbn], .isbn(try ISBN("0441172717")))
    let covers = CoverCache(folder: folder.file("covers"), limit: 1_000_000, transport: server.transport())
    let cover = try await covers.cover(at: try #require(hobbit.cover))
    #expect(cover.image.kind == .png && cover.image.height == 360)
  }

  @Test("the server rejects clients without contact details and clients that send too many requests")
  func manners() async throws {
    let server = try Server("--want-contact", "--limit", "1")
    let query = try query("9780618260300")
    let denied = await #expect(throws: SourceFailure.self) {
      try await server.provider(contact: nil).answers(to: [query])
    }
    expectEqual(denied?.code, .denied)
    var failure: SourceFailure?
    for _ in 0..<20 where failure == nil {
      do { _ = try await server.provider().answers(to: [query]) } catch let error as SourceFailure { failure = error }
    }
    #expect(failure?.code == .busy && failure?.retryAfter == .seconds(1))
  }
}
