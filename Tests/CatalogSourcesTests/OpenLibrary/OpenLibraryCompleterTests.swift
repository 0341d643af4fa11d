import Catalog
import CatalogTestSupport
import Synchronization
import TestExpectations
import Testing

@testable import CatalogSources

/// Counts the requests that get a turn.
private actor CountedTurns: RequestTurns {
  private(set) var count = 0

  func perform<Answer: Sendable>(_ request: @Sendable () async throws -> Answer) async throws -> Answer {
    count += 1
    return try await request()
  }
}

@Suite("Which books Open Library says that numbers are") struct OpenLibraryCompleterTests {
  private func record(isbn: String? = nil, keys: String...) throws -> SourceRecord {
    var fields: [BookField: String?] = [:]
    if let isbn { fields[.isbn] = isbn }
    if !keys.isEmpty { fields[.identifiers] = keys.map { "openlibrary | \($0)" }.joined(separator: "; ") }
    return try SourceRecord("r", fields)
  }

  @Test("many ISBNs are one question, and so are many keys of a kind; each is one turn")
  func together() async throws {
    let transport = ScriptedTransport { _ in
      OpenLibraryFixture.json(
        OpenLibraryFixture.search(OpenLibraryFixture.foxDocument, OpenLibraryFixture.duneDocument))
    }
    let turns = CountedTurns()
    let completer = OpenLibraryCompleter(try OpenLibraryFixture.provider(transport), turns: turns)
    let found = try await completer.completions(of: [
      record(isbn: "0-14-032872-6"), record(isbn: "9780441013593"), record(keys: "OL7353617M", "OL45804W"),
      record(keys: "OL893415W"),
    ])
    expectEqual(found.map { $0?.title }, ["Clever Fox", "Dune", "Clever Fox", "Dune"])
    expectEqual(
      found.map { $0?.authors ?? [] },
      [
        ["Ada Writer", "Ben Second"], ["Frank Herbert"], ["Ada Writer", "Ben Second"], ["Frank Herbert"],
      ])
    expectEqual(found.map { $0?.firstPublished?.year }, [1970, 1965, 1970, 1965])
    // The user's edition of a work is unknown.
    expectEqual(found.map { $0?.isbn?.digits }, [nil, nil, "9780140328721", nil])
    expectEqual(
      transport.requests.map { $0.parameter("q") },
      [
        "isbn:(9780140328721 OR 9780441013593)", "edition_key:(OL7353617M)", "key:(/works/OL893415W)",
      ])
    await expectEqual(turns.count, 3)
  }

  @Test("a work that was merged is found by the name that it has now, and what is nowhere is nil")
  func merged() async throws {
    let transport = ScriptedTransport { request in
      switch request.url {
      case let url where url.contains("/search.json"):
        let isOther = request.parameter("q")?.contains("OL893415W") ?? false
        return OpenLibraryFixture.json(
          isOther ? OpenLibraryFixture.search(OpenLibraryFixture.duneDocument) : OpenLibraryFixture.search())
      case let url where url.hasSuffix("/works/OL1W.json"):
        return OpenLibraryFixture.json(#"{"type":{"key":"/type/redirect"},"location":"/works/OL893415W"}"#)
      case let url where url.hasSuffix("/works/OL893415W.json"):
        return OpenLibraryFixture.json(#"{"key":"/works/OL893415W","title":"Dune","type":{"key":"/type/work"}}"#)
      default: return nil
      }
    }
    let turns = CountedTurns()
    let completer = OpenLibraryCompleter(try OpenLibraryFixture.provider(transport), turns: turns)
    let found = try await completer.completions(of: [record(keys: "OL1W"), record(keys: "OL2W")])
    expectEqual(found.map { $0?.title }, ["Dune", nil])
    expectEqual(found[0]?.authors, ["Frank Herbert"])
  }

  @Test("what has neither an ISBN nor a key of its own is not asked for")
  func kinds() throws {
    let provider = try OpenLibraryFixture.provider(ScriptedTransport { _ in nil })
    let completer = OpenLibraryCompleter(provider, turns: CountedTurns())
    try #expect(completer.knowsKind(of: record(isbn: "9780441013593")))
    try #expect(completer.knowsKind(of: record(keys: "OL1W")) && completer.knowsKind(of: record(keys: "OL1M")))
    try #expect(!completer.knowsKind(of: record(keys: "OL1A")))
    try #expect(!completer.knowsKind(of: SourceRecord("r", [.identifiers: "goodreads | 12"])))
    expectEqual(completer.batch, 25)
  }
}
