import Platform

extension Texts {
  /// The forms that add and change books.
  enum Edits {
    static let addBook = "Add a book"
    static let add = "Add book"
    static let byHandOrOnline = "Or add it by hand. A title or an ISBN is enough."
    static let byHand = "A title or an ISBN is enough."
    static let photo = "Photo of the bar code"
    static let readPhoto = "Read bar code"
    static let allFields = "All fields"

    static func edit(_ title: String) -> String { "Edit \(quoted(title))" }
    static let book = "Book"
    static let remove = "Remove the book"
    static let fromEveryList = " from every list. \(Action.canBeUndone)"
  }

  enum Online {
    static func title(_ text: String) -> String { "Open Library: \(text)" }
    static let heading = "Search results from Open Library"
    static let hasNone = "No books found."
    static func found(_ number: Int) -> String { "\(books(number)), best match first." }
    static let addByHand = "Add it by hand"
    static let isInCatalog = "In your catalog"
    static func add(_ title: String) -> String { "\(Action.add) \(title)" }
    static let search = "Search Open Library"
    static let placeholder = "Title and author, or an ISBN"
  }

  /// Changes to several books.
  enum BulkEdits {
    static func change(_ number: Int) -> String { "Change \(books(number))" }
    static func isChangeWanted(_ number: Int) -> String { "Change \(books(number))?" }
    static let changesNothing = "Nothing would change"
    static let field = "Field"
    static let action = "Action"
    static let value = "Value"
    static let add = "add to the list"
    static let remove = "remove from the list"
    static let replace = "replace the value (leave empty to clear it)"
    static let onlyLists = "Only lists, such as tags and authors, can be added to. In other fields, replace the value."
    static let preview = "Show what would change"
    static let apply = "Change them"
    static func more(_ number: Int) -> String { "And \(count(number, "more difference", "more differences"))." }
    static let selected = "The selected books."
    static let all = "All books in the catalog."
    static func matching(_ query: String) -> String { "All books that match \(quoted(query))." }
    /// Introduces the change to a field of the book before it.
    static func of(_ field: String) -> String { ": \(field) " }
  }

  /// Changes that collide with those of somebody else.
  enum Collisions {
    static let title = "Changed meanwhile"
    static func heading(_ title: String) -> String { "\(quoted(title)) was changed meanwhile" }
    static let explanation = """
      Somebody else changed this book while you were editing it. Your changes are not saved yet. Choose a value for \
      each field, then save.
      """
    static let yours = "Yours"
    static let current = "Current"
    static let before = "Before"
    static let saveYours = "Save yours"
    static let keepCurrent = "Keep the current value"
    static let keepAll = "Keep all current values"
  }

  enum Imports {
    static let heading = "Import books"
    static func heading(_ file: String) -> String { "Import \(quoted(file))" }
    static let explanation = """
      A CSV table from Goodreads, StoryGraph, LibraryThing or calibre, or one of your own; JSON Lines; JSON from \
      LibraryThing; or the archive of a BookWyrm account. You’ll see a preview before anything changes.
      """
    static let leavesOutOwnersFields = """
      Reading statuses, reading dates, ratings, reviews, notes, copies and custom fields in the file are not imported. \
      Only the owner can import them.
      """
    static let file = "File"
    static let preview = "Preview"
    static let reading = "Reading the file"
    static let importing = "Importing"
    static func progress(_ activity: String, _ number: Int) -> String { "\(activity): \(rows(number)) so far." }
    static let checkAgain = "Check again"
    static let failed = "The import failed."
    static let sendAgain = "Send a file again"
    static let source = "Source"
    static let aboutSource =
      "A later import under this name updates these books. If you change the name, you get a new preview."
    static let start = "Import"
    static let showNewest = "Show the newest books"
  }

  /// The result of an import.
  enum ImportReports {
    static let wasStopped = """
      The import was stopped before it finished. The rows stored until then are kept. Repeat the same import to store \
      the rest.
      """
    static let wouldChange = "This would change:"
    static let changed = "This changed:"
    static func added(_ number: Int) -> String { "\(number.grouped) added" }
    static func updated(_ number: Int) -> String { "\(number.grouped) updated" }
    static func unchanged(_ number: Int) -> String { "\(number.grouped) unchanged" }
    static func waiting(_ number: Int) -> String { "\(number.grouped) waiting" }
    static func rejected(_ number: Int) -> String { "\(number.grouped) rejected" }
    static func leftOut(_ number: Int) -> String { "\(number.grouped) stored without an invalid value" }
    static func keptYours(_ number: Int) -> String { "\(number.grouped) with your edits kept" }
    static func otherReadings(_ number: Int) -> String {
      "\(number.grouped) with more complete readings in another source"
    }
    static func skipped(_ number: Int) -> String {
      "\(number.grouped) skipped because they are not books of yours, such as films"
    }
    static func waiting(because reason: String) -> String { "Rows without a title are waiting: \(reason)." }
    static func mixture(_ number: Int, encoding: String, others: String) -> String {
      "\(rows(number)) were read as \(encoding), the others as \(others)."
    }
    static let rejectedRows = "Rejected rows"
    static let rowsToCheck = "Rows to check"
    static let columns = "Columns"
    static let ignoredColumns = "Ignored columns"
    static func stored(as field: String, _ values: String) -> String { "stored as \(field): \(values)" }
    static func ignored(_ number: Int, example: String) -> String { "\(values(number)), such as \(quoted(example))" }
    static func row(_ number: Int) -> String { "row \(number.grouped)" }
    static func moreRows(_ number: Int) -> String { "and \(number.grouped) more" }
    static func moreValues(_ number: Int) -> String { "\(number.grouped) more" }
  }
}
