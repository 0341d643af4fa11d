import Catalog
import Synchronization

/// A cache of facet counts for the current state of the catalog. A viewer who pages through a list with an open facet
/// needs only one count.
final class FacetCounts: Sendable {
  /// The key of a cached count.
  struct Question: Hashable {
    let facet: String
    let query: BookQuery
    let group: BookGroupPart?
    /// The person whose read states and ratings are counted; `nil` for the owner's.
    let person: String?
  }

  /// The first values, and the total number of values.
  typealias Answer = (values: [BookFacet.Value], total: Int)

  private struct State {
    /// The identifier of the state of the catalog that the answers belong to.
    var moment = ""
    var answers: [Question: Answer] = [:]
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
      if state.moment != moment { state = State(moment: moment) }
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
}
