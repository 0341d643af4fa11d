import CatalogModel

/// The supported table formats of programs and services, as data. `docs/interchange.md` is generated from them.
extension TableDialect {
  static let all = [
    // `oursForSpreadsheets` must come before `ours`, which is also recognised without a UUID column. Only the name of
    // that column distinguishes the two dialects.
    oursForSpreadsheets, ours, bookCatalogue, goodreads, goodbooks, hardcover, bookWyrmArchive, bookWyrm, storyGraph,
    openreads, libib,
    openLibrary, libraryThingDocument, libraryThing, calibre,
  ]

  /// Our own exports (``BookExport``), including tables with added or reordered columns. Cells are taken literally.
  private static let ours = TableDialect(
    name: "catalog",
    signatures: [
      ["uuid", "seriesnumber", "averagerating", "ratingscount", "readstate"],
      // For tables from which the user removed the UUID column: one-word column names that no other program writes.
      ["seriesnumber", "averagerating", "ratingscount", "readstate", "firstpublished", "earlierreadings"],
    ],
    columns: Dictionary(uniqueKeysWithValues: BookField.allCases.map { ($0, [ColumnMapping.plain($0.rawValue)]) }),
    divisions: Dictionary(
      uniqueKeysWithValues: BookField.allCases.filter(\.definition.kind.isArray).map { field in
        if case .records = field.definition.kind { (field, .records) } else { (field, .ours) }
      }),
    isStrict: true, hasOtherNotations: false, isExport: false)

  /// Our exports for spreadsheets. A spreadsheet that removes the apostrophes also removes them from the header, so its
  /// output is recognised as `ours`.
  private static let oursForSpreadsheets: TableDialect = {
    var dialect = ours
    dialect.name = "catalog, for spreadsheets"
    dialect.uuid = FormulaMark.marked(ours.uuid)
    // Without the UUID column, a table for spreadsheets cannot be distinguished from `ours`.
    dialect.signatures = ours.signatures.filter { $0.contains(ours.uuid) }.map {
      $0.map { $0 == ours.uuid ? dialect.uuid : $0 }
    }
    dialect.marksFormulas = true
    return dialect
  }()

  private static let goodreads = TableDialect(
    name: "Goodreads",
    signatures: [
      ["author l-f"], ["additional authors"], ["exclusive shelf"], ["bookshelves with positions"],
      ["book id", "my rating"],
    ],
    columns: [
      .published: ["year published", "original publication year"], .firstPublished: ["original publication year"],
      .finished: ["date read"], .rating: ["my rating"], .review: ["my review"], .notes: ["private notes"],
    ],
    additions: [
      ColumnAddition("additional authors", .authors), ColumnAddition("bookshelves", .shelves),
      ColumnAddition("book id", .identifier(type: "goodreads")), ColumnAddition("read count", .begunCount),
      ColumnAddition("owned copies", .copies),
    ],
    ownFields: [
      .flag("spoiler", as: "review-spoilers"), .text("recommended for", as: "recommended-for"),
      .text("recommended by", as: "recommended-by"),
    ],
    divisions: [.authors: ListDivision()], repeated: ["author l-f", "bookshelves with positions"],
    hidesFromSpreadsheets: true, hasMarkup: true,
    hasSeriesInTitle: true)

  private static let goodbooks = TableDialect(
    name: "goodbooks-10k",
    signatures: [["goodreads book id"], ["best book id"]],
    additions: [ColumnAddition("goodreads book id", .identifier(type: "goodreads"))], repeated: ["small image url"],
    hasSeriesInTitle: true, coverPlaceholder: "/nophoto/", isExport: false)

  private static let hardcover = TableDialect(
    name: "Hardcover",
    signatures: [["hardcover book id"], ["hardcover edition id"]],
    columns: [
      .authors: ["author"], .isbn: ["isbn 13", "isbn 10"], .readState: ["status"], .published: ["publish date"],
      .language: ["language code"], .format: ["binding", "media"], .started: ["date started"],
      .finished: ["date finished"], .review: ["review"], .notes: ["private notes"], .tags: ["tags"],
    ],
    additions: [
      ColumnAddition("genres", .shelves), ColumnAddition("lists", .shelves),
      ColumnAddition("hardcover book id", .identifier(type: "hardcover")),
      ColumnAddition("hardcover edition id", .identifier(type: "hardcover-edition")),
      ColumnAddition("asin", .identifier(type: "asin")), ColumnAddition("duration in seconds", .seconds),
      ColumnAddition("owned", .copies),
    ],
    ownFields: [
      .list("moods", as: "moods"), .list("content warnings", as: "content-warnings"), .text("privacy", as: "privacy"),
      .date("review date", as: "review-date"), .flag("review contains spoilers", as: "review-spoilers"),
      .text("review url", as: "review-address"), .text("review media url", as: "review-media-address"),
    ],
    divisions: [.authors: severalAuthors],
    repeated: ["review slate", "country code", "sponsored review", "compilation"], hasMarkup: true)

  private static let bookWyrm = TableDialect(
    name: "BookWyrm",
    signatures: [["author text", "remote id"], ["openlibrary key", "inventaire id"]],
    columns: [
      .authors: ["author text"], .isbn: ["isbn 13", "isbn 10"], .readState: ["shelf"], .started: ["start date"],
      .finished: ["finish date"], .added: ["shelf date"], .review: ["review content"],
    ],
    additions: [
      ColumnAddition("shelf name", .shelves), ColumnAddition("stopped date", .stopped),
      ColumnAddition("openlibrary key", .identifier(type: "openlibrary")),
      ColumnAddition("inventaire id", .identifier(type: "inventaire")),
      ColumnAddition("librarything key", .identifier(type: "librarything")),
      ColumnAddition("goodreads key", .identifier(type: "goodreads")),
      ColumnAddition("bnf id", .identifier(type: "bnf")), ColumnAddition("viaf", .identifier(type: "viaf")),
      ColumnAddition("wikidata", .identifier(type: "wikidata")), ColumnAddition("asin", .identifier(type: "asin")),
      ColumnAddition("aasin", .identifier(type: "aasin")), ColumnAddition("isfdb", .identifier(type: "isfdb")),
      ColumnAddition("oclc number", .identifier(type: "oclc")),
      ColumnAddition("remote id", .identifier(type: "uri")),
    ],
    ownFields: [
      .text("review name", as: "review-title"), .date("review published", as: "review-date"),
      .text("review cw", as: "review-content-warning"),
    ],
    divisions: [.authors: severalAuthors], hasMarkup: true)

  /// The table that an account archive is converted to (``DocumentDialect``). It contains more than BookWyrm's own
  /// table: all readings, shelves and lists, and the user's comments and quotations in addition to reviews.
  private static let bookWyrmArchive: TableDialect = {
    var dialect = bookWyrm
    dialect.name = "BookWyrm, archive of an account"
    dialect.signatures = [["remote id", "readthroughs"]]
    dialect.columns = [
      .isbn: ["isbn 13", "isbn 10"], .started: [], .finished: [], .review: ["review content"], .tags: ["subjects"],
      .readState: [],
    ]
    dialect.additions.removeAll { $0.content == .shelves }
    dialect.additions += [
      ColumnAddition("shelf name", .shelves, dividedBy: .ours), ColumnAddition("lists", .shelves, dividedBy: .ours),
      ColumnAddition("readthroughs", .readings),
      ColumnAddition("comments", .paragraph(.notes)), ColumnAddition("quotations", .paragraph(.notes)),
    ]
    dialect.ownFields.append(.text("format detail", as: "format-detail"))
    dialect.divisions = [.authors: .ours, .tags: .ours]
    dialect.notKept = [
      "edition.cover": "if the document is not in its archive"
    ]
    dialect.repeated = [
      "edition.@context", "edition.type", "edition.authors", "edition.work", "edition.sorttitle", "edition.sort title",
      "edition.lasteditedby", "edition.last edited by id", "edition.editionrank", "edition.edition rank",
      "edition.id", "edition.book ptr id", "edition.parent work id", "edition.search vector", "edition.created date",
      "edition.updated date", "edition.connector id", "edition.origin id", "edition.preview image",
    ]
    return dialect
  }()

  private static let storyGraph = TableDialect(
    name: "StoryGraph",
    signatures: [["isbn/uid"], ["read status", "star rating"]],
    columns: [
      .finished: ["last date read"], .rating: ["star rating"], .review: ["review"], .tags: ["tags"],
      .contributors: [],
    ],
    additions: [
      ColumnAddition("contributors", .contributors), ColumnAddition("isbn/uid", .shopNumber),
      ColumnAddition("dates read", .readings), ColumnAddition("read count", .readCount),
      ColumnAddition("owned?", .copies),
    ],
    ownFields: [
      .list("moods", as: "moods"), .choice("pace", as: "pace", of: ["slow", "medium", "fast"]),
      .choice("character- or plot-driven?", as: "driven-by", of: ["Character", "Plot", "A mix", "N/A"]),
      .choice("strong character development?", as: "strong-character-development", of: storyGraphAnswers),
      .choice("loveable characters?", as: "loveable-characters", of: storyGraphAnswers),
      .choice("diverse characters?", as: "diverse-characters", of: storyGraphAnswers),
      .choice("flawed characters?", as: "flawed-characters", of: storyGraphAnswers),
      .list("content warnings", as: "content-warnings"),
      .text("content warning description", as: "content-warning-description"),
    ], hasMarkup: true)

  private static let storyGraphAnswers = ["Yes", "No", "It's complicated", "N/A"]

  private static let openreads = TableDialect(
    name: "openreads",
    signatures: [["book format", "readings"], ["my review", "olid"]],
    columns: [
      .readState: ["status"], .published: ["publication year"], .review: ["my review"], .format: ["book format"],
      .added: ["date added"],
    ],
    additions: [
      ColumnAddition("olid", .identifier(type: "openlibrary")), ColumnAddition("readings", .readings),
      ColumnAddition("favourite", .tag("favourite")),
    ],
    divisions: [.tags: ListDivision(["|||||"])], repeated: ["date modified"],
    skippedRows: RowCondition("deleted", ["true", "1"]))

  private static let libib = TableDialect(
    name: "Libib",
    signatures: [["ean isbn13", "creators"], ["ean isbn13", "upc isbn10"]],
    columns: [
      .authors: ["creators"], .isbn: ["ean isbn13", "upc isbn10"], .published: ["publish date"], .pages: ["length"],
      .readState: ["status"], .started: ["began"], .finished: ["completed"], .added: ["added"], .tags: ["tags"],
    ],
    additions: [
      ColumnAddition("collection", .shelves), ColumnAddition("group", .shelves), ColumnAddition("copies", .copies),
      ColumnAddition("price", .copy("price")),
    ],
    ownFields: [.date("review date", as: "review-date"), .text("call number", as: "call-number")],
    divisions: [.authors: severalAuthors], repeated: ["first name", "last name"],
    skippedRows: RowCondition("item type", ["movie", "music", "videogame", "game"]))

  private static let bookCatalogue = TableDialect(
    name: "Book Catalogue",
    signatures: [["author details"], ["series details"]],
    columns: [
      .authors: [], .published: ["date published"], .added: ["date added"], .tags: [], .series: [],
      .started: ["read start"], .finished: ["read end"],
    ],
    additions: [
      ColumnAddition("author details", .invertedAuthors), ColumnAddition("series details", .seriesDetails),
      ColumnAddition("bookshelf", .shelves), ColumnAddition("genre", .shelves), ColumnAddition("read", .isRead),
      ColumnAddition("goodreads book id", .identifier(type: "goodreads")), ColumnAddition("location", .copy("place")),
      ColumnAddition("loaned to", .copy("lentTo")),
      ColumnAddition("list price", .copy("price")),
    ],
    ownFields: [.flag("signed", as: "signed")],
    uuid: "book uuid", repeated: ["bookshelf id", "last update date"])

  private static let openLibrary = TableDialect(
    name: "Open Library",
    signatures: [["work id", "bookshelf"]],
    columns: [
      .readState: ["bookshelf"], .firstPublished: ["first publish year"], .rating: ["my ratings"],
      .averageRating: ["ratings average"], .tags: [],
    ],
    additions: [
      ColumnAddition("subjects", .shelves), ColumnAddition("work id", .identifier(type: "openlibrary")),
      ColumnAddition("edition id", .identifier(type: "openlibrary")),
    ], repeated: ["edition count", "has ebook"])

  private static let libraryThing = TableDialect(
    name: "LibraryThing",
    signatures: [["primary author"], ["entry date"]],
    columns: [
      .authors: [], .isbn: ["isbn", "isbns"], .published: ["date"], .review: ["review"], .tags: ["tags"],
      .started: ["date started"], .notes: ["comment"],
    ],
    additions: [
      ColumnAddition("primary author", .people, roles: "primary author role"),
      ColumnAddition("secondary author", .people, roles: "secondary author roles"),
      ColumnAddition("publication", .publication), ColumnAddition("collections", .shelves),
      ColumnAddition("private comment", .paragraph(.notes)),
      ColumnAddition("book id", .identifier(type: "librarything")),
      ColumnAddition("work id", .identifier(type: "librarything-work")),
      ColumnAddition("oclc", .identifier(type: "oclc")), ColumnAddition("lccn", .identifier(type: "lccn")),
      ColumnAddition("copies", .copies), ColumnAddition("acquired", .copy("acquired")),
      ColumnAddition("lending patron", .copy("lentTo")), ColumnAddition("lending start", .copy("lentSince")),
      ColumnAddition("subjects", .subjects), ColumnAddition("lc classification", .identifier(type: "lcc")),
      ColumnAddition("dewey decimal", .identifier(type: "ddc")),
      ColumnAddition("physical description", .extent),
    ],
    ownFields: [
      .text("weight", as: "weight"), .text("height", as: "height"), .text("thickness", as: "thickness"),
      .text("length", as: "length"), .text("dimensions", as: "dimensions"), .text("barcode", as: "barcode"),
      .text("bcid", as: "bcid"), .list("original languages", as: "original-languages"),
      .text("other call number", as: "call-number"), .text("from where", as: "acquired-from"),
      .date("lending end", as: "lent-until"),
    ],
    divisions: [.tags: .commas],
    repeated: ["sort character", "summary", "source", "dewey wording", "lending status"], bracketsNumbersAndDates: true,
    hasMarkup: true)

  /// The table that LibraryThing's JSON export is converted to (``DocumentDialect``).
  private static let libraryThingDocument: TableDialect = {
    var dialect = libraryThing
    dialect.name = "LibraryThing, as JSON"
    dialect.signatures = [["primary author", "genre"]]
    dialect.columns[.series] = []
    dialect.divisions = [.tags: .ours]
    dialect.additions.removeAll { $0.content == .shelves }
    dialect.additions += [
      ColumnAddition("collections", .shelves, dividedBy: .ours), ColumnAddition("genre", .shelves, dividedBy: .ours),
      ColumnAddition("series", .seriesDetails), ColumnAddition("asin", .shopNumber),
    ]
    dialect.repeated = [
      "summary", "source", "sortcharacter", "public", "ean", "collections ida", "language codea",
      "originallanguage codea", "genre id", "originalisbn", "primaryauthor", "primaryauthorrole", "secondaryauthor",
      "secondaryauthorroles",
    ]
    return dialect
  }()

  private static let calibre = TableDialect(
    name: "calibre",
    signatures: [["title sort"], ["author sort"], ["library name"], ["ondevice"], ["uuid", "pubdate"]],
    columns: [.tags: ["tags"], .identifiers: [], .added: ["timestamp"], .description: ["comments"]],
    additions: [ColumnAddition("identifiers", .typedIdentifiers)],
    divisions: [
      .authors: ListDivision([" & "], escapes: [("&&", "&")]), .tags: ListDivision([","]),
    ],
    repeated: ["title sort", "author sort", "library name", "ondevice", "size"], hasMarkup: true,
    fillsInUnknowns: true)

  /// All other tables, including those without a header.
  static let unknown = TableDialect(
    name: "other", hidesFromSpreadsheets: true, bracketsNumbersAndDates: true, isStrict: true, isExport: false)
}
