import Catalog
import FoundationEssentials
import Synchronization

/// A cache of counts for the current state of the catalog: of facets, and of conflicts. A viewer who pages through a
/// list needs each of them only once.
final class CachedCounts: Sendable {
  /// The key of a cached count.
  struct Question: Hashable {
    let facet: String
    let query: BookQuery
    let group: BookGroupPart?
    /// The audience whose books, read states and ratings are counted.
    let audience: Audience
  }

  /// The first values, and the total number of values.
  typealias Answer = (values: [BookFacet.Value], total: Int)

  private struct State {
    /// The identifier of the state of the catalog that the answers belong to.
    var moment = ""
    var answers: [Question: Answer] = [:]
    var conflicts: Int?

    /// Drops the counts of another state of the catalog.
    mutating func begin(_ moment: String) {
      if self.moment != moment { self = State(moment: moment) }
    }
  }

  /// The maximum number of answers, which is more than viewers need between two changes. Each answer has a few hundred
  /// values.
  private static let maxAnswers = 64

  private let state = Mutex(State())

  /// Returns the cached answer, or computes it. Two concurrent callers may both compute it.
  ///
  /// - Parameter moment: The identifier of the catalog's current state.
  func answer(to question: Question, at moment: String, _ count: () throws -> Answer) rethrows -> Answer {
    let known = state.withLock { state -> Answer? in
      state.begin(moment)
      return state.answers[question]
    }
    if let known { return known }
    let answer = try count()
    state.withLock { state in
      guard state.moment == moment else { return }
      if state.answers.count >= Self.maxAnswers { state.answers = [:] }
      state.answers[question] = answer
    }
    return answer
  }

  /// Returns the cached number of conflicts, or computes it. Two concurrent callers may both compute it.
  ///
  /// - Parameter moment: The identifier of the catalog's current state.
  func conflicts(at moment: String, _ count: () throws -> Int) rethrows -> Int {
    let known = state.withLock { state in
      state.begin(moment)
      return state.conflicts
    }
    if let known { return known }
    let conflicts = try count()
    state.withLock { if $0.moment == moment { $0.conflicts = conflicts } }
    return conflicts
  }
}

extension ServedView {
  /// Returns an identifier of the catalog's state and the day, because a query may be relative to today.
  func moment(_ now: Date) throws -> String { "\(try changeNumber())-\(PartialDate.day(at: now))" }
}
