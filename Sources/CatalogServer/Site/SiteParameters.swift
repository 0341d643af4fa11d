import Catalog
import CatalogSources

// The query parameters that several routes share.
extension QueryParameter {
  /// The years in which a book can have been read.
  static let years = max(1, PartialDate.years.lowerBound)...PartialDate.years.upperBound

  static let query = QueryParameter(
    "q", .text, summary: "Which books, as they are searched for everywhere; all without it.")
  static let sort = QueryParameter(
    "sort", .text,
    summary:
      "What stands first: \(BookOrder.names().joined(separator: ", ")), or an own field; in reverse with a minus in front."
  )
  static let page = QueryParameter("page", .number(1...Int.max), summary: "The number of the page; 1 without it.")
  static let size = QueryParameter(
    "size", .number(1...ListAddress.largestSize),
    summary: "How many books a page has; \(ListAddress.usualSize) without it.")
  static let after = QueryParameter(
    "after", .text, summary: "The cursor behind which the page begins, in place of its number.")
  static let fields = QueryParameter(
    "fields", .text, summary: "The keys that a book's object has, with commas between them; all without it.")
  static let book = QueryParameter("book", .number(1...Int.max), summary: "The number of the book that is looked for.")
  static let letter = QueryParameter("letter", .text, summary: "The letter that is looked for, in place of a book.")
  static let year = QueryParameter("year", .number(years), summary: "The year; all years without it.")
  static let limit = QueryParameter("limit", .number(1...ListAddress.largestSize), summary: "How many are wanted.")
  static let facet = QueryParameter("facet", .choice(BookFacet.all.map(\.name)), summary: "Which one; all without it.")
}
