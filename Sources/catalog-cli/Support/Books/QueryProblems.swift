import Catalog
import CommandLineKit

extension Console {
  /// The maximum number of problems reported for one query, so that a long pasted text does not cause many notes.
  private static let maxReportedProblems = 3

  /// Notes each part of a query that looks like a condition but is searched for as text. The results are not affected.
  func noteProblems(of query: BookQuery, in catalog: BookCatalog) throws {
    guard query.mayHoldProblems else { return }
    let problems = try catalog.read { try $0.problems(of: query) }
    for problem in problems.prefix(Self.maxReportedProblems) { diagnostics.note(problem.description) }
  }
}

extension CatalogSnapshot {
  /// Returns a query that selects books to change or export. Refuses text that looks like a condition but is not one,
  /// because the query could silently select the wrong books.
  ///
  /// - Throws: ``CommandError/unclearQuery(_:)``.
  func query(meant text: String) throws -> BookQuery {
    let query = BookQuery(text)
    try refuseUnclear(query)
    return query
  }

  /// Checks that every part of a query that looks like a condition is one.
  ///
  /// - Throws: ``CommandError/unclearQuery(_:)``.
  func refuseUnclear(_ query: BookQuery) throws {
    guard query.mayHoldProblems, let problem = try problems(of: query).first else { return }
    throw CommandError.unclearQuery(problem.description)
  }
}
