import Catalog
import FoundationEssentials

extension SeededGenerator {
  /// Characters that have caused trouble: accents composed and decomposed, letters that Unicode does not decompose,
  /// scripts without spaces, right-to-left text, emoji of several scalars, isolated marks and joiners, control
  /// characters, and the catalog's own separators.
  private static let troublesome: [String] = [
    "a", "b", "Z", "7", "0", " ", "  ", "é", "e\u{301}", "ł", "Ø", "þ", "ß", "Æ", "œ", "ı", "İ", "村", "上", "樹", "ガ",
    "ｶﾞ", "한", "国", "ก", "ا", "ש", "Σ", "ς", "👩‍🚀", "🇵🇱", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{AD}", "\u{1F}", "\u{1}",
    "\t", "\u{A0}", "'", "’", "ʼ", "\"", "“", "-", "–", "+", "=", "!", ":", ";", ",", ".", "..", "*", "(", ")", "^",
    "%",
    "_", "\\", "/", "<", ">", "ﬁ", "①", "Ⅳ", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "𝔘", "\u{E001}",
    // Letters that form one character with a following or preceding one.
    "\u{D4E}", "\u{111C2}", "\u{11A3A}", "\u{600}", "\u{E33}", "\u{EB3}", "\u{903}", "\u{1F3FB}",
  ]

  /// Returns a text of up to `length` troublesome pieces.
  public mutating func text(upTo length: Int = 12) -> String {
    (0..<Int.random(in: 0...length, using: &self)).map { _ in pick(Self.troublesome) }.joined()
  }

  /// Returns a date of any precision in the years that the catalog supports.
  public mutating func date(years: ClosedRange<Int> = -4000...2100) -> PartialDate {
    while true {
      let month: Int? = oneIn(3) ? nil : Int.random(in: 1...12, using: &self)
      let day: Int? = oneIn(2) ? nil : Int.random(in: 1...31, using: &self)
      let year = Int.random(in: years, using: &self)
      // A day that does not exist in its month is drawn again.
      if let date = try? PartialDate(year: year, month: month, day: month == nil ? nil : day) { return date }
    }
  }

  /// Returns a valid ISBN in one of the ways people write it.
  public mutating func isbn() -> ISBN {
    while true {
      let body = String(Int.random(in: 100_000_000...999_999_999, using: &self))
      let hyphenated = oneIn(2) ? body.prefix(1) + "-" + body.dropFirst() : body[...]
      for check in "0123456789X" {
        if let isbn = try? ISBN(hyphenated + (oneIn(2) ? "-" : "") + String(check)) { return isbn }
      }
    }
  }

  private mutating func pair(_ first: String, _ second: String) -> FieldRecord {
    FieldRecord([
      FieldRecord.Part(first, .text("n" + text(upTo: 5))),
      FieldRecord.Part(second, oneIn(2) ? nil : .text(text(upTo: 3) + "r")),
    ])
  }

  private mutating func identifier() -> FieldRecord {
    FieldRecord([
      FieldRecord.Part("type", .text(pick(["goodreads", "ASIN", "x.y-z_1"]))),
      FieldRecord.Part("value", .text("v" + text(upTo: 5))),
    ])
  }

  private mutating func seriesPlace() -> FieldRecord {
    SeriesPlace("s" + text(upTo: 5), number: oneIn(2) ? nil : Double(Int.random(in: 0...1_000, using: &self)) / 4)
      .record
  }

  private mutating func file() -> FieldRecord {
    BookFile(
      path: "/" + text(upTo: 5) + pick([".epub", ".PDF", ""]), mediaType: oneIn(2) ? nil : "application/epub+zip",
      size: oneIn(2) ? nil : Int.random(in: 0...1_000_000_000_000, using: &self),
      modified: oneIn(2) ? nil : Date(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &self))
    ).record
  }

  private mutating func copy() -> FieldRecord {
    BookCopy(
      place: oneIn(3) ? nil : "p" + text(upTo: 5), acquired: oneIn(2) ? nil : date(), price: oneIn(3) ? "12 EUR" : nil,
      lentTo: oneIn(3) ? "Ada" : nil
    ).record
  }

  private mutating func reading() -> FieldRecord {
    Reading(
      started: oneIn(2) ? nil : date(), finished: oneIn(2) ? nil : date(), outcome: pick([.read, .abandoned]),
      times: pick([1, 2, 30])
    ).record
  }

  private mutating func position() -> FieldRecord {
    let place: ReadingPosition.Place =
      switch Int.random(in: 0...2, using: &self) {
      case 0: .page(Int.random(in: 0...900, using: &self))
      case 1: .percent(Double(Int.random(in: 0...10_000, using: &self)) / 100)
      default: .minutes(Int.random(in: 0...900, using: &self))
      }
    return ReadingPosition(place, on: date(), origin: pick(ReadingPosition.Origin.allCases)).record
  }

  /// Returns a value of a kind, as user-defined fields hold it.
  private mutating func value(of kind: FieldKind) -> FieldValue {
    switch kind {
    case .number: .decimal(pick([-1.5, 0, 2.125, 1e300, Double(Int.random(in: -50...50, using: &self))]))
    case .date: .date(date())
    case .flag: .flag(oneIn(2))
    case .tags: .list((0..<Int.random(in: 0...3, using: &self)).map { _ in text(upTo: 5) })
    default: .text(text())
    }
  }

  /// Returns a value of a field in canonical form; `nil` if the drawn value does not fit the field.
  public mutating func value(of field: BookField) -> FieldValue? {
    let drawn: FieldValue =
      switch field {
      case .title, .subtitle, .publisher, .language, .series, .notes, .review, .description: .text(text())
      case .cover: .text("https://covers.example/" + text())
      case .authors, .tags: .list((0..<Int.random(in: 0...3, using: &self)).map { _ in text(upTo: 5) })
      case .isbn: .isbn(isbn())
      case .pages, .duration: .integer(Int.random(in: 1...100_000, using: &self))
      case .ratingsCount: .integer(Int.random(in: 0...1_000_000_000_000, using: &self))
      case .seriesNumber: .decimal(Double(Int.random(in: 0...10_000_000, using: &self)) / 100)
      case .averageRating, .rating: .decimal(Double(Int.random(in: 1...500, using: &self)) / 100)
      case .published, .firstPublished, .started, .finished: .date(date())
      case .format: .text(pick(BookFormat.allCases).rawValue)
      case .contributors: .records((0..<Int.random(in: 0...3, using: &self)).map { _ in pair("name", "role") })
      case .identifiers: .records((0..<Int.random(in: 0...3, using: &self)).map { _ in identifier() })
      case .otherSeries: .records((0..<Int.random(in: 0...3, using: &self)).map { _ in seriesPlace() })
      case .files, .attachments: .records((0..<Int.random(in: 0...3, using: &self)).map { _ in file() })
      case .copies: .records((0..<Int.random(in: 0...3, using: &self)).map { _ in copy() })
      case .earlierReadings: .records((0..<Int.random(in: 0...3, using: &self)).map { _ in reading() })
      case .progress: .records((0..<Int.random(in: 0...3, using: &self)).map { _ in position() })
      case .readState: .readState(pick(ReadState.allCases))
      case .added: .instant(Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000, using: &self))))
      default: value(of: field.definition.kind)
      }
    return try? field.canonical(drawn)
  }
}
