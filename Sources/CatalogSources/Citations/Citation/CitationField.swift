import CatalogModel

/// The values that an entry of a bibliography may have for a book. Each notation has its own names for them.
enum CitationField: Hashable, Sendable {
  case title, subtitle
  /// The title of a multivolume work that the book belongs to.
  case mainTitle
  /// The title and subtitle of the book that contains a part.
  case bookTitle, bookSubtitle
  case publisher
  /// The date of publication, and the date on which the work was first published.
  case date, originalDate
  /// One or several ISBNs.
  case isbn
  case series
  /// The number of the book in its series, or the number of a report.
  case number
  /// The number of pages.
  case pageTotal
  /// A range of pages, or a number of pages.
  case pages
  case language
  /// Keywords separated by semicolons, or else by commas.
  case keywords
  /// A single keyword, which may contain commas.
  case keyword
  case abstract, note, review, rating, readState
  /// The time at which the entry was added to the bibliography.
  case added
  /// The absolute path or the address of a file, optionally followed by a tab and its type.
  case file
  /// An identifier of the given type.
  case identifier(String)
  /// A value that is stored in a custom field, because the catalog has no built-in field for it.
  case property(CitationProperty)
  /// A custom field, identified by its column name in our tables.
  case own(String)
  /// A field of the catalog in the form that users type, which only our exports contain.
  case exact(BookField)
}

extension CitationField {
  /// The name of the field in reports.
  var words: String {
    switch self {
    case .title: "title"
    case .subtitle: "subtitle"
    case .mainTitle: "main title"
    case .bookTitle: "title of the book"
    case .bookSubtitle: "subtitle of the book"
    case .publisher: "publisher"
    case .date: "date"
    case .originalDate: "original date"
    case .isbn: "ISBN"
    case .series: "series"
    case .number: "number"
    case .pageTotal: "number of pages"
    case .pages: "pages"
    case .language: "language"
    case .keywords, .keyword: "keywords"
    case .abstract: "abstract"
    case .note: "note"
    case .review: "review"
    case .rating: "rating"
    case .readState: "read state"
    case .added: "time added"
    case .file: "file"
    case .identifier(let type): type
    case .property(let property): property.rawValue
    case .own(let name): name
    case .exact(let field): field.words
    }
  }

  /// True if a book may have several values.
  var isRepeatable: Bool {
    switch self {
    case .isbn, .series, .keywords, .keyword, .note, .review, .file, .identifier, .exact: true
    default: false
    }
  }
}

/// Values in bibliographies that the catalog has no field for. Each value becomes a custom text field, named by the raw
/// value, and is exported from that field.
enum CitationProperty: String, CaseIterable, Sendable {
  case edition, place, volume, volumes, part, chapter, institution, event, venue, library, rights
  /// A range of pages of a book.
  case pageRange = "page-range"
  /// A series number that is not numeric, or the number of a report.
  case printedNumber = "printed-number"
  case titleAddon = "title-addon"
  case shortTitle = "short-title"
  case originalTitle = "original-title"
  case originalLanguage = "original-language"
  case originalPublisher = "original-publisher"
  case originalPlace = "original-place"
  /// The kind of thesis or report, in words.
  case documentType = "document-type"
  case callNumber = "call-number"
  /// The time at which an address was visited.
  case accessed
  /// The type of the entry if it is not `book`, such as `phdthesis`.
  case entryType = "entry-type"
  /// The citation key, which exports must not change.
  case citationKey = "citation-key"

  /// The properties that describe an entry itself and are not fields of the entry.
  static let ofEntry: Set<CitationProperty> = [.entryType, .citationKey]
}
