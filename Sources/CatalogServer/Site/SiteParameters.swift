import Catalog
import CatalogSources

// The query parameters that several routes share.
extension QueryParameter {
  /// The years in which a book can have been read.
  static let years = max(1, PartialDate.years.lowerBound)...PartialDate.years.upperBound

  static let query = QueryParameter(
    "q", .text, summary: "A query. Default: all books.")
  static let sort = QueryParameter(
    "sort", .text,
    summary:
      "The order: \(BookOrder.names().joined(separator: ", ")), or a custom field. A minus before the name reverses the order."
  )
  static let page = QueryParameter("page", .number(1...Int.max), summary: "The number of the page. Default: 1.")
  static let size = QueryParameter(
    "size", .number(1...ListAddress.largestSize),
    summary: "The number of books on a page. Default: \(ListAddress.defaultSize).")
  static let after = QueryParameter(
    "after", .text, summary: "The cursor after which the page begins, instead of the page number.")
  static let fields = QueryParameter(
    "fields", .text, summary: "The keys to include in each book, separated by commas. Default: all keys.")
  static let field = QueryParameter(
    "field", .text, summary: "The name of the field whose values to suggest. Default: suggestions for a query.")
  static let book = QueryParameter("book", .number(1...Int.max), summary: "The number of the book to find.")
  static let books = QueryParameter("books", .text, summary: "The numbers of books, separated by commas.")
  static let letter = QueryParameter("letter", .text, summary: "The letter to find, instead of a book.")
  static let year = QueryParameter("year", .number(years), summary: "The year. Default: all years.")
  static let limit = QueryParameter(
    "limit", .number(1...ListAddress.largestSize), summary: "The maximum number of entries.")
  static let facet = QueryParameter(
    "facet", .choice(BookFacet.all.map(\.name)), summary: "The facet to return. Default: all facets.")
}
