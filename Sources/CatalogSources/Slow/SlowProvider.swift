import CatalogModel

/// A provider for demonstrations and tests. After half a second to two seconds, it returns a number between 0 and 1 for
/// each row, as a rating. The delay and the number depend only on the seed and the book's id, so that every run is the
/// same.
public struct SlowProvider: MetadataProvider {
  /// The name under which the catalog stores the provider's data.
  public let name = "slow"
  /// A host name that no other provider uses.
  public let host = "slow"
  /// The limits of requests: up to 16 at the same time, with one row each.
  public let limits = MetadataLimits(parallel: 16)
  private let seed: UInt64
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a provider.
  ///
  /// - Parameter sleep: Waits for the given duration.
  public init(
    seed: UInt64 = 1,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.seed = seed
    self.sleep = sleep
  }

  /// Returns the number of a book, from 0 up to, but not including, 1.
  public func number(of book: Book.ID) -> Double { fraction(book, of: 1) }

  /// Returns the delay of a book's answer, from 0.5 up to, but not including, 2 seconds.
  public func delay(of book: Book.ID) -> Duration { .seconds(0.5 + 1.5 * fraction(book, of: 2)) }

  /// Returns the books' numbers, scaled to the maximum rating, after the longest of their delays.
  public func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer] {
    try await sleep(queries.map { delay(of: $0.book) }.max() ?? .zero)
    return queries.map { query in
      var metadata = ProviderMetadata()
      metadata.averageRating = (number(of: query.book) * 500).rounded() / 100
      return .found(metadata)
    }
  }

  /// Returns a pseudo-random fraction that depends on the seed, the book and the purpose.
  private func fraction(_ book: Book.ID, of purpose: UInt64) -> Double {
    var numbers = SplitMix64(seed: seed, droppingFirst: UInt64(bitPattern: book.rawValue) &* 4 &+ purpose &- 1)
    return numbers.unit()
  }
}
