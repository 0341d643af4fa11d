import CatalogModel

/// How a program writes tables of books: what its header is known by, which columns hold what, what it makes of cells.
/// Names of columns are in their plain form (``ColumnMapping/plain(_:)``).
struct TableDialect: Sendable {
  /// The header has all columns of one of these.
  var signatures: [[String]] = []
  /// The columns of a field, the one to be asked first in front: where it says nothing, the next one is asked. A field that
  /// is not named here has those of its definition.
  var columns: [BookField: [String]] = [:]
  /// A column with authors besides those of the first one, divided at commas.
  var additionalAuthors: String?
  /// The column with the UUID of the book.
  var uuid = "uuid"
  /// How lists are divided, where that cannot be told by the name of their column.
  var divisions: [BookField: ListDivision] = [:]
  /// Whether a cell may stand in a formula that hides it from spreadsheets: `="0142402494"`.
  var hidesFromSpreadsheets = false
  /// Whether cells may stand in brackets whose values never begin with one: `[2007-05-08]`.
  var bracketsNumbersAndDates = false
  /// Whether a cell that a spreadsheet would take for a formula has an apostrophe in front
  /// (``BookExport/isForSpreadsheets``).
  var marksFormulas = false
  /// Whether the series is in the title (``SeriesInTitle``).
  var hasSeriesInTitle = false
  /// Whether a book without a date has one of the year 101, and one without a series the number 1 in it: calibre's own
  /// values of what is not known.
  var fillsInUnknowns = false
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
    if field == .tags { return ListDivision([";"], [",", "|"]) }
    // Elsewhere a comma belongs to a name, such as “Tolkien, J. R. R.”.
    return column.hasPrefix("authors") ? Self.severalAuthors : ListDivision([";"], [" & "])
  }

  /// Of a column whose name says that it has several authors.
  static let severalAuthors = ListDivision([";"], [" & "], [", "])

  private static let all = [ours, oursForSpreadsheets, goodreads, goodbooks, storyGraph, libraryThing, calibre]

  /// Our own exports (``BookExport``), with columns that somebody added, or in another order. Each cell says what it says.
  private static let ours = TableDialect(
    signatures: [["uuid", "seriesnumber", "averagerating", "ratingscount", "readstate"]],
    columns: Dictionary(uniqueKeysWithValues: BookField.allCases.map { ($0, [ColumnMapping.plain($0.rawValue)]) }),
    divisions: Dictionary(
      uniqueKeysWithValues: BookField.allCases.filter(\.definition.kind.isArray).map { ($0, .ours) }))

  /// A spreadsheet that takes the apostrophes off does so in the header too: what it writes is an export as usual.
  private static let oursForSpreadsheets: TableDialect = {
    var dialect = ours
    dialect.uuid = FormulaMark.marked(ours.uuid)
    dialect.signatures = ours.signatures.map { $0.map { $0 == ours.uuid ? dialect.uuid : $0 } }
    dialect.marksFormulas = true
    return dialect
  }()

  private static let goodreads = TableDialect(
    signatures: [
      ["author l-f"], ["additional authors"], ["exclusive shelf"], ["bookshelves with positions"],
      ["book id", "my rating"],
    ],
    columns: [
      .published: ["original publication year", "year published"], .finished: ["date read"], .rating: ["my rating"],
      .notes: ["my review", "private notes"],
    ],
    additionalAuthors: "additional authors", hidesFromSpreadsheets: true, hasSeriesInTitle: true)

  private static let goodbooks = TableDialect(
    signatures: [["goodreads book id"], ["best book id"]], hasSeriesInTitle: true)

  private static let storyGraph = TableDialect(
    signatures: [["isbn/uid"], ["read status", "star rating"]],
    columns: [.finished: ["last date read"], .rating: ["star rating"], .notes: ["review"], .tags: ["tags"]])

  private static let libraryThing = TableDialect(
    signatures: [["primary author"], ["entry date"]],
    columns: [.isbn: ["isbn", "isbns"], .published: ["date"], .notes: ["review"], .tags: ["tags"]],
    bracketsNumbersAndDates: true)

  private static let calibre = TableDialect(
    signatures: [["title sort"], ["author sort"], ["library name"], ["ondevice"], ["uuid", "pubdate"]],
    columns: [.tags: ["tags"]],
    divisions: [
      .authors: ListDivision([" & "], escapes: [("&&", "&")]), .tags: ListDivision([","]),
    ], fillsInUnknowns: true)

  /// Any other table, and one without a header.
  private static let unknown = TableDialect(hidesFromSpreadsheets: true, bracketsNumbersAndDates: true)
}
