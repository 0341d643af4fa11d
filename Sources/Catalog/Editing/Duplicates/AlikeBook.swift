/// The properties of a book that are compared to find duplicates with different spellings.
struct AlikeBook {
  let id: Book.ID
  let title: TitleParts
  let subtitle: String
  /// The symbols in the title that distinguish words with the same letters, such as C++ and C# (``WordSigns``).
  let symbols: String
  let authors: [AuthorName]
  /// The volume numbers of the book in each series, keyed by the letters of the series' name.
  let numbers: [String: Set<Double>]
  let isbn: ISBN?
  /// All ISBNs of the book, including those among its identifiers.
  let isbns: Set<ISBN>
  /// The identifiers, other than ISBNs, that denote one edition.
  let identifiers: Set<BookIdentifier>
  /// The canonical language code.
  let language: String?
  let format: BookFormat?
  let published: PartialDate?
  /// The letters of the publisher's name.
  let publisher: String?
  let pages: Int?
  /// The fingerprint of the folded title and authors, used to test for equality.
  let fingerprint: UInt64

  /// The maximum number of authors to compare. Further authors add no information.
  private static let authorLimit = 20
  /// The names that programs write for an unknown author.
  private static let unknownAuthors: Set<String> = ["unknown", "unknownauthor", "na"]

  init(_ book: Book) {
    id = book.id
    title = TitleParts(book.title)
    let subtitle = title.subtitle
    self.subtitle = subtitle.isEmpty ? Fold.letters(of: book.subtitle ?? "") : subtitle
    symbols = WordSigns.of(book.title)
    authors = book.authors.prefix(Self.authorLimit).map(AuthorName.init)
      .filter { !Self.unknownAuthors.contains($0.letters) }
    let own = book.series.map { [SeriesPlace($0, number: book.seriesNumber)] } ?? []
    numbers = (title.places + own + book.otherSeries).reduce(into: [:]) { numbers, position in
      guard let number = position.number else { return }
      numbers[Fold.letters(of: position.name), default: []].insert(number)
    }
    isbn = book.isbn
    let further = book.identifiers.filter { $0.type == "isbn" }.compactMap { try? ISBN($0.value) }
    isbns = Set(further).union([book.isbn].compactMap(\.self))
    identifiers = Set(book.identifiers.filter { $0.namesOneEdition && $0.type != "isbn" })
    language = book.language.map(LanguageCode.canonical)
    format = book.format == .other ? nil : book.format
    published = book.published
    publisher = book.publisher.map(Fold.letters)
    pages = book.pages
    var fingerprint = Fingerprint()
    fingerprint.mix(text: Fold.fold(book.title))
    for author in book.authors { fingerprint.mix(text: Fold.fold(author)) }
    self.fingerprint = fingerprint.value
  }

  /// Returns true if both books share an ISBN or another identifier that denotes one edition.
  func sharesNumber(with other: AlikeBook) -> Bool {
    !isbns.isDisjoint(with: other.isbns) || !identifiers.isDisjoint(with: other.identifiers)
  }

  /// Returns true if both books have an ISBN, and the ISBNs differ.
  func hasOtherISBN(than other: AlikeBook) -> Bool { isbn != nil && other.isbn != nil && isbn != other.isbn }

  /// Returns true if a service has different edition identifiers for the two books.
  func hasOtherIdentifiers(than other: AlikeBook) -> Bool {
    identifiers.contains { one in
      other.identifiers.contains { $0.type == one.type } && !other.identifiers.contains(one)
    }
  }

  /// Returns the number of equal properties minus the number of different properties, among the properties that both
  /// books have. For a book whose edition is unknown, the edition with the highest result is the most likely one.
  func agreement(with other: AlikeBook) -> Int {
    func count<Value: Equatable>(_ path: KeyPath<AlikeBook, Value?>) -> Int {
      guard let one = self[keyPath: path], let another = other[keyPath: path] else { return 0 }
      return one == another ? 1 : -1
    }
    return count(\.published?.year) + count(\.publisher) + count(\.pages) + count(\.language) + count(\.format)
      + (fingerprint == other.fingerprint ? 1 : 0) + (subtitle == other.subtitle ? 1 : 0)
  }
}
