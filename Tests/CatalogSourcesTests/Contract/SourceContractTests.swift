import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests of the guarantees of every source that the engine relies on.
@Suite("The contract of sources") struct SourceContractTests {
  @Test(
    "pages of any size reach the end and mention each record once", arguments: FixtureKind.allCases, [1, 2, 7, 500])
  func pages(kind: FixtureKind, size: Int) async throws {
    let fixture = try kind.make(books: 23)
    var reader = SourceReader()
    try await reader.refresh(fixture.source(), size: size)
    expectEqual(reader.mentions.sorted(), (0..<23).map(fixture.remoteID).sorted())
    expectEqual(
      reader.titles, Dictionary(uniqueKeysWithValues: (0..<23).map { (fixture.remoteID(of: $0), "Book \($0)") }))
    #expect(reader.bad.isEmpty)
  }

  @Test("a source without books is read to its end", arguments: FixtureKind.allCases)
  func empty(kind: FixtureKind) async throws {
    let fixture = try kind.make()
    var reader = SourceReader()
    try await expectEqual(reader.refresh(fixture.source()), .read(pages: 1, records: 0))
    try fixture.put(1, title: "First")
    try fixture.settle()
    try await reader.refresh(fixture.source())
    expectEqual(reader.titles, [fixture.remoteID(of: 1): "First"])
  }

  @Test("the same cursor gives the same page again", arguments: FixtureKind.allCases)
  func sameAgain(kind: FixtureKind) async throws {
    let fixture = try kind.make(books: 9)
    let source = fixture.source()
    var request = SourceRequest(size: 2, notes: [])
    while true {
      let pages = [
        try await source.page(request).text, try await source.page(request).text,
        try await fixture.source().page(request).text,
      ]
      #expect(pages[0] == pages[1] && pages[0] == pages[2])
      guard case .page(let page) = try await source.page(request) else { break }
      request.cursor = page.cursor
      if let change = page.notes { request.notes = (request.notes ?? []).prefix(change.kept) + change.added }
      if page.isLast { break }
    }
  }

  @Test("whoever was stopped goes on with another object", arguments: FixtureKind.allCases)
  func resuming(kind: FixtureKind) async throws {
    let fixture = try kind.make(books: 12)
    var reader = SourceReader()
    for round in 0..<3 {
      var isFirst = true
      while try await reader.takePage(of: fixture.source(), size: 2, isFirst: isFirst) == false { isFirst = false }
      expectEqual(reader.titles.count, 12 + round)
      // The next round reads only changes.
      for book in 0..<5 { try fixture.put(book, title: "Book \(book) again, \(round)") }
      try fixture.put(100 + round, title: "Book \(100 + round)")
      try fixture.settle()
    }
  }

  @Test("nothing new is said without reading anything", arguments: FixtureKind.allCases)
  func unchanged(kind: FixtureKind) async throws {
    guard kind.tellsOfNothingNew else { return }
    let fixture = try kind.make(books: 5)
    try fixture.settle()
    var reader = SourceReader()
    try await reader.refresh(fixture.source(), size: 2)
    try await expectEqual(reader.refresh(fixture.source()), .unchanged)
    try fixture.put(1, title: "Other")
    try fixture.settle()
    #expect(try await reader.refresh(fixture.source()) != .unchanged)
    expectEqual(reader.titles[fixture.remoteID(of: 1)], "Other")
    try await expectEqual(reader.refresh(fixture.source()), .unchanged)
  }

  @Test("books that changed, went and came arrive under their names", arguments: FixtureKind.allCases)
  func changes(kind: FixtureKind) async throws {
    let fixture = try kind.make(books: 8)
    try fixture.settle()
    var reader = SourceReader()
    try await reader.refresh(fixture.source(), size: 3)
    try fixture.put(2, title: "Changed")
    try fixture.delete(5)
    try fixture.put(50, title: "New")
    try fixture.settle()
    // Two enumerations: if pages may shift during reading, one enumeration does not prove that a book was removed.
    for _ in 0..<2 { try await reader.refresh(fixture.source(), size: 3) }
    var expected = Dictionary(uniqueKeysWithValues: (0..<8).map { (fixture.remoteID(of: $0), "Book \($0)") })
    expected[fixture.remoteID(of: 2)] = "Changed"
    expected[fixture.remoteID(of: 5)] = nil
    expected[fixture.remoteID(of: 50)] = "New"
    expectEqual(reader.titles, expected)
  }

  @Test("a bad record is told, and the others come", arguments: FixtureKind.allCases)
  func badRecord(kind: FixtureKind) async throws {
    let fixture = try kind.make(books: 6)
    try fixture.settle()
    var reader = SourceReader()
    try await reader.refresh(fixture.source())
    try fixture.ruin(3)
    try fixture.put(4, title: "Changed")
    try fixture.settle()
    try await reader.refresh(fixture.source(), size: 4)
    let bad = try #require(reader.bad.first)
    expectEqual(reader.bad.count, 1)
    expectEqual(bad.remoteID, fixture.remoteID(of: 3))
    #expect(!bad.reason.isEmpty)
    // The known values of the book stay.
    expectEqual(reader.titles[fixture.remoteID(of: 3)], "Book 3")
    expectEqual(reader.titles[fixture.remoteID(of: 4)], "Changed")
    // The stored payload gives the same error when it is read again.
    #expect(throws: (any Error).self) { try fixture.source().record(from: bad.payload) }
    try fixture.put(3, title: "Mended")
    try fixture.settle()
    try await reader.refresh(fixture.source())
    expectEqual(reader.titles[fixture.remoteID(of: 3)], "Mended")
  }

  @Test("a record that was kept is read as it was the first time", arguments: FixtureKind.allCases)
  func keptRecord(kind: FixtureKind) async throws {
    let fixture = try kind.make(books: 3)
    guard case .page(let page) = try await fixture.source().page(SourceRequest()) else { return }
    for case .record(let record, let raw) in page.items where !raw.isEmpty {
      try expectEqual(fixture.source().record(from: raw), record)
    }
  }

  @Test("a cancelled task ends", arguments: FixtureKind.allCases)
  func cancellation(kind: FixtureKind) async throws {
    let fixture = try kind.make(books: 6)
    let source = fixture.source()
    guard case .page(let first) = try await source.page(SourceRequest(size: 2)) else { return }
    for cursor in [nil, first.cursor] {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await source.page(SourceRequest(cursor: cursor, size: 2))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test("a cursor of another source is refused", arguments: FixtureKind.allCases)
  func foreignCursor(kind: FixtureKind) async throws {
    let fixture = try kind.make(books: 2)
    for cursor in ["", "nonsense", "{}", "w0/", "c5/zz 1", "end ", "1 2 3"] {
      do {
        _ = try await fixture.source().page(SourceRequest(cursor: cursor))
        Issue.record("\(cursor) is taken")
      } catch let failure as SourceFailure {
        expectEqual(failure.code, .cursorRefused, "\(cursor)")
      }
    }
  }

  @Test("whatever happens between pages, the reader ends with what the source has", arguments: FixtureKind.allCases)
  func randomHistory(kind: FixtureKind) async throws {
    for seed in SimulatedSeeds.range(count: 4) {
      var generator = SeededGenerator(seed: seed)
      let fixture = try kind.make()
      var truth: [Int: String] = [:]
      var next = 0
      func change(_ generator: inout SeededGenerator) throws {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0, 1:
          truth[next] = "Book \(next)"
          try fixture.put(next, title: "Book \(next)")
          next += 1
        case 2:
          guard let book = truth.keys.sorted().randomElement(using: &generator) else { return }
          truth[book] = "Book \(book) \(Int.random(in: 0..<1_000, using: &generator))"
          try fixture.put(book, title: truth[book] ?? "")
        default:
          // Some sources refuse a refresh if all of their books are gone.
          guard truth.count > 1, let book = truth.keys.sorted().randomElement(using: &generator) else { return }
          truth[book] = nil
          try fixture.delete(book)
        }
        if Bool.random(using: &generator) { try fixture.settle() }
      }
      for _ in 0..<20 { try change(&generator) }
      var reader = SourceReader()
      var source = fixture.source()
      var isFirst = true
      for _ in 0..<60 {
        if Int.random(in: 0..<3, using: &generator) == 0 { try change(&generator) }
        if Int.random(in: 0..<4, using: &generator) == 0 {
          // The process is killed and restarted: it requests the first page of a refresh, but in the middle of a list.
          source = fixture.source()
          isFirst = true
        }
        let size = Int.random(in: 1...9, using: &generator)
        do {
          isFirst = try await reader.takePage(of: source, size: size, isFirst: isFirst) ?? true
        } catch let failure as SourceFailure where failure.code == .cursorRefused {
          // The engine starts again from the beginning.
          reader.forgetCursor()
          isFirst = true
        }
      }
      // The next enumeration finds books that one enumeration missed because pages shifted. A removed book has to be
      // missing from two enumerations.
      for _ in 0..<3 {
        try fixture.settle()
        do {
          try await reader.refresh(source, size: 4)
        } catch let failure as SourceFailure where failure.code == .cursorRefused {
          reader.forgetCursor()
          try await reader.refresh(source, size: 4)
        }
      }
      let expected = Dictionary(uniqueKeysWithValues: truth.map { (fixture.remoteID(of: $0.key), $0.value) })
      expectEqual(reader.titles, expected, "seed \(seed)")
    }
  }
}

extension SourceAnswer {
  /// A text with everything in an answer that matters for comparison.
  fileprivate var text: String {
    guard case .page(let page) = self else { return "unchanged" }
    return "\(page.items) \(page.isLast) \(page.coverage)"
  }
}
