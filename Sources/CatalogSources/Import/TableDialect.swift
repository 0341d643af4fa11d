import CatalogModel

/// How a program writes tables of books: what its header is known by, which columns hold what, what it makes of cells.
/// Names of columns are in their plain form (``ColumnMapping/plain(_:)``).
struct TableDialect: Sendable {
  /// The program or service, as people know it.
  var name: String
  /// The header has all columns of one of these.
  var signatures: [[String]] = []
  /// The columns of a field, the one to be asked first in front: where it says nothing, the next one is asked. A field that
  /// is not named here has those of its definition.
  var columns: [BookField: [String]] = [:]
  /// Columns that add to what the columns of a field say.
  var additions: [ColumnAddition] = []
  /// Columns that become fields that the user makes.
  var ownFields: [OwnFieldColumn] = []
  /// The column with the UUID of the book.
  var uuid = "uuid"
  /// How lists are divided, where that cannot be told by the name of their column.
  var divisions: [BookField: ListDivision] = [:]
  /// Columns that say again what others say, or that concern the program alone.
  var repeated: Set<String> = []
  /// Columns of which nothing is kept, with the reason, in words that go on after “Nothing is kept of …, ”.
  var notKept: [String: String] = [:]
  /// The rows that are no books of the user's.
  var skippedRows: RowCondition?
  /// Whether a cell may stand in a formula that hides it from spreadsheets: `="0142402494"`.
  var hidesFromSpreadsheets = false
  /// Whether cells may stand in brackets whose values never begin with one: `[2007-05-08]`.
  var bracketsNumbersAndDates = false
  /// Whether a cell that a spreadsheet would take for a formula has an apostrophe in front
  /// (``BookExport/isForSpreadsheets``).
  var marksFormulas = false
  /// Whether a value that its field cannot hold rejects the row, so that it can be mended; of what a program writes a book is
  /// worth more than one of its cells, which is left out and said.
  var isStrict = false
  /// Whether languages may be named in words, or be several, and pages and years be written as librarians do.
  var hasOtherNotations = true
  /// Whether texts of several lines may have tags of HTML in them.
  var hasMarkup = false
  /// Whether the series is in the title (``SeriesInTitle``).
  var hasSeriesInTitle = false
  /// What stands in the address of an image that the service shows in place of a cover.
  var coverPlaceholder: String?
  /// Whether a book without a date has one of the year 101, and one without a series the number 1 in it: calibre's own
  /// values of what is not known.
  var fillsInUnknowns = false
  /// True if people download such a table of their books again and again, and its rows say whose it is.
  var isExport = true
}

/// Rows of which a column has one of some words, in letters of either case.
struct RowCondition: Sendable {
  /// The name in plain form.
  let column: String
  let words: Set<String>

  init(_ column: String, _ words: Set<String>) { (self.column, self.words) = (column, words) }
}

extension TableDialect {
  /// The dialect of a header.
  ///
  /// - Parameter names: the names of its columns in plain form.
  static func of(_ names: [String]) -> TableDialect {
    let names = Set(names)
    return all.first { $0.signatures.contains(where: names.isSuperset) } ?? unknown
  }

  func columns(of field: BookField) -> [String] { columns[field] ?? field.definition.columns }

  /// How a column of authors or tags is divided.
  func division(of field: BookField, column: String) -> ListDivision {
    if let division = divisions[field] { return division }
    if field == .tags { return ListDivision([";"], ["\n"], [",", "|"]) }
    // Elsewhere a comma belongs to a name, such as “Tolkien, J. R. R.”.
    return column.hasPrefix("authors") ? Self.severalAuthors : Self.authorsWithCommas
  }

  /// Of a column whose name says that it has several authors.
  static let severalAuthors = ListDivision([";"], ["|"], ["\n"], [", and ", ", & ", " & ", ", "])

  /// How authors are divided where commas stand in their names.
  static let authorsWithCommas = ListDivision([";"], ["|"], ["\n"], [" & "])
}
