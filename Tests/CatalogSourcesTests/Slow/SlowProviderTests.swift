import Catalog
import CatalogSources
import Synchronization
import TestExpectations
import Testing

@Suite("The provider for trials")
struct SlowProviderTests {
  private func query(_ book: Book.ID) -> MetadataQuery { MetadataQuery(book: book, isbn: nil, title: "?", authors: []) }

  @Test("a row's number and delay follow from seed and book, are spread, and keep their limits")
  func numbers() {
    let (one, two) = (SlowProvider(seed: 1), SlowProvider(seed: 2))
    let books = Array(1...2_000 as ClosedRange<Book.ID>)
    expectEqual(books.map(one.number), books.map(SlowProvider(seed: 1).number))
    expectEqual(books.map(one.delay), books.map(SlowProvider(seed: 1).delay))
    #expect(books.map(one.number) != books.map(two.number) && books.map(one.delay) != books.map(two.delay))
    for provider in [one, two] {
      #expect(books.allSatisfy { (0..<1).contains(provider.number(of: $0)) })
      #expect(books.allSatisfy { (Duration.milliseconds(500)..<Duration.seconds(2)).contains(provider.delay(of: $0)) })
      #expect((0.45...0.55).contains(books.map(provider.number).reduce(0, +) / 2_000))
      #expect((1.2...1.3).contains(books.map(provider.delay).reduce(.zero, +) / .seconds(2_000)))
    }
    #expect(
      (0..<1).contains(one.number(of: Book.ID(Int64.min))) && (0..<1).contains(one.number(of: Book.ID(Int64.max))))
  }

  @Test("it answers with the number as a rating, after the delay")
  func answers() async throws {
    let slept = Mutex<[Duration]>([])
    let provider = SlowProvider(seed: 5) { time in slept.withLock { $0.append(time) } }
    #expect(provider.limits == MetadataLimits(batch: 1, rate: nil, parallel: 16) && !provider.hasMore)
    for book in [Book.ID(7), 8] {
      guard case .found(let metadata, nil, nil)? = try await provider.answers(to: [query(book)]).first else {
        Issue.record("nothing was found")
        return
      }
      let rating = try #require(metadata.averageRating)
      #expect(abs(rating - 5 * provider.number(of: book)) <= 0.005 && (rating * 100).rounded() / 100 == rating)
    }
    expectEqual(slept.withLock { $0 }, [provider.delay(of: 7), provider.delay(of: 8)])
  }

  @Test("cancelling ends the wait")
  func cancelled() async {
    let task = Task { try await SlowProvider().answers(to: [query(1)]) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
