/// What of a book is compared with another one that may be the same, written otherwise.
struct AlikeBook {
  let id: Book.ID
  let isbn: ISBN?
  private let main: String
  private let subtitle: String
  private let authors: [AuthorName]
  /// The numbers that it has in a series, by the letters of the series' name.
  private let numbers: [String: Set<Double>]
  /// Of the folded title and authors, by which books are the same for certain.
  let fingerprint: UInt64

  /// Names behind these say nothing that the ones before do not.
  private static let authorLimit = 20

  init(_ book: Book) {
    id = book.id
    isbn = book.isbn
    let title = TitleParts(book.title)
    main = title.main
    let subtitle = title.subtitle
    self.subtitle = subtitle.isEmpty ? Fold.letters(of: book.subtitle ?? "") : subtitle
    authors = book.authors.prefix(Self.authorLimit).map(AuthorName.init)
    let places = title.places + (book.series.map { [SeriesPlace($0, number: book.seriesNumber)] } ?? [])
    numbers = places.reduce(into: [:]) { numbers, place in
      guard let number = place.number else { return }
      numbers[Fold.letters(of: place.name), default: []].insert(number)
    }
    fingerprint = Self.fingerprint(title: book.title, authors: book.authors)
  }

  /// The same number for books with one title and the same authors, case and accents aside.
  static func fingerprint(title: String, authors: [String]) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(text: Fold.fold(title))
    for author in authors { fingerprint.mix(text: Fold.fold(author)) }
    return fingerprint.value
  }

  /// Whether both may be one book: the same main title, one subtitle or none, no other volume, no other ISBN, and the
  /// same authors, as far as both name them.
  func isAlike(_ other: AlikeBook) -> Bool {
    main == other.main
      && (subtitle.isEmpty || other.subtitle.isEmpty || subtitle == other.subtitle)
      && (isbn == nil || other.isbn == nil || isbn == other.isbn)
      && !isOtherVolume(than: other) && fitsAuthors(of: other)
  }

  private func isOtherVolume(than other: AlikeBook) -> Bool {
    numbers.contains { series, numbers in other.numbers[series].map(numbers.isDisjoint) == true }
  }

  private func fitsAuthors(of other: AlikeBook) -> Bool {
    guard let first = authors.first, let otherFirst = other.authors.first, first.fits(otherFirst) else { return false }
    let (fewer, more) = authors.count < other.authors.count ? (authors, other.authors) : (other.authors, authors)
    return fewer.allSatisfy { author in more.contains { $0.fits(author) } }
  }
}
