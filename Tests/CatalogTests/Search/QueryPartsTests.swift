import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog

/// The parts of a query that a page shows one by one.
@Suite struct QueryPartsTests {
  @Test(
    "a query is divided into the terms that must all match",
    arguments: [
      ("dune", ["dune"]),
      ("tag:fantasy is:unread ring", ["tag:fantasy", "is:unread", "ring"]),
      ("  dune   herbert ", ["dune", "herbert"]),
      ("\"the long way\" author:\"le guin\"", ["\"the long way\"", "author:\"le guin\""]),
      ("tag:sf OR tag:fantasy is:unread", ["tag:sf OR tag:fantasy", "is:unread"]),
      ("a OR b OR c -d", ["a OR b OR c", "-d"]),
      ("OR dune", ["OR", "dune"]),
    ])
  func parts(text: String, expected: [String]) {
    let parts = BookQuery(text).parts
    expectEqual(parts.map(\.text), expected)
    for (index, part) in parts.enumerated() {
      let others = expected[..<index] + expected[(index + 1)...]
      expectEqual(part.rest, others.joined(separator: " "))
    }
  }

  @Test(
    "a query whose terms belong together is a single part",
    arguments: ["978 0 441 01359 3", "J. R. R. Tolkien", "title~/a b/ dune", "\"not closed dune"])
  func together(text: String) {
    expectEqual(BookQuery(text).parts.map(\.text), [text])
    expectEqual(BookQuery(text).parts.map(\.rest), [""])
  }

  @Test func `all random queries mean the same as their parts together`() {
    var generator = SeededGenerator(seed: 7)
    let words = [
      "dune", "tag:sf", "-a", "OR", "\"", "\"x y\"", "author:\"le guin\"", "J.", "978", "@saved", "~/", "is:",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 1...6, using: &generator)).map { _ in words.randomElement(using: &generator)! }
        .joined(separator: " ")
      let parts = BookQuery(text).parts
      let joined = parts.map(\.text).joined(separator: " ")
      #expect(BookQuery.flat(BookQuery(joined).parsed) == BookQuery.flat(BookQuery(text).parsed), "\(text)")
    }
  }
}
