import Catalog
import CommandLineKit

extension Console {
  /// The maximum number of problems reported for a query, so that pasted text does not cause pages of notes.
  private static let maxReportedProblems = 3

  /// Reports parts of a query that look like conditions but are searched for as text. Does not change the results.
  func noteProblems(of query: BookQuery, in catalog: BookCatalog) throws {
    guard query.mayHoldProblems else { return }
    let problems = try catalog.read { try $0.problems(of: query) }
    for problem in problems.prefix(Self.maxReportedProblems) { diagnostics.note(problem.description) }
  }
}

extension CatalogSnapshot {
  /// Returns a query that selects books to change or export. Refuses text that merely looks like a condition, which
  /// could silently select other books than intended.
  ///
  /// - Throws: ``CommandError/unclearQuery(_:)``.
  func query(meant text: String) throws -> BookQuery {
    let query = BookQuery(text)
    try refuseUnclear(query)
    return query
  }

  /// Throws an error if the query has a problem.
  ///
  /// - Throws: ``CommandError/unclearQuery(_:)``.
  func refuseUnclear(_ query: BookQuery) throws {
    guard query.mayHoldProblems, let problem = try problems(of: query).first else { return }
    throw CommandError.unclearQuery(problem.description)
  }
}
