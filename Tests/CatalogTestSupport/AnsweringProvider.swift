import FoundationEssentials
import Synchronization

@testable import Catalog
@testable import CatalogModel

/// A provider that answers with a closure and records its requests.
final class AnsweringProvider: MetadataProvider {
  let name = "answers"
  let host = "answers.example"
  let limits: MetadataLimits
  let settings: Int64
  let hasMore: Bool
  private let answer: @Sendable (MetadataQuery) async throws -> MetadataAnswer
  private let more: @Sendable (MetadataQuery) async throws -> MetadataAnswer
  private let log = Mutex<[[Book.ID]]>([])

  init(
    limits: MetadataLimits = MetadataLimits(batch: 10, parallel: 4), settings: Int64 = 0,
    more: (@Sendable (MetadataQuery) async throws -> MetadataAnswer)? = nil,
    _ answer: @escaping @Sendable (MetadataQuery) async throws -> MetadataAnswer
  ) {
    (self.limits, self.settings, self.answer) = (limits, settings, answer)
    hasMore = more != nil
    self.more = more ?? { _ in .notFound }
  }

  /// Returns metadata that distinguish books: a rating derived from the id.
  static func rated(_ query: MetadataQuery) -> ProviderMetadata {
    var metadata = ProviderMetadata()
    metadata.averageRating = Double(query.book.rawValue % 6)
    return metadata
  }

  /// The books of each request so far.
  var requests: [[Book.ID]] { log.withLock { $0 } }

  func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer] {
    log.withLock { $0.append(queries.map(\.book)) }
    var answers: [MetadataAnswer] = []
    for query in queries { answers.append(try await answer(query)) }
    return answers
  }

  func rest(of query: MetadataQuery) async throws -> MetadataAnswer {
    log.withLock { $0.append([query.book]) }
    return try await more(query)
  }
}
