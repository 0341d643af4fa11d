import Catalog
import CommandLineKit

extension Console {
  /// The maximum number of problems to report for one query. A long pasted text could otherwise cause many notes.
  private static let maxReportedProblems = 3

  /// Prints a note about each part of a query that looks like a condition but is treated as text. The search results
  /// are not affected.
  func noteProblems(of query: BookQuery, in catalog: BookCatalog) throws {
    guard query.mayHoldProblems else { return }
    let problems = try catalog.read { try $0.problems(of: query) }
    for problem in problems.prefix(Self.maxReportedProblems) { diagnostics.note(problem.description) }
  }
}

extension CatalogSnapshot {
  /// Returns a query that selects books to change or export. Refuses text that looks like a condition but is not a
  /// valid one, because the query could select the wrong books.
  ///
  /// - Throws: ``CommandError/unclearQuery(_:)``.
  func query(meant text: String) throws -> BookQuery {
    let query = BookQuery(text)
    try refuseUnclear(query)
    return query
  }

  /// Checks that a query contains no text that looks like a condition but is not a valid one.
  ///
  /// - Throws: ``CommandError/unclearQuery(_:)``.
  func refuseUnclear(_ query: BookQuery) throws {
    guard query.mayHoldProblems, let problem = try problems(of: query).first else { return }
    throw CommandError.unclearQuery(problem.description)
  }
}
