import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Searches for authors by their initials, in all ways in which people write them.
@Suite struct InitialsTests {
  private let temporary: TemporaryCatalog

  init() async throws {
    temporary = try TemporaryCatalog()
    let authors = [
      "J. K. Rowling", "J.K. Rowling", "JK Rowling", "J K Rowling", "Joanne K. Rowling", "J. R. R. Tolkien",
      "J.R.R. Tolkien", "JRR Tolkien", "J R R Tolkien", "K. J. Rowling", "K J Rowling", "Jack King", "A. S. Byatt",
      "A S Byatt", "Stephen King", "Robert Downey Jr.", "J.R.R Tolkien",
    ]
    try await temporary.importRecords(
      authors.enumerated().map { try SourceRecord("\($0)", [.title: "Book", .authors: $1]) })
  }

  /// Returns the ids of the books that a query finds, in ascending order, after comparing three ways to find them.
  private func found(_ query: String) async throws -> [Book.ID] {
    let ids = try await temporary.catalog.page(matching: query, size: 100).books.map(\.id).sorted()
    try temporary.catalog.view { snapshot in
      try expectEqual(snapshot.count(of: BookQuery(query)), ids.count, "\(query)")
      let matches = try RankedSearch(QueryParser.parse(query), connection: snapshot.connection)
        .matches(after: nil, limit: 100).matches
      expectEqual(matches.map(\.book.id).sorted(), ids, "\(query)")
    }
    return ids
  }

  @Test(arguments: [
    "jk rowling", "JK Rowling", "j.k. rowling", "J. K. Rowling", "j.k rowling", "rowling jk", "rowling j.k.",
    "author:jk rowling", "author:j.k. rowling", "author:j.k rowling",
    "author:\"jk rowling\"", "author:\"j. k. rowling\"", "author:\"J K Rowling\"", "j.k.rowling", "\"j.k. rowling\"",
    // While the last word is being typed
    "jk r", "jk rowl", "j.k. ro", "j. k. r", "author:jk row", "j.k.row", "author:j.k.row", "author:j.k.r",
  ])
  func `initials are found in all spellings`(query: String) async throws {
    try await expectEqual(found(query), [1, 2, 3, 4])
  }

  @Test(arguments: ["j k rowling", "J K Rowling", "j. k rowling", "j k rowl", "j k r"])
  func `single letters also match other names that begin with them`(query: String) async throws {
    let ids = try await found(query)
    #expect(Set(ids).isSuperset(of: [1, 2, 3, 4]) && Set(ids).isSubset(of: [1, 2, 3, 4, 5, 11, 12]), "\(ids)")
  }

  @Test(arguments: [
    "jrr tolkien", "j.r.r. tolkien", "J. R. R. Tolkien", "j r r tolkien", "author:j.r.r", "author:jrr", "j.r.r tolkien",
    "author:j.r.r.", "jrr tolk", "j r r t", "author:\"jrr tolkien\"", "author:\"j r r tolkien\"", "tolkien jrr",
  ])
  func `three initials are found in all spellings`(query: String) async throws {
    try await expectEqual(found(query), [6, 7, 8, 9, 17])
  }

  @Test func `initials with vowels need dots or spaces`() async throws {
    for query in ["a.s. byatt", "a s byatt", "A. S. Byatt", "author:a.s. byatt", "author:a.s"] {
      try await expectEqual(found(query), [13, 14], "\(query)")
    }
    try await expectEqual(found("as byatt"), [13])
    try await expectEqual(found("author:as"), [13])
  }

  @Test func `other names are not found`() async throws {
    try await expectEqual(found("author:kj"), [10, 11])
    try await expectEqual(found("jk king"), [])
    try await expectEqual(found("author:rr"), [9])
    try await expectEqual(found("author:st"), [15])
    try await expectEqual(found("title:jk"), [])
    try await expectEqual(found("-jk rowling"), [5, 10, 11])
    try await expectEqual(found("jk OR king"), [1, 2, 3, 4, 12, 15])
  }

  @Test func `letters that are next to each other only in the title are not initials`() async throws {
    // In the index, the words and their pair are the same as those of an author “J K”.
    try await temporary.importRecords(
      [try SourceRecord("x", [.title: "The J K Story", .authors: "K J Lee"])], source: "other")
    try await expectEqual(found("author:jk"), [1, 2, 3, 4])
    try await expectEqual(found("jk"), [1, 2, 3, 4])
    try await expectEqual(found("author:kj lee"), [18])
  }

  @Test func `initials are not found in other fields`() async throws {
    try await temporary.importRecords(
      [try SourceRecord("x", [.title: "C S S", .authors: "Ann Lee", .tags: "p h p"])], source: "other")
    for query in ["css", "php"] { try await expectEqual(found(query), [], "\(query)") }
    try await expectEqual(found("c s s"), [18])
  }

  @Test(arguments: ["dune", "the", "of", "as", "l'étranger", "catch-22", "r&b", "12", "1 2", "a", "村 上", "abcde f"])
  func `words without initials have no other spellings`(text: String) {
    expectEqual(Initials.spellings(of: text, isPrefix: true), [])
  }

  @Test(arguments: ["jk", "j k", "j.k", "J. K.", "jk row", "j k r", "j.k. rowling", "JK Rowling"])
  func `authors are completed from initials in all spellings`(typed: String) async throws {
    let values = try await temporary.catalog.values(of: .authors, beginningWith: typed)
    #expect(
      Set(["J. K. Rowling", "J.K. Rowling", "JK Rowling", "J K Rowling"]).isSubset(of: values), "\(values)")
    #expect(!values.contains("K. J. Rowling") && !values.contains("Jack King"))
    expectEqual(values.count, Set(values).count)
  }

  @Test func `initials are highlighted in all spellings`() {
    func marked(_ query: String, _ text: String) -> String {
      var (marked, end) = ("", text.startIndex)
      for range in SearchHighlighter(BookQuery(query)).ranges(in: text, of: .authors) {
        marked += text[end..<range.lowerBound] + "[" + text[range] + "]"
        end = range.upperBound
      }
      return marked + text[end...]
    }
    expectEqual(marked("jk rowling", "JK Rowling"), "[JK] [Rowling]")
    expectEqual(marked("jk rowling", "J K Rowling"), "[J K] [Rowling]")
    expectEqual(marked("j k rowling", "JK Rowling"), "[JK] [Rowling]")
    expectEqual(marked("jk rowling", "J. K. Rowling"), "[J. K]. [Rowling]")
  }
}
