import Platform

extension Texts {
  /// The head and the foot of each page, and the menus.
  enum Frame {
    static func title(_ title: String) -> String { title.isEmpty ? catalog : "\(title) – \(catalog)" }
    static let skip = "Skip to the content"
    static let pages = "Pages"
    static let manage = "Manage"
    static func conflicts(_ number: Int) -> String { count(number, "conflict", "conflicts") }
    static let hiddenByConnection = """
      Notes, reviews, copies and custom fields are hidden, because this connection is not encrypted. Use HTTPS, or open \
      this page on the server itself.
      """
    static let hiddenByRole = "The owner’s notes, copies and custom fields are hidden. Only owners can see them."
    static func undone(_ summary: String) -> String { "Undone: \(summary)" }
    static let or = " or "
  }

  enum Sections {
    static let library = "Library"
    static let statistics = "Statistics"
    static let add = "Add"
    static let imports = "Import"
    static let conflicts = "Conflicts"
    static let duplicates = "Duplicates"
    static let sources = "Sources"
    static let history = "History"
    static let devices = "Devices"
  }

  enum Search {
    static let label = "Search the books"
    static let placeholder = "Search books"
    static let help = "Search help"
    static let heading = "How to search"
    static let examples: [(query: String, meaning: String)] = [
      ("dune herbert", "Both words, anywhere in a book"),
      ("\"the long way\"", "These words next to each other"),
      ("author:herbert", "A field: also title, series, tag, publisher, isbn"),
      ("is:unread -tag:memoir", "Unread, but not tagged “memoir”"),
      ("tag:sf OR tag:fantasy", "One of the two tags"),
      ("rating:4..", "My rating is 4 or more"),
      ("pages:..300", "At most 300 pages"),
      ("year:1990..1999", "First published in the nineties"),
      ("edition:2020..", "This edition is from 2020 or later"),
      ("finished:last-year", "Finished last year"),
      ("no:cover", "Books without a cover"),
    ]

    /// Returns a condition of a query, such as `Author: Ann Lee`.
    static func condition(_ field: String, _ value: String) -> String { "\(field): \(value)" }
    static func not(_ condition: String) -> String { "Not \(condition)" }
  }

  /// The labels of fields, where pages use other words than the command line.
  enum Fields {
    static let isbn = "ISBN"
    static let uuid = "UUID"
    static let status = "Status"
    static let rating = "Rating"
    static let myRating = "My rating"
    static let averageRating = "Average rating"
    /// Introduces the value of a field, which follows.
    static func before(_ label: String) -> String { "\(label): " }
  }

  enum Statuses {
    static let unread = "Unread"
    static let want = "Want to read"
    static let reading = "Reading"
    static let paused = "Paused"
    static let read = "Read"
    static let abandoned = "Abandoned"
  }

  /// The pages of problems, and forms that are refused.
  enum Problems {
    static let headings = [
      403: "You may not open this page", 404: "This page does not exist", 500: "Something went wrong",
      503: "The server is busy",
    ]
    static let backToLibrary = "Back to the library"
    static func refused(_ reason: String) -> String { "Nothing was stored. \(reason)" }
    static let showBook = "Show the book"
  }

  /// The login page, and the page of an account's devices.
  enum Account {
    static let name = "Name"
    static let password = "Password"
    static func isSignedIn(_ account: String) -> String { "You are signed in as \(account)." }
    static let hasNoAccounts = "This catalog has no accounts, so you don’t need to sign in."

    static let devices = "Your devices"
    static let tokens = "Device tokens"
    static let aboutTokens = """
      E-readers and programs sign in with your name and a device token instead of your password. Each device has its \
      own token, which you can remove at any time.
      """
    static let hasNoTokens = "No device tokens yet."
    static let addDevice = "Add a device"
    static let deviceExample = "E-reader"
    static let createToken = "Create a token"
    static func token(of device: String) -> String { "The token of \(device)" }
    static let isShownOnce = "This token is shown only once. It is not case-sensitive."
    static func count(_ number: Int) -> String { Texts.count(number, "device", "devices") }
    static let made = "Created"
    static let lastUsed = "Last used"
    static let never = "never"
    static func remove(_ device: String) -> String { "\(Action.remove) \(device)" }
  }
}
