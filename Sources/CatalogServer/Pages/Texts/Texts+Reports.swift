import Catalog
import CatalogModel
import Platform

extension Texts {
  /// Conflicts between edits and sources. The slots are times.
  enum Conflicts {
    static let hasNone = "No conflicts. No source contradicts your edits."
    static let explanation =
      "Sources have changed these values since you edited them. Your values are shown until you decide."
    static func first(_ number: Int, of count: Int) -> String { "The first \(number.grouped) of \(count.grouped)." }
    static func field(_ label: String) -> String { ": \(label)" }
    static let mine = "My value"
    static let theirs = "The source"
    static let before = "Before my edit"
    static let edited = "You edited this \(slot)."
    static func lost(by source: String) -> String {
      "You edited this book, and \(source) no longer has it (since \(slot))."
    }
    static let toResolve = "To resolve:"
    static let keepMine = "Keep mine"
    static let useTheirs = "Use the source’s"
  }

  /// Possible duplicates, and merges. The slots are books.
  enum Duplicates {
    static let hasNone = "No possible duplicates."
    static func first(_ limit: Int, of number: Int) -> String {
      "The \(limit.grouped) most certain of \(number.grouped) possible duplicates."
    }
    static func all(_ number: Int, areSorted: Bool) -> String {
      count(number, "possible duplicate", "possible duplicates") + (areSorted ? ", most certain first." : ".")
    }
    static func group(_ grade: String, _ reason: String) -> String { "\(grade): \(reason)".capitalizedStart }
    static let keep = "Keep \(slot)"
    static let merge = "Merge"
    static let areDifferent = "Not duplicates"

    static func isMergeWanted(_ number: Int) -> String { "Merge \(books(number))?" }
    static let kept = "Kept: \(slot)"
    static let mergedIntoIt = "Merged into it: \(slot)"
    static let chooseValues = "Choose the values to keep"
    static func value(_ value: String, of books: [Book.ID]) -> String {
      "\(value) (\(books.map { "book \($0)" }.joined(separator: ", ")))"
    }
    static let otherChanges = "Other changes in the kept book"
  }

  /// The history of the catalog or of a book.
  enum History {
    static let heading = "History"
    static let own = "Your history"
    static func of(_ title: String) -> String { "History of \(quoted(title))" }
    static let hasNone = "No changes yet."
    static let earlier = "Earlier steps"
    static func step(_ number: HistoryStep.ID) -> String { "Step \(number)" }
    static let back = "‹ History"
    /// The slot is a command.
    static let madeBy = "Made by \(slot)"
    static func changed(_ number: Int) -> String { "It changed \(books(number))." }
    static func more(_ number: Int) -> String { "And \(count(number, "more book", "more books"))." }
    static let toUndo = "To undo:"
    static let automatic = ", automatic"
    static func by(_ person: String) -> String { ", by \(person)" }
    static let undone = ", undone"
    static let partlyUndone = ", partly undone"
    static let fromSources = "value from the sources"
  }

  enum Sources {
    static let hasNone = "No sources yet."
    static func count(_ number: Int) -> String { Texts.count(number, "source", "sources") }
    static let name = "Name"
    static let kind = "Kind"
    static let state = "State"
    static let books = "Books"
    static let refreshed = "Refreshed"
    static let location = "Location"
    static func refreshing(_ number: Int) -> String { "refreshing: \(Texts.count(number, "record", "records")) so far" }
    static let resume = "Resume"
    static let refresh = "Refresh"
    static let pause = "Pause"
    static func action(_ action: String, _ source: String) -> String { "\(action) \(source)" }
    static let toAdd = "To add one:"
    static let importFile = "Import the books of a file"
    static let addSource = "Add a source"
    static let aboutName = "one word, such as home"
    static let opds = "OPDS catalog"
    static let calibre = "calibre’s content server"
    static let feed = "feed"
    static let address = "Address"
    static let aboutAddress = "http:// or https://. Sources that need a password are added on the server’s machine."
    static let add = "Add it, and refresh"
  }

  enum Statistics {
    static func heading(_ year: Int?) -> String { year.map { "Read in \($0)" } ?? "Read in all years" }
    static func matching(_ query: String) -> String { "For books that match \(quoted(query))." }
    static let years = "Years"
    static let all = "All"
    static let image = "Chart as an image"
    static let hasNoBooks = "No finished books yet. Mark a book as read, and it counts here."
    static let hasNoBooksInYear = "No books were finished in this year."

    static func read(_ number: Int) -> String { "\(books(number)) read" }
    static func rereads(_ number: Int) -> String { "(\(count(number, "re-read", "re-reads")))" }
    static let pagesRead = "read"
    static func withoutPages(_ number: Int) -> String { "\(books(number)) of unknown length not counted" }
    static let abandoned = "abandoned"
    static let averageOfMine = "average of my ratings"
    static let averageOfOwners = "average of the ratings"
    static let pagesPerDay = "pages a day of reading"
    static let daysForBook = "days for a book (median)"
    static let longestStreak = "longest reading streak"
    static func undated(_ number: Int, inYear: Bool) -> String {
      "Not in the chart: \(books(number)) without a known \(inYear ? "month" : "year")."
    }

    static let byYear = "Books read by year"
    static let byMonth = "Books read by month"
    static let authors = "Authors most read"
    static let unknown = "Unknown"
    static let myRatings = "My ratings"
    static let ratings = "Ratings"
    static func rating(_ rating: String) -> String { "\(rating) of 5" }
    static func note(_ text: String) -> String { " · \(text)" }

    static func more(_ number: Int) -> String { "\(number.grouped) more" }

    static let remarkable = "Remarkable books"
    static let longest = "Longest"
    static let shortest = "Shortest"
    static let quickest = "Quickest"
    static let slowest = "Slowest"

    static let library = "The library"
    static let booksRead = "The books read"
    static let inLibrary = "in the library"
    static let owned = "owned"
    static let ownedUnread = "owned and not read yet"
    static let languages = "Languages"
  }
}
