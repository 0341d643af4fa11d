import CatalogModel

/// What an entry of a bibliography may say of a book. The notations have their own names for it.
enum CitationField: Hashable, Sendable {
  case title, subtitle
  /// The title of a work of several volumes, of which this is one.
  case mainTitle
  /// The title of the book that a part is in.
  case bookTitle, bookSubtitle
  case publisher
  /// When it was published, and when the work appeared first.
  case date, originalDate
  /// One or several.
  case isbn
  case series
  /// The number within the series, or of a report.
  case number
  /// How many pages it has.
  case pageTotal
  /// Which pages it is, or how many it has.
  case pages
  case language
  /// Divided at semicolons, else at commas.
  case keywords
  /// One of them, in which a comma is no division.
  case keyword
  case abstract, note, review, rating, readState
  /// When it came into the bibliography.
  case added
  /// The absolute path of a file, or its address; behind a tab its type.
  case file
  /// A number or name by which others know it, of this type.
  case identifier(String)
  /// What the catalog has no field for, and becomes one of the user's own.
  case property(CitationProperty)
  /// A field of the user's own, as a table of our own calls its column.
  case own(String)
  /// A field as people type it, which only our own exports have.
  case exact(BookField)
}

extension CitationField {
  /// What it is called where something of it is told.
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

  /// Whether a book has several of it.
  var isRepeatable: Bool {
    switch self {
    case .isbn, .series, .keywords, .keyword, .note, .review, .file, .identifier, .exact: true
    default: false
    }
  }
}

/// What bibliographies say of books and the catalog has no field for. It becomes a field of the user's own, of the kind text,
/// whose name is the raw value, and is written from there.
enum CitationProperty: String, CaseIterable, Sendable {
  case edition, place, volume, volumes, part, chapter, institution, event, venue, library, rights
  /// Which pages of a book.
  case pageRange = "page-range"
  /// A number that is none, or that of a report.
  case printedNumber = "printed-number"
  case titleAddon = "title-addon"
  case shortTitle = "short-title"
  case originalTitle = "original-title"
  case originalLanguage = "original-language"
  case originalPublisher = "original-publisher"
  case originalPlace = "original-place"
  /// What kind of thesis or report it is, in words.
  case documentType = "document-type"
  case callNumber = "call-number"
  /// When an address was looked at.
  case accessed
  /// What the entry is, where it is no book: `phdthesis`.
  case entryType = "entry-type"
  /// The name by which documents cite it, which has to stay.
  case citationKey = "citation-key"

  /// What is read and written by the notation itself, and not among the fields.
  static let ofEntry: Set<CitationProperty> = [.entryType, .citationKey]
}
