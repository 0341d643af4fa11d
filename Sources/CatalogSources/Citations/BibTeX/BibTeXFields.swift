import CatalogModel

/// The field names of BibTeX and biblatex, from their manuals and from the files of JabRef, Zotero, Mendeley, DBLP and
/// calibre.
enum BibTeXFields {
  /// The notation and meaning of a field's value.
  enum Meaning {
    /// LaTeX text: `line` is a single line, and `text` may have several lines.
    case line(CitationField)
    case text(CitationField)
    /// An address or a number, which contains no commands.
    case verbatim(CitationField)
    case names(CitedRole)
    /// Names whose role is given by another field.
    case namesOf(type: String)
    /// Paths in the notation of JabRef and Zotero.
    case files
    /// A field that has no meaning of its own, and is read together with the field of the given name.
    case beside(String)
    /// A field that is read separately, or that only affects sorting, printing or a program.
    case ofEntry
  }

  /// The meanings, keyed by lowercase field name.
  static let meanings: [String: Meaning] = {
    var meanings: [String: Meaning] = [:]
    for (names, field) in lines { for name in names { meanings[name] = .line(field) } }
    for (names, field) in texts { for name in names { meanings[name] = .text(field) } }
    for (names, field) in verbatim { for name in names { meanings[name] = .verbatim(field) } }
    for (names, role) in people { for name in names { meanings[name] = .names(role) } }
    for name in ["editor", "editora", "editorb", "editorc"] {
      meanings[name] = .namesOf(type: name + "type")
      meanings[name + "type"] = .beside(name)
    }
    meanings["file"] = .files
    for (name, other) in beside { meanings[name] = .beside(other) }
    for name in ofEntry + steering { meanings[name] = .ofEntry }
    for field in BookField.allCases { meanings[CitationExtras.name(of: field)] = .text(.exact(field)) }
    return meanings
  }()

  /// The field in which our exports store all custom fields whose names are not valid in BibTeX.
  static let own = "catalog-own"

  /// The LaTeX fields whose value is a single line. Exports use the first name of each list.
  static let lines: [([String], CitationField)] = [
    (["title"], .title), (["subtitle"], .subtitle), (["maintitle"], .mainTitle), (["booktitle"], .bookTitle),
    (["booksubtitle"], .bookSubtitle), (["publisher"], .publisher), (["date"], .date),
    (["origdate", "origyear"], .originalDate),
    (["series"], .series), (["number", "series_index"], .number), (["pagetotal", "numpages", "num_pages"], .pageTotal),
    (["pages"], .pages), (["language", "langid", "hyphenation", "languages"], .language),
    (["keywords", "keyword", "tags", "groups", "mendeley-tags"], .keywords), (["ranking", "rating"], .rating),
    (["readstatus"], .readState), (["timestamp", "date-added", "creationdate", "dateadded"], .added),
    (["edition"], .property(.edition)), (["address", "location"], .property(.place)), (["volume"], .property(.volume)),
    (["volumes"], .property(.volumes)), (["part"], .property(.part)), (["chapter"], .property(.chapter)),
    (["institution", "school", "organization", "howpublished"], .property(.institution)),
    (["eventtitle", "event"], .property(.event)), (["venue"], .property(.venue)), (["library"], .property(.library)),
    (["copyright", "rights"], .property(.rights)), (["titleaddon"], .property(.titleAddon)),
    (["shorttitle"], .property(.shortTitle)), (["origtitle"], .property(.originalTitle)),
    (["origlanguage"], .property(.originalLanguage)), (["origpublisher"], .property(.originalPublisher)),
    (["origlocation"], .property(.originalPlace)), (["type"], .property(.documentType)),
    (["callnumber", "call-number", "shelfmark"], .property(.callNumber)), (["urldate"], .property(.accessed)),
    (["catalog-page-range"], .property(.pageRange)), (["catalog-printed-number"], .property(.printedNumber)),
  ]

  private static let texts: [([String], CitationField)] = [
    (["abstract", "comments"], .abstract), (["annote", "annotation", "note", "addendum", "comment"], .note),
    (["review"], .review),
  ]

  private static let verbatim: [([String], CitationField)] = [
    (["isbn", "isbn13", "isbn-13", "isbn10", "isbn-10", "eisbn", "e-isbn"], .isbn), (["doi"], .identifier("doi")),
    (["url"], .identifier("uri")), (["issn"], .identifier("issn")), (["lccn"], .identifier("lccn")),
    (["oclc"], .identifier("oclc")), (["asin"], .identifier("asin")), (["pmid"], .identifier("pmid")),
    (["goodreads"], .identifier("goodreads")), (["mrnumber"], .identifier("mrnumber")),
    (["zblnumber", "zbl"], .identifier("zbl")), (["isrn"], .identifier("isrn")), (["urn"], .identifier("urn")),
  ]

  static let people: [([String], CitedRole)] = [
    (["author"], .author), (["bookauthor"], .bookAuthor), (["translator"], .translator),
    (["illustrator"], .illustrator), (["introduction", "foreword"], .introduction), (["afterword"], .afterword),
    (["narrator"], .narrator), (["commentator"], .contributor("commentator")),
    (["annotator"], .contributor("annotator")),
  ]

  private static let beside = ["eprinttype": "eprint", "archiveprefix": "eprint"]

  private static let ofEntry = [
    "crossref", "xdata", "catalog-uuid", own, "year", "month", "day", "eprint", "identifiers", "uuid",
  ]

  /// Fields that do not describe the work. They are not reported, as documented in docs/citations.md.
  static let steering = [
    "presort", "sortkey", "sortname", "sorttitle", "sortyear", "sortshorthand", "indexsorttitle", "key", "title_sort",
    "author_sort", "execute", "options", "relatedoptions", "langidopts", "modificationdate", "date-modified",
    "datemodified", "bibsource", "biburl", "calibreid", "__markedentry",
  ]
}
