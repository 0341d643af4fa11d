import Catalog
import FoundationEssentials

/// A book of a ``PeopledCatalog``, as its source delivers it.
struct PeopledBook {
  let number: Int
  private let title: String
  private let authors: [String]
  private let genres: [String]
  private let word: String
  private let language: String
  private let year: Int
  private let state: ReadState
  private let rating: Double?

  private static let adjectives = [
    "Quiet", "Broken", "Last", "Golden", "Hidden", "Northern", "Little", "Burning", "Paper", "Empty", "Zinc", "Émigré",
  ]
  private static let nouns = [
    "River", "Garden", "Winter", "Engine", "Letters", "Harbour", "Crow", "Mirror", "Orchard", "Atlas", "Übung", "村",
  ]
  private static let givenNames = ["Ada", "Bo", "Chidi", "Dora", "Élise", "Farid", "Gus", "Hana"]
  private static let surnames = ["Abel", "Brandt", "Cole", "Duarte", "Eko", "Falk", "Żak"]
  private static let genreNames = ["history", "sf", "poetry", "travel", "crime", "music", "nature"]

  init(_ number: Int, _ random: inout SeededGenerator) {
    self.number = number
    title = "The \(random.pick(Self.adjectives)) \(random.pick(Self.nouns)) \(number)"
    authors = (0..<(random.oneIn(4) ? 2 : random.oneIn(15) ? 0 : 1)).map { _ in
      "\(random.pick(Self.givenNames)) \(random.pick(Self.surnames))"
    }
    genres = (0..<random.roll(3)).map { _ in random.pick(Self.genreNames) }
    word = random.pick(["amber", "basalt", "cedar", "delta", "ember", "flint"])
    language = random.pick(["eng", "eng", "deu", "fra"])
    year = 1950 + random.roll(70)
    state = random.pick(ReadState.allCases + [.read, .read])
    rating = random.oneIn(3) ? nil : Double(1 + random.roll(9)) / 2
  }

  /// True if the book is for children, true of two fifths of the books.
  var isForChildren: Bool { number % 5 < 2 }

  /// The value of the user-defined field `shelf`, which only owners see.
  var shelf: String { "\(isForChildren ? "kids" : number % 5 < 4 ? "study" : "cellar") \(number % 7)" }

  /// - Parameters:
  ///   - folder: The folder of the files on this machine.
  ///   - edition: The number of the delivery. A second delivery differs in some fields.
  func record(in folder: String, edition: Int = 1) throws -> SourceRecord {
    let isbn = number % 3 == 0 ? try ISBN(Self.isbn(number)) : nil
    let published = try PartialDate(year: year, month: number % 2 == 0 ? 1 + number % 12 : nil)
    let finished = state == .read ? try PartialDate(year: 2016 + number % 3, month: 1 + number % 12, day: 5) : nil
    return SourceRecord("r\(number)", uuid: UUID(bytes: 0x0168_0000_0000_7000, 0x8000_0000_0000_0000 + UInt64(number)))
    {
      book in
      (book.title, book.authors, book.isbn) = (title, authors, isbn)
      (book.published, book.language, book.pages) = (published, language, number % 6 == 0 ? nil : 90 + number)
      (book.publisher, book.format) = ("\(edition == 1 ? "House" : "New house") \(number % 9)", nil)
      book.description = "Edition \(edition), about \(word) and book \(number).\n\nA second paragraph."
      if number % 4 == 0 { (book.series, book.seriesNumber) = ("Series \(number % 16)", Double(number / 16)) }
      let audience = number % 5 == 4 ? [] : [isForChildren ? "children" : "adults"]
      book.tags = TagSet(genres + audience)
      if number % 8 == 1 { book.contributors = [Contributor("Translator \(number % 5)", role: "trl")] }
      if number % 3 == 1 { (book.averageRating, book.ratingsCount) = (Double(number % 50) / 10, number) }
      (book.readState, book.rating, book.finished) = (state, rating, finished)
      if number % 4 != 3 { book.notes = "The owner's note \(number) on \(word)." }
      if number % 6 == 2 { book.review = "The owner's review \(number) with \(word)." }
      if number % 5 == 0 {
        book.copies = [
          BookCopy(place: "room \(number % 4)", price: "€\(number)", lentTo: number % 2 == 0 ? "Ann" : nil)
        ]
      }
      book.files = files(in: folder)
      if number % 10 == 7 { book.attachments = [BookFile(path: "\(folder)/elsewhere/attached.pdf")] }
      book.cover = cover(in: folder)
    }
  }

  private func files(in folder: String) -> [BookFile] {
    switch number % 10 {
    case 1: [BookFile(address: "https://books.example/\(number).epub", size: 1_000 + number)]
    case 2: [BookFile(address: "https://books.example/\(number).epub?key=private\(number)")]
    case 3:
      [
        BookFile(path: "\(folder)/books/served.epub"), BookFile(address: "https://a:private@books.example/x.pdf"),
        BookFile(address: "https://books.example/\(number).pdf"),
      ]
    case 4: [BookFile(path: "\(folder)/elsewhere/private.epub")]
    default: []
    }
  }

  private func cover(in folder: String) -> String? {
    switch number % 12 {
    case 1: "https://covers.example/\(number).jpg"
    case 3: "https://covers.example/\(number).jpg?key=private\(number)"
    case 5: "file://\(folder)/books/cover.png"
    case 7: "file://\(folder)/elsewhere/private.png"
    default: nil
    }
  }

  /// Returns an ISBN with thirteen digits.
  private static func isbn(_ number: Int) -> String {
    let digits = Array("978" + String(100_000_000 + number)).compactMap(\.wholeNumberValue)
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return digits.map(String.init).joined() + String((10 - sum % 10) % 10)
  }
}
