import Catalog

/// The calls of the library that are measured, each in one place.
enum LibraryCalls {
  /// A catalog opened as a program does that only reads.
  static func open(_ path: String) throws -> BookCatalog {
    var options = BookCatalog.Options()
    options.createsFile = false
    options.isReadOnly = true
    return try BookCatalog.open(path, options: options)
  }

  /// The first books that a query finds, the best first.
  static func search(_ query: String, limit: Int = 20, in catalog: BookCatalog) throws -> BookPage {
    try catalog.read { try $0.page(matching: query, order: .bestMatch, size: limit) }
  }

  /// Returns the number of matches of a query.
  static func count(of query: String, in catalog: BookCatalog) throws -> ListCount {
    try catalog.read { try $0.count(of: BookQuery(query), upTo: 1_000) }
  }

  /// Returns the reading statistics of a query's books.
  static func statistics(of query: String, year: Int?, in catalog: BookCatalog) throws -> ReadingStatistics {
    try catalog.read { try $0.statistics(of: BookQuery(query), year: year) }
  }

  /// Returns the suggested spellings for a query that finds nothing, nearest first.
  static func suggestions(for query: String, in catalog: BookCatalog) throws -> [String] {
    try catalog.read { try $0.suggestions(for: query).spellings }
  }

  /// A page of the list by its number, which counts from 1.
  static func page(
    _ number: Int, of query: String = "", _ order: BookOrder = .newestFirst, in catalog: BookCatalog
  ) throws -> [Book] {
    let (books, isTooFar) = (number - 1).multipliedReportingOverflow(by: 20)
    return isTooFar ? [] : try catalog.read { try $0.page(matching: query, order: order, at: .offset(books)).books }
  }
}
