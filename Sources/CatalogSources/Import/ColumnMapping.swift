import Catalog

/// Which columns of a table hold which fields: as they were named, else guessed by the names that other programs give
/// them.
struct ColumnMapping {
  /// For each field its columns, the one to be asked first in front.
  private(set) var columns: [BookField: [Int]] = [:]
  private(set) var idColumn: Int?
  private(set) var uuidColumn: Int?
  /// What divides the items of a list.
  var division: CellValues.ListDivision {
    uuidColumn != nil ? .semicolonOnly : hasSingleAuthor ? .anySignButComma : .anySign
  }
  /// Whether the column of authors holds one name, in which a comma is part of the name.
  private var hasSingleAuthor = false
  /// A second column with the other authors.
  private(set) var additionalAuthors: Int?
  /// Whether the first row names the columns.
  let hasHeader: Bool
  /// What a person should know: the columns that are not used.
  private(set) var note: String?

  var hasID: Bool { idColumn != nil }

  /// - Parameters:
  ///   - header: the cells of the first row.
  ///   - named: columns that were named for fields.
  /// - Throws: ``ImportError`` for a column that is not there, or when none can be the title.
  init(header: [String], named: [BookField: String]) throws {
    let names = header.map(Self.plain)
    let isNumbered = !named.isEmpty && named.values.allSatisfy { Int($0) != nil && !names.contains(Self.plain($0)) }
    hasHeader = !isNumbered
    if header.isEmpty { throw ImportError.empty }
    for (field, column) in named where !column.isEmpty {
      columns[field] = [try Self.index(of: column, names, header, isNumbered: isNumbered)]
    }
    if !isNumbered { guess(names, named: Set(named.keys)) }
    guard columns[.title] != nil else { throw ImportError.noTitleColumn(columns: header) }
    let used = Set(columns.values.flatMap(\.self) + [idColumn, uuidColumn, additionalAuthors].compactMap(\.self))
    let unused = header.indices.filter { !used.contains($0) }.map { header[$0] }
    if hasHeader, !unused.isEmpty { note = "columns not used: \(unused.joined(separator: ", "))" }
  }

  private mutating func guess(_ names: [String], named: Set<BookField>) {
    for (field, synonyms) in Self.synonyms where !named.contains(field) {
      let found = synonyms.compactMap { names.firstIndex(of: $0) }
      if !found.isEmpty { columns[field] = field == .isbn ? found : [found[0]] }
    }
    idColumn = Self.idNames.lazy.compactMap { names.firstIndex(of: $0) }.first
    uuidColumn = names.firstIndex(of: "uuid")
    additionalAuthors = names.firstIndex(of: "additional authors")
    if let authors = columns[.authors]?.first { hasSingleAuthor = !names[authors].hasPrefix("authors") }
  }

  private static func index(
    of column: String, _ names: [String], _ header: [String], isNumbered: Bool
  ) throws -> Int {
    if isNumbered, let number = Int(column), header.indices.contains(number - 1) { return number - 1 }
    if let index = names.firstIndex(of: plain(column)) { return index }
    throw ImportError.noSuchColumn(column, columns: isNumbered ? header.indices.map { String($0 + 1) } : header)
  }

  /// A name without case, and with spaces where programs write underscores.
  private static func plain(_ name: String) -> String {
    String(name.lowercased().map { $0 == "_" ? " " : $0 }).trimmed()
  }

  private static let idNames = ["id", "book id", "goodreads book id"]

  /// Our own names, and those of Goodreads, StoryGraph, LibraryThing, calibre and goodbooks.
  private static let synonyms: [BookField: [String]] = [
    .title: ["title", "book title"],
    .authors: ["authors", "author", "primary author", "author text", "creator"],
    .isbn: ["isbn13", "isbn", "isbn/uid", "isbn10", "isbns"],
    .pages: ["pages", "number of pages", "num pages", "page count"],
    .publisher: ["publisher"],
    .published: [
      "published", "original publication year", "year published", "publication date", "publication year", "pubdate",
      "year", "date",
    ],
    .language: ["language", "language code", "languages"],
    .series: ["series"],
    .seriesNumber: ["seriesnumber", "series number", "series index"],
    .tags: ["tags", "genres", "subjects"],
    .averageRating: ["averagerating", "average rating"],
    .ratingsCount: ["ratingscount", "ratings count"],
    .readState: ["readstate", "read state", "exclusive shelf", "read status"],
    .started: ["started", "date started"],
    .finished: ["finished", "date read", "last date read"],
    .rating: ["rating", "my rating", "star rating"],
    .notes: ["notes", "my review", "review", "private notes"],
    .added: ["added", "date added", "entry date"],
  ]
}
