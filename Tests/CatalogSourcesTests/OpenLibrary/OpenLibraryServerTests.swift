import Catalog
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@Suite("Open Library over HTTP")
struct OpenLibraryServerTests {
  typealias Fixture = OpenLibraryFixture

  private let now = Date(timeIntervalSince1970: 784_111_777)

  /// - Parameter patience: The seconds without a byte after which a request fails. Only tests of this limit use a short
  ///   one, because the machine may be busy.
  private func provider(
    _ server: ChaosServer, contact: String? = "ada@books.example", patience: Double = 300
  ) throws -> OpenLibraryProvider {
    try OpenLibraryProvider(
      settings: Fixture.settings(contact: contact, address: server.url),
      transport: transport(contact: contact) { $0.idleTimeout = .seconds(patience) }, now: { [now] in now })
  }

  private func fails(
    _ answer: ChaosAnswer, _ code: SourceFailure.Code, _ words: String, contact: String? = "ada@books.example",
    retryAfter: Double? = nil, patience: Double = 300, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    let server = try ChaosServer { _ in answer }
    let provider = try provider(server, contact: contact, patience: patience)
    let failure = await #expect(throws: SourceFailure.self, sourceLocation: sourceLocation) {
      try await provider.answers(to: [Fixture.query(Fixture.fox)])
    }
    #expect(
      failure?.code == code && failure?.retryAfter == retryAfter.map { .seconds($0) }, "\(failure as Any)",
      sourceLocation: sourceLocation)
    #expect(failure?.description.contains(words) == true, "\(failure as Any)", sourceLocation: sourceLocation)
    expectEqual(server.requests.count, 1, sourceLocation: sourceLocation)
  }

  @Test("it is asked with the contact in the User-Agent, and its answer is read, packed or not")
  func asked() async throws {
    let server = try ChaosServer { _ in .gzip(Array(Fixture.search(Fixture.foxDocument, Fixture.duneDocument).utf8)) }
    let provider = try provider(server)
    expectEqual(provider.host, "127.0.0.1:\(server.port)")
    let answers = try await provider.answers(to: [Fixture.query(Fixture.dune), Fixture.query(Fixture.fox)])
    expectEqual(answers.map(\.metadata?.key), ["OL893415W", "OL45804W"])
    let request = try #require(server.requests.first)
    #expect(request.path == "/search.json" && request.query["q"] == "isbn:(9780441013593 OR 9780140328721)")
    expectEqual(request.headers["user-agent"]?.contains("ada@books.example"), true)
  }

  @Test("429 says how long to wait, in both forms")
  func busy() async throws {
    try await fails(.busy(429, retryAfter: "7"), .busy, "too many requests", retryAfter: 7)
    try await fails(.busy(429, retryAfter: "Sun, 06 Nov 1994 08:50:37 GMT"), .busy, "too many requests", retryAfter: 60)
    try await fails(.busy(503, retryAfter: nil), .busy, "503")
  }

  @Test("an address where there is no Open Library, and what comes before any answer, is no row's fault")
  func nobody() async throws {
    try await fails(.status(404), .unreachable, "Open Library was not found at this address")
    try await fails(.status(422), .failed, "422")
    try await fails(.status(530), .busy, "530")
    let transport = ScriptedTransport { request in
      throw SourceFailure(.failed, request.url, cause: "its certificate is not to be trusted", hint: "CURL_CA_BUNDLE")
    }
    let failure = await #expect(throws: SourceFailure.self) {
      try await Fixture.provider(transport).answers(to: [Fixture.query(Fixture.fox)])
    }
    #expect(failure?.code == .unreachable && failure?.hint == "CURL_CA_BUNDLE")
  }

  @Test("403 says to set a contact, what to write and where; and what is wrong with one that is set")
  func denied() async throws {
    try await fails(.status(403), .denied, "contact = you@example.org", contact: nil)
    try await fails(.status(403), .denied, "/missing/catalog/settings", contact: nil)
    try await fails(.status(403), .denied, "although they name ada@books.example")
  }

  @Test("what breaks off, is no JSON, or is no answer at all is told apart")
  func broken() async throws {
    let text = Array(Fixture.search(Fixture.foxDocument).utf8)
    try await fails(.truncated(Array(text.dropLast(9)), announcing: text.count), .unreachable, "ended too early")
    try await fails(.bytes(Array(text.dropLast(9))), .malformed, "JSON")
    try await fails(.text("<html>Sign in", type: "text/html"), .malformed, "HTML")
    try await fails(.noAnswer, .unreachable, "without a response")
    try await fails(.endless(Array(#"{"docs":[],"more":""#.utf8)), .tooLarge, "bytes")
  }

  @Test("a server that sends nothing is given up")
  func slow() async throws {
    let gate = ChaosGate()
    try await fails(.text("{}").held(by: gate), .timedOut, "stopped sending", patience: 2)
    gate.open()
  }

  @Test("a merged work is followed from record to record, and an ISBN from address to address")
  func redirects() async throws {
    let server = try ChaosServer { request in
      switch request.path {
      case "/works/OL1W.json":
        .text(#"{"key":"/works/OL1W","type":{"key":"/type/redirect"},"location":"/works/OL2W"}"#)
      case "/works/OL2W.json": .text(#"{"key":"/works/OL2W","type":{"key":"/type/work"},"description":"There."}"#)
      case "/isbn/9780140328721.json": .redirect(to: "/books/OL7353617M.json")
      case "/books/OL7353617M.json": .text(#"{"key":"/books/OL7353617M","title":"Fox","isbn_13":["9780140328721"]}"#)
      default: .status(404)
      }
    }
    var known = ProviderMetadata()
    known.key = "OL1W"
    let found = try await provider(server).rest(of: Fixture.query(nil, known: known)).metadata
    #expect(found?.key == "OL2W" && found?.description == "There.")
    try await expectEqual(provider(server).book(key: "9780140328721").fields[.title], .text("Fox"))
    expectEqual(server.log[.redirect], 1)
  }

  @Test("cancelling ends a request")
  func cancelled() async throws {
    let gate = ChaosGate()
    let server = try ChaosServer { _ in .text("{}").held(by: gate) }
    let provider = try provider(server)
    let task = Task { try await provider.answers(to: [Fixture.query(Fixture.fox)]) }
    await server.reached { $0[.latency] == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    gate.open()
  }
}
