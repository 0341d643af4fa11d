/// The books that one transaction of a load stored, with the terms to add to the search index later.
struct DeferredTerms: Sendable {
  private(set) var books: [(id: Int64, terms: SearchTerms)] = []
  /// The ranges of book ids for which the terms of all pending books are included.
  private(set) var ids: [ClosedRange<Int64>] = []

  mutating func append(_ book: Int64, _ terms: SearchTerms) { books.append((book, terms)) }

  /// Records that all pending books with ids in a range are included. Ranges must be added in ascending order.
  mutating func add(_ range: ClosedRange<Int64>) { ids.appendJoining(range) }
}

/// Collects the terms of a load's books in a run, on a different core than the writer's. This takes a sixth of the time
/// needed to store the books.
actor SearchRunGathering {
  private var run = SearchRun()

  func append(_ deferred: DeferredTerms) { run.append(deferred) }

  var size: Int { run.size }

  /// Returns the collected run and begins a new one.
  func take() -> SearchRun {
    let gathered = run
    run = SearchRun()
    return gathered
  }
}
