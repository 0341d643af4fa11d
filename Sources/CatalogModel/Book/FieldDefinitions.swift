extension BookField {
  /// The definitions of all built-in fields, in the order in which ``BookField`` declares the fields.
  package static let definitions: [FieldDefinition] = [
    FieldDefinition(
      .title, "title", .line(bytes: FieldLimits.lineBytes), help: "a line of text", whyRequired: "a book needs a title",
      columns: ["title", "book title"], indexing: .words),
    FieldDefinition(
      .authors, "authors", .names(bytes: FieldLimits.lineBytes), help: "names in order, separated by semicolons",
      otherNames: ["author"], columns: ["authors", "author", "primary author", "author text", "creator"],
      indexing: .words),
    FieldDefinition(
      .isbn, "isbn", .isbn, help: "10 or 13 digits, with or without hyphens; the check digit must be correct",
      columns: ["isbn13", "isbn", "isbn/uid", "isbn10", "isbns"], indexing: .facet),
    FieldDefinition(
      .pages, "pages", .integer(1...100_000), help: "1 to 100,000",
      columns: ["pages", "number of pages", "num pages", "page count"], indexing: .facet),
    FieldDefinition(
      .publisher, "publisher", .line(bytes: FieldLimits.lineBytes), help: "a line of text", columns: ["publisher"],
      indexing: .words),
    FieldDefinition(
      .published, "published", .date, help: "1965, 1965-08 or 1965-08-01; years from -4000 to 2100",
      otherNames: ["year", "date"], otherKeys: ["year"],
      columns: [
        "published", "original publication year", "year published", "publication date", "publication year", "pubdate",
        "year", "date",
      ], indexing: .facet),
    FieldDefinition(
      .language, "language", .line(bytes: 35), help: "a code such as eng, en or en-US",
      columns: ["language", "language code", "languages"], indexing: .facet),
    FieldDefinition(
      .series, "series", .line(bytes: FieldLimits.lineBytes), help: "a line of text", columns: ["series"],
      indexing: .words),
    FieldDefinition(
      .seriesNumber, "seriesNumber", .decimal(0...100_000), help: "a number, such as 2 or 1.5 (also: number)",
      otherNames: ["number"],
      otherKeys: ["seriesIndex", "series_index"], columns: ["seriesnumber", "series number", "series index"],
      indexing: .words),
    FieldDefinition(
      .tags, "tags", .tags(bytes: FieldLimits.tagBytes), help: "separated by semicolons", otherNames: ["tag"],
      columns: ["tags", "genres", "subjects"], indexing: .words),
    FieldDefinition(
      .averageRating, "averageRating", .decimal(0...5), help: "0 to 5, as reported by sources",
      columns: ["averagerating", "average rating"], indexing: .facet),
    FieldDefinition(
      .ratingsCount, "ratingsCount", .integer(0...1_000_000_000_000), help: "a whole number",
      columns: ["ratingscount", "ratings count"], indexing: .rank),
    FieldDefinition(
      .readState, "readState", .vocabulary(.readState), help: "unread, want, reading, paused, read or abandoned",
      isPersonal: true,
      whyRequired: "it cannot be empty", otherNames: ["state"],
      columns: ["readstate", "read state", "exclusive shelf", "read status"], indexing: .facet),
    FieldDefinition(
      .started, "started", .date, help: "a date", isPersonal: true, columns: ["started", "date started"],
      indexing: .facet),
    FieldDefinition(
      .finished, "finished", .date, help: "a date", isPersonal: true,
      columns: ["finished", "date read", "last date read"],
      indexing: .facet),
    FieldDefinition(
      .rating, "rating", .decimal(0...5, isZeroNone: true), help: "your own, 0.01 to 5; 0 means no rating",
      isPersonal: true,
      columns: ["rating", "my rating", "star rating"], indexing: .facet),
    FieldDefinition(
      .notes, "notes", .text(bytes: 1_048_576), help: "text of any number of lines", isPersonal: true,
      columns: ["notes", "private notes"], indexing: .words),
    FieldDefinition(
      .added, "added", .instant, help: "a time, such as 2026-01-31T18:30:00Z", isPersonal: true,
      whyRequired: "it cannot be empty", columns: ["added", "date added", "entry date"], indexing: nil),
    FieldDefinition(
      .subtitle, "subtitle", .line(bytes: FieldLimits.lineBytes), help: "a line of text", isDetail: true,
      columns: ["subtitle"],
      indexing: .words),
    FieldDefinition(
      .contributors, "contributors", .records(Contributor.parts),
      help: "name | role, separated by semicolons; roles are codes such as trl (translator), ill, nrt, edt",
      isDetail: true, otherNames: ["contributor"], columns: ["contributors"], indexing: .words),
    FieldDefinition(
      .identifiers, "identifiers", .records(BookIdentifier.parts),
      help: "type | value, separated by semicolons: goodreads | 234225",
      isDetail: true, otherNames: ["identifier"], columns: ["identifiers"], indexing: .facet),
    FieldDefinition(
      .firstPublished, "firstPublished", .date, help: "the first publication of the work, written like published",
      isDetail: true,
      columns: ["firstpublished", "first published", "first publication year"],
      indexing: .facet),
    FieldDefinition(
      .format, "format", .vocabulary(.format), help: "hardcover, paperback, ebook, audiobook, comic or other",
      isDetail: true, otherNames: ["binding"], columns: ["format", "binding", "media"], indexing: .facet),
    FieldDefinition(
      .duration, "duration", .integer(1...100_000), help: "minutes, 1 to 100,000", isDetail: true,
      columns: ["duration"],
      indexing: .facet),
    FieldDefinition(
      .review, "review", .text(bytes: 1_048_576), help: "your own, text of any number of lines", isPersonal: true,
      isDetail: true, columns: ["review", "my review"], indexing: .words),
    FieldDefinition(
      .otherSeries, "otherSeries", .records(SeriesPlace.parts), help: "name | number, separated by semicolons",
      isDetail: true,
      columns: ["otherseries"], indexing: .words),
    FieldDefinition(
      .description, "description", .text(bytes: FieldLimits.descriptionBytes),
      help: "a summary of the book, text of any number of lines",
      isDetail: true,
      columns: ["description"], indexing: .facet),
    FieldDefinition(
      .cover, "cover", .address(bytes: FileAddress.bytes), help: "a file, http or https address", isDetail: true,
      columns: ["cover", "cover url", "image url"], indexing: .facet),
    FieldDefinition(
      .files, "files", .records(BookFile.parts), help: "address | media type | bytes | time, separated by semicolons",
      isDetail: true, columns: ["files"], indexing: .facet),
    FieldDefinition(
      .attachments, "attachments", .records(BookFile.parts), help: "the files that you attached, written like files",
      isPersonal: true,
      isDetail: true, columns: ["attachments"], indexing: .facet),
    FieldDefinition(
      .copies, "copies", .records(BookCopy.parts),
      help: "place | condition | acquired | price | lent to | lent since | number of copies, separated by semicolons",
      isPersonal: true,
      isDetail: true, otherNames: ["copy"], columns: ["book copies"], indexing: .facet),
    FieldDefinition(
      .earlierReadings, "earlierReadings", .records(Reading.parts),
      help: "started | finished | read, abandoned or paused | number of times, separated by semicolons",
      isPersonal: true,
      isDetail: true, columns: ["earlierreadings"], indexing: .facet),
    FieldDefinition(
      .progress, "progress", .records(ReadingPosition.parts),
      help: "day | page | percent | minutes | origin, separated by semicolons, with one of page, percent and minutes",
      isPersonal: true,
      isDetail: true, columns: ["progress"], indexing: .facet),
  ]
}
