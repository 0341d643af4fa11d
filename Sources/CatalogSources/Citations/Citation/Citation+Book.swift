import CatalogModel
import Platform

/// Converts books to citations.
extension Citation {
  /// Creates a citation from a book.
  ///
  /// - Parameter own: The custom fields. Fields that are common in bibliographies (``CitationProperty``) get the names
  ///   that bibliographies use.
  init(_ book: Book, own: OwnFields) {
    uuid = book.uuid.lowercaseText
    var properties = BookProperties(book, own: own)
    if let type = properties.take(.entryType, where: Self.isType) { self.type = type }
    key = properties[.citationKey]
    add(book.authors, as: .author)
    let others = addContributors(of: book)
    add(book.title, .title)
    add(book.subtitle, .subtitle)
    properties.move([.titleAddon, .shortTitle, .edition], to: &self)
    addSeries(of: book, &properties)
    add(book.publisher, .publisher)
    properties.move([.institution], to: &self) { book.publisher != nil && book.publisher != $0 }
    properties.move([.place], to: &self)
    add(book.published.map(CitationDate.text), .date)
    add(book.firstPublished.map(CitationDate.text), .originalDate)
    properties.move([.originalTitle, .originalLanguage, .originalPublisher, .originalPlace], to: &self)
    let identifiers = addNumbers(of: book)
    add(book.pages.map { String($0) }, .pageTotal)
    properties.move([.pageRange, .documentType, .event, .venue, .library, .callNumber, .rights, .accessed], to: &self)
    properties.move([.volumes, .part, .chapter], to: &self)
    let language = book.language.map(CitedLanguage.name)
    let isLanguage = language.map { CitedLanguage.code(of: $0) == book.language } ?? true
    if isLanguage { add(language, .language) }
    let keywords = Self.keywords(book.tags)
    add(keywords, .keywords)
    add(book.description, .abstract)
    add(book.notes, .note)
    add(book.review, .review)
    add(book.rating?.shortest, .rating)
    if book.readState != .unread { add(book.readState.rawValue, .readState) }
    let files = book.files.map(CitedFile.text)
    let areFilesPlain = files.allSatisfy { $0 != nil }
    if areFilesPlain { for file in files { add(file, .file) } }
    add(book.added.rfc3339, .added)
    add(others, .exact(.contributors))
    add(identifiers, .exact(.identifiers))
    for field in Self.exact { add(book[field]?.typedText, .exact(field)) }
    if !isLanguage { add(book.language, .exact(.language)) }
    if keywords == nil { add(book[.tags]?.typedText, .exact(.tags)) }
    if !areFilesPlain { add(book[.files]?.typedText, .exact(.files)) }
    if book.series == nil { add(book[.seriesNumber]?.typedText, .exact(.seriesNumber)) }
    for (name, text) in properties.rest { add(text, .own(name)) }
  }

  /// The fields that have no name in any bibliography format.
  private static let exact: [BookField] = [
    .averageRating, .ratingsCount, .started, .finished, .format, .duration, .otherSeries, .cover, .attachments, .copies,
    .earlierReadings,
  ]

  /// Returns true if a string is an entry type whose entries are imported as books. Returns false for the default type
  /// `book`.
  private static func isType(_ text: String) -> Bool {
    let isWord = text.utf8.allSatisfy { (97...122).contains($0) }
    return isWord && text != "book" && [.book, .part].contains(CitationType.meaning(of: text))
  }

  /// Adds the contributors whose roles have names in bibliographies. Returns the remaining contributors in the
  /// catalog's notation, or `nil` if none remain.
  private mutating func addContributors(of book: Book) -> String? {
    var others = book.contributors
    for role in CitedRole.named {
      let names = others.filter { $0.role.map(CitedRole.contributor) == role }.map(\.name)
      add(names, as: role)
      others.removeAll { $0.role.map(CitedRole.contributor) == role }
    }
    return others.isEmpty ? nil : FieldValue.records(others.map(\.record)).typedText
  }

  /// Adds the series, its number, the printed number and the volume number. A printed number or volume number that a
  /// reader would mistake for the number in the series is not added.
  private mutating func addSeries(of book: Book, _ properties: inout BookProperties) {
    add(book.series, .series)
    let number = book.series == nil ? nil : book.seriesNumber?.shortest
    add(number, .number)
    let isNumberOfSeries = { (text: String) in book.series != nil && number == nil && Double.decimal(text) != nil }
    if number == nil, let printed = properties.take(.printedNumber, where: { !isNumberOfSeries($0) }) {
      add(printed, .number)
    }
    properties.move([.printedNumber], to: &self)
    let hasNumber = self[.number] != nil
    properties.move([.volume], to: &self) { hasNumber || !isNumberOfSeries($0) }
  }

  /// Adds the ISBNs, and one identifier of each type that has a name in bibliographies. Returns the remaining
  /// identifiers in the catalog's notation, or `nil` if none remain.
  private mutating func addNumbers(of book: Book) -> String? {
    var others = book.identifiers
    var isbns = [book[.isbn]?.typedText].compactMap(\.self)
    if !isbns.isEmpty {
      let further = others.filter { $0.type == "isbn" && (try? ISBN($0.value))?.digits == $0.value }
      isbns += further.map(\.value)
      others.removeAll(where: further.contains)
    }
    add(isbns.joined(separator: ", "), .isbn)
    for type in BookIdentifier.cited {
      guard let first = others.firstIndex(where: { $0.type == type && $0.isPlain }) else { continue }
      add(others.remove(at: first).value, .identifier(type))
    }
    return others.isEmpty ? nil : FieldValue.records(others.map(\.record)).typedText
  }

  /// Returns tags as keywords, separated by commas, or by semicolons if a tag contains a comma; `nil` if a tag contains
  /// a semicolon.
  private static func keywords(_ tags: [String]) -> String? {
    if tags.allSatisfy({ !$0.holds(UInt8(ascii: ",")) && !$0.holds(UInt8(ascii: ";")) }) {
      return tags.joined(separator: ", ")
    }
    if tags.contains(where: { $0.holds(UInt8(ascii: ";")) }) { return nil }
    return tags.joined(separator: "; ") + (tags.count == 1 ? ";" : "")
  }
}

extension BookIdentifier {
  /// The identifier types that have a name in bibliographies.
  static let cited = [
    "doi", "uri", "issn", "lccn", "oclc", "asin", "pmid", "goodreads", "mrnumber", "zbl", "isrn", "urn",
  ]

  /// True if the value needs no escaping in any notation and cannot be mistaken for a placeholder.
  fileprivate var isPlain: Bool {
    !isPlaceholder && value.utf8.allSatisfy { (33...126).contains($0) && ![34, 92, 123, 125].contains($0) }
  }
}

extension CitedRole {
  /// The roles that have a name in BibTeX.
  static let named: [CitedRole] = [
    .editor, .translator, .illustrator, .introduction, .afterword, .narrator, .contributor("commentator"),
    .contributor("annotator"),
  ]
}
