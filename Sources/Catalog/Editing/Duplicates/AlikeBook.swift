/// What of a book is compared with another one that may be the same, written otherwise.
struct AlikeBook {
  let id: Book.ID
  let title: TitleParts
  let subtitle: String
  /// What tells words of the title apart whose letters are the same (``WordSigns``).
  let signs: String
  let authors: [AuthorName]
  /// The numbers that it has in a series, by the letters of the series' name.
  let numbers: [String: Set<Double>]
  let isbn: ISBN?
  /// With further ones.
  let isbns: Set<ISBN>
  /// Those that name one edition.
  let identifiers: Set<BookIdentifier>
  /// The canonical code.
  let language: String?
  let format: BookFormat?
  let published: PartialDate?
  /// In letters.
  let publisher: String?
  let pages: Int?
  /// Of the folded title and authors: equal ones have the same.
  let fingerprint: UInt64

  /// Names behind these say nothing that the ones before do not.
  private static let authorLimit = 20
  /// What programs write for an author whom nobody knows.
  private static let nobody: Set<String> = ["unknown", "unknownauthor", "na"]

  init(_ book: Book) {
    id = book.id
    title = TitleParts(book.title)
    let subtitle = title.subtitle
    self.subtitle = subtitle.isEmpty ? Fold.letters(of: book.subtitle ?? "") : subtitle
    signs = WordSigns.of(book.title)
    authors = book.authors.prefix(Self.authorLimit).map(AuthorName.init).filter { !Self.nobody.contains($0.letters) }
    let own = book.series.map { [SeriesPlace($0, number: book.seriesNumber)] } ?? []
    numbers = (title.places + own + book.otherSeries).reduce(into: [:]) { numbers, place in
      guard let number = place.number else { return }
      numbers[Fold.letters(of: place.name), default: []].insert(number)
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

  /// Whether both have one ISBN, or an identifier that names one edition.
  func sharesNumber(with other: AlikeBook) -> Bool {
    !isbns.isDisjoint(with: other.isbns) || !identifiers.isDisjoint(with: other.identifiers)
  }

  /// Whether both have an ISBN of their own, and not the same.
  func hasOtherISBN(than other: AlikeBook) -> Bool { isbn != nil && other.isbn != nil && isbn != other.isbn }

  /// Whether one service knows both by different names of editions.
  func hasOtherIdentifiers(than other: AlikeBook) -> Bool {
    identifiers.contains { one in
      other.identifiers.contains { $0.type == one.type } && !other.identifiers.contains(one)
    }
  }

  /// How many of the things that both say they say the same, those that they say otherwise taken off: of several editions a
  /// book that names none is most likely the one that it says most of.
  func agreement(with other: AlikeBook) -> Int {
    func count<Value: Equatable>(_ path: KeyPath<AlikeBook, Value?>) -> Int {
      guard let one = self[keyPath: path], let another = other[keyPath: path] else { return 0 }
      return one == another ? 1 : -1
    }
    return count(\.published?.year) + count(\.publisher) + count(\.pages) + count(\.language) + count(\.format)
      + (fingerprint == other.fingerprint ? 1 : 0) + (subtitle == other.subtitle ? 1 : 0)
  }
}
