import Catalog
import Synchronization

/// Facets that were counted since the catalog changed last: who goes from page to page of a list with an open facet has it counted
/// once.
final class FacetCounts: Sendable {
  /// What was asked.
  struct Question: Hashable {
    let facet: String
    let query: BookQuery
    let group: BookGroupPart?
    /// Whose marks are counted; `nil` for the owner's.
    let person: String?
  }

  /// The first values, and how many there are.
  typealias Answer = (values: [BookFacet.Value], total: Int)

  private struct State {
    /// The state of the catalog of which the answers are.
    var moment = ""
    var answers: [Question: Answer] = [:]
  }

  /// More than people look at between two changes; each answer has some hundred values.
  private static let most = 64

  private let state = Mutex(State())

  /// The answer as it was, or as it is counted now. Two that ask at once may both count.
  ///
  /// - Parameter moment: tells the state of the catalog from others.
  func answer(to question: Question, at moment: String, _ count: () throws -> Answer) rethrows -> Answer {
    let known = state.withLock { state -> Answer? in
      if state.moment != moment { state = State(moment: moment) }
      return state.answers[question]
    }
    if let known { return known }
    let answer = try count()
    state.withLock { state in
      guard state.moment == moment else { return }
      if state.answers.count >= Self.most { state.answers = [:] }
      state.answers[question] = answer
    }
    return answer
  }
}
