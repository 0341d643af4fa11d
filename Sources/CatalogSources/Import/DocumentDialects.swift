/// The supported document formats of programs and services, as data. Each column is named like the corresponding column
/// in the program's tables.
extension DocumentDialect {
  /// The JSON export of LibraryThing.
  static let libraryThing = DocumentDialect(
    location: .numberedMembers,
    columns: [
      DocumentColumn("book id", "books_id"), DocumentColumn("title", "title"),
      DocumentColumn("primary author", "authors.lf", "authors.fl", "primaryauthor", content: .aligned(.bars)),
      DocumentColumn("primary author role", "authors.role", "primaryauthorrole", content: .aligned(.bars)),
      DocumentColumn("isbn", "isbn", "originalisbn", content: .all(.commas)), DocumentColumn("asin", "asin"),
      DocumentColumn("publication", "publication"), DocumentColumn("date", "date"),
      DocumentColumn("series", "series", content: .all(.bars)),
      DocumentColumn("languages", "language", "language_codeA", content: .all(.commas)),
      DocumentColumn("media", "format.text"), DocumentColumn("page count", "pages"),
      DocumentColumn("physical description", "physical_description"),
      DocumentColumn("tags", "tags", content: .all(.ours)),
      DocumentColumn("collections", "collections", content: .all(.ours)),
      DocumentColumn("genre", "genre", content: .all(.ours)),
      DocumentColumn("subjects", "subject", content: .all(.bars)),
      DocumentColumn("rating", "rating"), DocumentColumn("review", "review"),
      DocumentColumn("comment", "comment", "comments"),
      DocumentColumn("private comment", "privatecomment", "privatecomments"),
      DocumentColumn("date started", "datestarted"), DocumentColumn("date read", "dateread"),
      DocumentColumn("entry date", "entrydate"), DocumentColumn("acquired", "dateacquired"),
      DocumentColumn("copies", "copies"), DocumentColumn("work id", "workcode"), DocumentColumn("oclc", "oclc"),
      DocumentColumn("lccn", "lccn"), DocumentColumn("dewey decimal", "ddc.code"),
      DocumentColumn("lc classification", "lcc.code"),
      DocumentColumn("original languages", "originallanguage", content: .all(.commas)),
      DocumentColumn("weight", "weight"), DocumentColumn("height", "height"), DocumentColumn("length", "length"),
      DocumentColumn("thickness", "thickness"), DocumentColumn("dimensions", "dimensions"),
      DocumentColumn("barcode", "barcode"), DocumentColumn("bcid", "bcid"),
      DocumentColumn("other call number", "callnumber"), DocumentColumn("from where", "fromwhere"),
    ])

  /// `archive.json` in a BookWyrm account archive. Also covers BookWyrm versions that use names such as `isbn_13`
  /// instead of `isbn13`.
  static let bookWyrm = DocumentDialect(
    location: .member("books"),
    columns: [
      DocumentColumn("title", "edition.title", "work.title"), DocumentColumn("subtitle", "edition.subtitle"),
      DocumentColumn("authors", "authors.name", content: .all(.ours)),
      DocumentColumn("isbn 13", "edition.isbn13", "edition.isbn_13"),
      DocumentColumn("isbn 10", "edition.isbn10", "edition.isbn_10"), DocumentColumn("pages", "edition.pages"),
      DocumentColumn("publisher", "edition.publishers"),
      DocumentColumn("published", "edition.publishedDate", "edition.published_date"),
      DocumentColumn(
        "first published", "edition.firstPublishedDate", "edition.first_published_date", "work.firstPublishedDate",
        "work.first_published_date"),
      DocumentColumn("languages", "edition.languages", content: .all(.commas)),
      DocumentColumn("series", "edition.series"),
      DocumentColumn("series number", "edition.seriesNumber", "edition.series_number"),
      DocumentColumn("format", "edition.physicalFormat", "edition.physical_format"),
      DocumentColumn("format detail", "edition.physicalFormatDetail", "edition.physical_format_detail"),
      DocumentColumn("description", "edition.description", "work.description"),
      DocumentColumn("subjects", "edition.subjects", content: .all(.ours)),
      DocumentColumn("shelf name", "shelves.name", content: .all(.ours)),
      DocumentColumn("lists", "lists.name", content: .all(.ours)),
      DocumentColumn("rating", "reviews.rating", content: .last),
      DocumentColumn("review content", "reviews.content", content: .paragraphs),
      DocumentColumn("review name", "reviews.name", content: .last),
      DocumentColumn("review published", "reviews.published", "reviews.published_date", content: .last),
      DocumentColumn("review cw", "reviews.summary", "reviews.content_warning", content: .last),
      DocumentColumn("comments", "comments.content", content: .paragraphs),
      DocumentColumn("quotations", "quotations.quote", "quotes.quote", content: .paragraphs),
      DocumentColumn(
        "readthroughs", "readthroughs",
        content: .records([["start_date"], ["finish_date", "stopped_date"], ["stopped_date"]])),
      DocumentColumn("openlibrary key", "edition.openlibraryKey", "edition.openlibrary_key"),
      DocumentColumn("inventaire id", "edition.inventaireId", "edition.inventaire_id"),
      DocumentColumn("librarything key", "edition.librarythingKey", "edition.librarything_key"),
      DocumentColumn("goodreads key", "edition.goodreadsKey", "edition.goodreads_key"),
      DocumentColumn("bnf id", "edition.bnfId", "edition.bnf_id"), DocumentColumn("viaf", "edition.viaf"),
      DocumentColumn("wikidata", "edition.wikidata"), DocumentColumn("asin", "edition.asin"),
      DocumentColumn("aasin", "edition.aasin"), DocumentColumn("isfdb", "edition.isfdb"),
      DocumentColumn("oclc number", "edition.oclcNumber", "edition.oclc_number"),
      DocumentColumn("remote id", "edition.remote_id", "edition.id"),
      DocumentColumn("cover", "edition.cover.url", content: .image(archive: "")),
    ], described: "edition")
}
