import CatalogModel

/// A provider for trials and tests: for each row a number between 0 and 1, as a rating, after half a second to two. Both
/// follow from the seed and the book's number, so that every run is the same.
public struct SlowProvider: MetadataProvider {
  /// The name under which the catalog keeps what it says.
  public let name = "slow"
  /// Nobody else is at this host.
  public let host = "slow"
  /// 16 rows at a time, each in a request of its own, as fast as they are answered.
  public let limits = MetadataLimits(parallel: 16)
  private let seed: UInt64
  private let sleep: @Sendable (Duration) async throws -> Void

  /// A provider of a seed.
  ///
  /// - Parameter sleep: lets so much time pass.
  public init(
    seed: UInt64 = 1,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.seed = seed
    self.sleep = sleep
  }

  /// The number of a book, from 0 to below 1.
  public func number(of book: Book.ID) -> Double { fraction(book, of: 1) }

  /// How long a book's answer takes: from half a second to below two.
  public func delay(of book: Book.ID) -> Duration { .seconds(0.5 + 1.5 * fraction(book, of: 2)) }

  /// The numbers of books as parts of the best rating, after the longest of their delays.
  public func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer] {
    try await sleep(queries.map { delay(of: $0.book) }.max() ?? .zero)
    return queries.map { query in
      var metadata = ProviderMetadata()
      metadata.averageRating = (number(of: query.book) * 500).rounded() / 100
      return .found(metadata)
    }
  }

  /// A fraction that looks random: of the numbers of the seed, the one of the book and what it is for.
  private func fraction(_ book: Book.ID, of purpose: UInt64) -> Double {
    var numbers = SplitMix64(seed: seed, droppingFirst: UInt64(bitPattern: book.rawValue) &* 4 &+ purpose &- 1)
    return numbers.unit()
  }
}
