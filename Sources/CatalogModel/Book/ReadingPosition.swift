import Platform

/// A position that the reader of a book reached on a day.
///
/// ```swift
/// try await catalog.edit(book.id) { $0.reach(.page(120)) }
/// ```
public struct ReadingPosition: Hashable, Sendable {
  /// A place in a book.
  public enum Place: Hashable, Sendable {
    /// The number of the last page that was read, 0 to 100,000.
    case page(Int)
    /// The part of the book that was read, 0 to 100.
    case percent(Double)
    /// The part of an audiobook that was heard, in minutes, 0 to 100,000.
    case minutes(Int)
  }

  /// The way in which a position became known.
  public enum Origin: String, CaseIterable, Hashable, Codable, Sendable {
    /// A person entered the position.
    case typed
    /// A device on which the book is read recorded the position.
    case device
  }

  /// The place that was reached.
  public var place: Place
  /// The day on which the place was reached.
  public var day: PartialDate
  /// The way in which the position became known.
  public var origin: Origin

  /// Creates a position.
  public init(_ place: Place, on day: PartialDate, origin: Origin = .typed) {
    (self.place, self.day, self.origin) = (place, day, origin)
  }

  /// Returns the part of a book that lies before the position, 0 to 1; `nil` if the length of the book is unknown.
  public func fraction(of book: Book) -> Double? { place.fraction(pages: book.pages, minutes: book.duration) }
}

extension ReadingPosition {
  /// Returns the part of a book that lies before the position, as a whole percentage; `nil` if the length of the book
  /// is unknown. Only the end of the book has 100.
  package func percent(of book: Book) -> Int? {
    fraction(of: book).map { $0 >= 1 ? 100 : min(99, Int(($0 * 100).rounded())) }
  }
}

extension ReadingPosition.Place {
  /// Returns the part of a book that lies before the place, 0 to 1; `nil` if the necessary length is unknown.
  ///
  /// - Parameters:
  ///   - pages: The number of the book's pages.
  ///   - minutes: The length of the audiobook.
  package func fraction(pages: Int?, minutes: Int?) -> Double? {
    func part(_ number: Int, of length: Int?) -> Double? {
      length.flatMap { $0 > 0 ? min(1, max(0, Double(number) / Double($0))) : nil }
    }
    return switch self {
    case .page(let page): part(page, of: pages)
    case .percent(let percent): min(1, max(0, percent / 100))
    case .minutes(let number): part(number, of: minutes)
    }
  }

  /// The place in words: “page 120”, “45%” or “3 h 20 min”.
  package var words: String {
    switch self {
    case .page(let page): "page \(page.grouped)"
    case .percent(let percent): "\(percent.shortest)%"
    case .minutes(let minutes): Self.duration(minutes)
    }
  }

  /// Returns a number of minutes as text: “21 h 5 min”.
  package static func duration(_ minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    let parts = [hours > 0 ? "\(hours.grouped) h" : "", rest > 0 || hours == 0 ? "\(rest) min" : ""]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The order of places with the same day and origin: by unit, and then by number.
  fileprivate var rank: (unit: Int, number: Double) {
    switch self {
    case .percent(let percent): (0, percent)
    case .page(let page): (1, Double(page))
    case .minutes(let minutes): (2, Double(minutes))
    }
  }
}

extension ReadingPosition: Comparable {
  /// Returns true if one position comes before another in a log: its day is earlier, or it comes from a device and the
  /// other one, of the same day, was entered by a person.
  public static func < (one: ReadingPosition, other: ReadingPosition) -> Bool {
    let (days, others) = (one.day.daySpan, other.day.daySpan)
    if days != others { return (days.upperBound, days.lowerBound) < (others.upperBound, others.lowerBound) }
    if one.origin != other.origin { return one.origin == .device }
    return one.place.rank < other.place.rank
  }
}

extension ReadingPosition: FieldRecordConvertible {
  /// The parts of each record in ``BookField/progress``. A position that a person entered has no origin.
  static let parts = [
    FieldPart("day", .date, isRequired: true), FieldPart("page", .integer(0...100_000), isChoice: true),
    FieldPart("percent", .decimal(0...100), isChoice: true),
    FieldPart("minutes", .integer(0...100_000), isChoice: true),
    FieldPart("origin", .vocabulary(FieldVocabulary(Origin.allCases.map(\.rawValue)))),
  ]

  package var record: FieldRecord {
    var (page, percent, minutes): (FieldValue?, FieldValue?, FieldValue?)
    switch place {
    case .page(let number): page = .integer(number)
    case .percent(let number): percent = .decimal((number * 100).rounded() / 100)
    case .minutes(let number): minutes = .integer(number)
    }
    return FieldRecord([
      FieldRecord.Part("day", .date(day)), FieldRecord.Part("page", page), FieldRecord.Part("percent", percent),
      FieldRecord.Part("minutes", minutes),
      FieldRecord.Part("origin", origin == .typed ? nil : .text(origin.rawValue)),
    ])
  }

  /// Creates a position from a record; `nil` if the record has no day or no place.
  package init?(record: FieldRecord) {
    guard let day = record["day"].date else { return nil }
    let place: Place
    if let page = record["page"].integer {
      place = .page(page)
    } else if case .decimal(let percent)? = record["percent"] {
      place = .percent(percent)
    } else if let minutes = record["minutes"].integer {
      place = .minutes(minutes)
    } else {
      return nil
    }
    self.init(place, on: day, origin: record["origin"].text.flatMap(Origin.init(rawValue:)) ?? .typed)
  }
}

extension ReadingPosition: Codable {
  private enum CodingKeys: String, CodingKey { case day, page, percent, minutes, origin }

  /// Encodes the position as an object with its day and one of `page`, `percent` and `minutes`. The origin is left out
  /// if a person entered the position.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(day, forKey: .day)
    switch place {
    case .page(let page): try container.encode(page, forKey: .page)
    case .percent(let percent): try container.encode(percent, forKey: .percent)
    case .minutes(let minutes): try container.encode(minutes, forKey: .minutes)
    }
    if origin != .typed { try container.encode(origin, forKey: .origin) }
  }

  /// Decodes a position that ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    day = try container.decode(PartialDate.self, forKey: .day)
    origin = try container.decodeIfPresent(Origin.self, forKey: .origin) ?? .typed
    if let page = try container.decodeIfPresent(Int.self, forKey: .page) {
      place = .page(page)
    } else if let percent = try container.decodeIfPresent(Double.self, forKey: .percent) {
      place = .percent(percent)
    } else {
      place = .minutes(try container.decode(Int.self, forKey: .minutes))
    }
  }
}

extension [ReadingPosition] {
  /// Returns the latest position; `nil` if it belongs to an earlier reading than the current one.
  ///
  /// - Parameters:
  ///   - started: The first day of the current reading.
  ///   - earlier: The readings before it.
  package func last(ofReadingFrom started: PartialDate?, after earlier: [Reading]) -> ReadingPosition? {
    let ended = earlier.compactMap(\.finished).max { $0.daySpan.upperBound < $1.daySpan.upperBound }
    return self.max().flatMap { last in
      let isOfEarlierReading = started?.isEntirely(after: last.day) ?? ended?.isEntirely(after: last.day) ?? false
      return isOfEarlierReading ? nil : last
    }
  }
}

extension Book {
  /// The position in the current reading; `nil` if the book is not being read, or if no position is known.
  public var position: ReadingPosition? {
    readState.isOpen ? progress.last(ofReadingFrom: started, after: earlierReadings) : nil
  }

  /// The part of the book that was read in the current reading, 0 to 1; `nil` if the position or the length of the book
  /// is unknown.
  public var fractionRead: Double? { position?.fraction(of: self) }

  /// The part of the book that was read in the current reading, as a whole percentage. Only a book that was read to its
  /// end has 100.
  package var percentRead: Int? { position.flatMap { $0.percent(of: self) } }
}
