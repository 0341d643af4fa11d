import Catalog
import FoundationEssentials
import Platform

extension Texts {
  /// The page of a book.
  enum BookPage {
    static let neighbours = "Neighbours in the list"
    static func back(to list: String?) -> String { list.map { "Back to \(quoted($0))" } ?? "Back to all books" }
    static func previous(_ title: String) -> String { "‹ \(title)" }
    static func next(_ title: String) -> String { "\(title) ›" }

    static func moreAuthors(_ number: Int) -> String { count(number, "more author", "more authors") }
    static let details = "Details"
    static let copies = "Copies"
    static let files = "Files"
    static let myReading = "My reading"
    static let reading = "Reading"
    static let editAllFields = "Edit all fields"
    static func fileSize(_ bytes: Int) -> String { "\(bytes.grouped) bytes" }

    static let previousInSeries = "‹ previous"
    static let nextInSeries = "next ›"
    static func previousInSeries(_ title: String) -> String { "Previous in the series: \(title)" }
    static func nextInSeries(_ title: String) -> String { "Next in the series: \(title)" }

    static let historyAndSources = "History and sources"
    static let number = "Number"
    static let changed = "Changed"
    static func otherValues(from source: String) -> String { "All other values come from \(source)." }
    static let allChanges = "All changes to this book"
  }

  /// The status, the rating and the tags at the top of the page of a book.
  enum Reading {
    static func since(_ status: String, _ day: String) -> String { "\(status) since \(day)" }
    static func on(_ status: String, _ day: String) -> String { "\(status) · \(day)" }
    static let currentlyReading = "Currently reading"
    static func percentRead(_ percent: Int) -> String { "\(percent)% read" }
    static func position(_ place: String, _ day: String) -> String { "\(place) · \(day)" }
    static func morePositions(_ number: Int) -> String { count(number, "more position", "more positions") }
    static let iAmAt = "I’m at"
    static let placeExample = "page, % or 3:20"
    static let markAsRead = "Mark as read"
    static let startedOrFinished = "Started or finished"
    static let today = "today"
    static let yesterday = "yesterday"
    static let unknownDay = "I don’t know when"
    static let orOn = "or on"
    static func stars(_ rating: String) -> String { "my rating: \(rating) of 5" }
    static let isMine = " my rating"
    static let isOwners = " the owner’s rating"
    static let removeRating = "Remove my rating"
    static let noRating = "No rating"
    static func ratings(_ number: Int) -> String { " (\(count(number, "rating", "ratings")))" }
    static let average = " average"
    static func moreTags(_ number: Int) -> String { count(number, "more tag", "more tags") }
    static let addTags = "Add tags"
    static let editTags = "Edit tags"
  }

  enum Reviews {
    static let heading = "Reviews"
    static let owner = "The owner of the catalog"
    static let write = "Write a review"
    static let edit = "Edit my review"
    static let areShared = "Everyone who has an account can read your reviews."
    static let arePrivate = "Your reviews are private."
    static let keepPrivate = "Keep them to yourself"
    static let share = "Share them with everyone who has an account"
  }

  enum Covers {
    static let another = "Another cover"
    static let image = "Image"
    static let useImage = "Use this image"
    static let ofAnotherEdition = "Choose a cover of another edition"
    static let none = "No cover"
    static let web = "the web"
    /// The slot is the time of the next attempt.
    static func failed(at host: String, cause: String) -> String {
      "The cover at \(host) could not be fetched: \(cause). Next attempt after \(slot)."
    }
    static func title(_ title: String) -> String { "Covers of \(title)" }
    static let choose = "Choose a cover"
    static let hasNone =
      "No covers of this book or its other editions are here yet. Send an image on the page of the book instead."
    static func areOnWeb(rows number: Int) -> String { "There is a cover on the web for \(rows(number))." }
    static func areOnWeb(books number: Int) -> String {
      "There is a cover on the web for \(books(number)) on this page."
    }
    static func question(_ reason: String) -> String {
      "\(reason) Should this server fetch and show covers from the web? The websites will see the server’s address."
    }
    static let fetch = "Yes, fetch covers"
    static let fetchNone = "No"
    static let thisBook = "This book"
    static func use(_ name: String) -> String { "Use this cover: \(name)" }
  }

  /// The provenance of values. The slots are times, or a link to the conflicts.
  enum Origins {
    static let yours = "yours"
    static func butSource(_ value: String) -> String { ", a source says \(value)" }
    static func source(_ name: String) -> String { "from \(name)" }
    static let sourceLostBook = ", which no longer has the book (since \(slot))"
    static func provider(_ name: String) -> String { "from \(name), looked up \(slot)" }
    static let edited = "edited \(slot)"
    static func conflict(now: String, before: String) -> String {
      "; the source now says \(now) (before your edit: \(before)) – \(slot)"
    }
    static let resolve = "resolve"
    static func original(_ value: String) -> String { " (source: \(value))" }
    static func overridden(book: Book.ID, _ value: String) -> String {
      "; your value from book \(book), merged into this one, is not shown: \(value)"
    }
  }
}
