import Catalog
import CommandLineKit

extension Console {
  /// How many problems of a query are said: who pasted a page gets no page of notes.
  private static let saidProblems = 3

  /// Says what of a query looks like a condition and is searched for as text. What is found stays the same.
  func noteProblems(of query: BookQuery, in catalog: BookCatalog) throws {
    guard query.mayHoldProblems else { return }
    let problems = try catalog.read { try $0.problems(of: query) }
    for problem in problems.prefix(Self.saidProblems) { diagnostics.note(problem.description) }
  }
}

extension CatalogSnapshot {
  /// A query by which books are to be changed or exported: what looks like a condition and is none would take others than those
  /// meant, and nobody would see it.
  ///
  /// - Throws: ``CommandError/unclearQuery(_:)``.
  func query(meant text: String) throws -> BookQuery {
    let query = BookQuery(text)
    try refuseUnclear(query)
    return query
  }

  /// - Throws: ``CommandError/unclearQuery(_:)``.
  func refuseUnclear(_ query: BookQuery) throws {
    guard query.mayHoldProblems, let problem = try problems(of: query).first else { return }
    throw CommandError.unclearQuery(problem.description)
  }
}
