import CatalogModel

/// The table format of a program: how to recognise its header, which columns supply which fields, and how its cells are
/// written. Column names are in plain form (``ColumnMapping/plain(_:)``).
struct TableDialect: Sendable {
  /// The name of the program or service, as users know it.
  var name: String
  /// The sets of columns that identify the dialect. The header must contain all columns of at least one set.
  var signatures: [[String]] = []
  /// The columns of each field, in order of preference. If a cell is empty, the next column is read. Fields that are
  /// not listed here use the columns in the field's definition.
  var columns: [BookField: [String]] = [:]
  /// The columns that supplement the values of other columns.
  var additions: [ColumnAddition] = []
  /// The columns that become user-defined fields.
  var ownFields: [OwnFieldColumn] = []
  /// The column with the book's UUID.
  var uuid = "uuid"
  /// The separators of list fields, for columns whose names do not determine the separators.
  var divisions: [BookField: ListDivision] = [:]
  /// The columns that are not imported because they repeat other columns, or concern only the program itself.
  var repeated: Set<String> = []
  /// The columns that are not imported, each with a reason that completes the sentence “Nothing is kept of …, ”.
  var notKept: [String: String] = [:]
  /// A condition that selects the rows to skip because they are not books of the user.
  var skippedRows: RowCondition?
  /// True if a cell may be enclosed in a formula that prevents spreadsheets from changing it: `="0142402494"`.
  var hidesFromSpreadsheets = false
  /// True if ISBNs, dates and times may be in square brackets: `[2007-05-08]`.
  var bracketsNumbersAndDates = false
  /// True if each cell that a spreadsheet would treat as a formula begins with an apostrophe
  /// (``BookExport/isForSpreadsheets``).
  var marksFormulas = false
  /// True if an invalid value rejects the whole row, so that the user can correct it. In exports of other programs, an
  /// invalid cell is left out and reported, because the book matters more than a single cell.
  var isStrict = false
  /// True if the table may contain languages as names or lists, and pages and years in library notation.
  var hasOtherNotations = true
  /// True if multi-line text may contain HTML tags.
  var hasMarkup = false
  /// True if titles include the series (``SeriesInTitle``).
  var hasSeriesInTitle = false
  /// A string that occurs only in the address of the service's placeholder image for missing covers.
  var coverPlaceholder: String?
  /// True if unknown dates are written as a date in the year 101, and books without a series have the series number 1.
  /// These are calibre's placeholders for unknown values.
  var fillsInUnknowns = false
  /// True if the table is an export of a user's own books. Users export such tables repeatedly, and each row identifies
  /// its book.
  var isExport = true
}

/// A condition that selects rows by the words in a column, ignoring case.
struct RowCondition: Sendable {
  /// The column name in plain form.
  let column: String
  let words: Set<String>

  init(_ column: String, _ words: Set<String>) { (self.column, self.words) = (column, words) }
}

extension TableDialect {
  /// Returns the dialect that a header belongs to, or ``unknown``.
  ///
  /// - Parameter names: The column names in plain form.
  static func of(_ names: [String]) -> TableDialect {
    let names = Set(names)
    return all.first { $0.signatures.contains(where: names.isSuperset) } ?? unknown
  }

  func columns(of field: BookField) -> [String] { columns[field] ?? field.definition.columns }

  /// Returns the separators of a column with authors or tags.
  func division(of field: BookField, column: String) -> ListDivision {
    if let division = divisions[field] { return division }
    if field == .tags { return ListDivision([";"], ["\n"], [",", "|"]) }
    // In other columns a comma is part of a name, as in "Tolkien, J. R. R.".
    return column.hasPrefix("authors") ? Self.severalAuthors : Self.authorsWithCommas
  }

  /// The separators in columns whose name indicates several authors.
  static let severalAuthors = ListDivision([";"], ["|"], ["\n"], [", and ", ", & ", " & ", ", "])

  /// The separators between authors whose names contain commas.
  static let authorsWithCommas = ListDivision([";"], ["|"], ["\n"], [" & "])
}
