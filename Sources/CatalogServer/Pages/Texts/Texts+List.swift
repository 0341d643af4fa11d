import Platform

extension Texts {
  /// The list of books, its tools and its filters.
  enum List {
    static let allBooks = "All books"
    static let books = "Books"
    static let list = "List"
    static let covers = "Covers"
    static let view = "List view"
    static let selected = "Selected"
    static func select(_ title: String) -> String { "Select \(title)" }

    static let title = "Title"
    static let author = "Author"
    static let year = "Year"
    static let average = "Average"

    /// Returns a caption such as “Books 51 to 100 of 1,234, newest first”.
    static func caption(_ first: Int, _ last: Int, of count: Int, order: String) -> String {
      "Books \(first.grouped) to \(last.grouped) of \(count.grouped), \(order)"
    }
    static func emptyCaption(order: String) -> String { "No books here, \(order)" }

    static let sortBy = "Sort by"
    static let sort = "Sort"
    static let filter = "Filter"
    static let filterBooks = "Filter books"
    static let savedSearches = "Saved searches"
    static let hasNoValues = "No values in these books."
    static func all(_ number: Int) -> String { "All \(number.grouped)" }
    static func mostFrequent(_ limit: Int, of count: Int) -> String {
      "The \(limit.grouped) most frequent of \(count.grouped)."
    }

    static let editSelected = "Edit selected"
    static func editAll(_ number: Int, isResult: Bool) -> String {
      "Edit all \(isResult ? count(number, "result", "results") : Texts.books(number))"
    }
    static let terms = "Search terms"
    static let removeTerm = "Remove this search term"
    static let clearAll = "Clear all"

    static let letters = "Letters"
    static let pages = "Pages of the list"
    static let page = "Page"
    static func ofPages(_ number: Int) -> String { "of \(number.grouped)" }
    static let go = "Go"
    static let first = "First"
    static let previous = "Previous"
    static let next = "Next"
    static let last = "Last"

    static let trySamples = "Try the samples"
    static let isEmptyForEditors = "Nothing here yet. Import a file, add a book, or try the samples."
    static let isEmpty = "Nothing here yet."
    static let importFile = "Import a file"
    static let addBook = "Add a book"
    static let allowEdits = "To import and add books here, start the server with"
    static let addInTerminal = "To add books in a terminal:"
    static let addSamplesInTerminal = "To try it with sample books:"
    static func note(_ problem: String) -> String { "Note: \(problem)" }
    static let hasNoMatches = "No books match."
    static let showAll = "Show all books"
    static let didYouMean = "Did you mean"
    static let insideWords = "Words that contain your search"
  }
}
