import FoundationEssentials

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// A queue with two processes and a clock that the test sets.
final class SchedulerPair {
  static let start: Int64 = 1_767_225_600_000
  static let hour: Int64 = 3_600_000

  let temporary: TemporaryCatalog
  var time = start
  private var schedulers: [FetchScheduler] = []
  private var generator = SeededGenerator(seed: 3)

  init(books: Int, limits: MetadataLimits = MetadataLimits(batch: 1, parallel: 1), servesQueue: Bool = true) throws {
    temporary = try TemporaryCatalog()
    try temporary.catalog.write { transaction in
      for number in 1...books { try transaction.add([.title: .text("Book \(number)")]) }
    }
    let nothing: @Sendable (MetadataQuery) async throws -> MetadataAnswer = { _ in .notFound }
    let provider = AnsweringProvider(limits: limits, more: nothing, nothing)
    for name in ["one", "two"] {
      schedulers.append(FetchScheduler(ProviderProfile(provider, servesQueue: servesQueue), holder: name))
    }
  }

  func process(_ input: FetchBatch = FetchBatch(), by scheduler: Int = 0) throws -> FetchBatchResult {
    try temporary.catalog.database.write { connection in
      try schedulers[scheduler].process(input, in: connection, now: Date(milliseconds: time), using: &generator)
    }
  }

  func answer(
    _ request: FetchRequest, _ answer: MetadataAnswer = .notFound, withdrawn: [Book.ID] = [], by scheduler: Int = 0
  ) throws -> FetchBatchResult {
    let answers = request.rows.map { _ in answer }
    return try process(
      FetchBatch(responses: [FetchResponse(request: request, result: .answers(answers))], withdrawn: withdrawn),
      by: scheduler)
  }

  func fail(_ request: FetchRequest, _ result: FetchResult, withdrawn: [Book.ID] = []) throws -> FetchBatchResult {
    try process(FetchBatch(responses: [FetchResponse(request: request, result: result)], withdrawn: withdrawn))
  }

  func row(_ book: Book.ID) throws -> FetchStateRow? {
    try temporary.catalog.database.read { try FetchStateTable(connection: $0, provider: "answers").row(book) }
  }
}

/// Returns a batch that demands rows.
func demands(_ books: [Book.ID], _ priority: FetchPriority = .requested, isWaiterOnly: Bool = false) -> FetchBatch {
  FetchBatch(demands: [FetchDemand(books, priority, isWaiterOnly: isWaiterOnly)])
}

extension FetchBatchResult {
  /// The books of each request.
  var requestedBooks: [[Book.ID]] { requests.map { $0.rows.map(\.book) } }
}
