import Platform

/// A date that may be only a year or a month. Years range from −4000 to 2100. In calendar arithmetic, the year 0 is 1
/// BC. In a book's dates, however, the year −750 stands for 750 BC.
///
/// ```swift
/// let month = try PartialDate("1965-08")
/// let day = try PartialDate(year: 1965, month: 8, day: 1)
/// print(month.isCompatible(with: day), month < day)  // true true
/// ```
public struct PartialDate: Hashable, Sendable {
  /// The year, −4000 to 2100.
  public let year: Int
  /// The month, 1 to 12; `nil` if only the year is known.
  public let month: Int?
  /// The day, from 1 to the length of the month; `nil` if only the month is known.
  public let day: Int?

  /// The range of valid years.
  public static let years = -4000...2100

  /// Creates a date.
  ///
  /// - Throws: ``InvalidValue`` if the year is out of range, or if the calendar does not have the month or day.
  public init(year: Int, month: Int? = nil, day: Int? = nil) throws {
    self.init(unchecked: year, month, day)
    guard Self.years.contains(year) else {
      throw InvalidValue("date", description, "the year must be from −4000 to 2100")
    }
    guard let month else { return }
    guard (1...12).contains(month) else { throw InvalidValue("date", description, "the month must be from 1 to 12") }
    guard let day else { return }
    guard (1...GregorianCalendar.days(in: month, of: year)).contains(day) else {
      throw InvalidValue("date", description, "that month has \(GregorianCalendar.days(in: month, of: year)) days")
    }
  }

  /// Creates a date from a text such as `1965`, `1965-08`, `1965-08-01` or `-750`. If the text is an RFC 3339 time, the
  /// date in it is used. Slashes are accepted in place of hyphens if the year has at least four digits.
  ///
  /// - Throws: ``InvalidValue`` for any other text.
  public init(_ text: String) throws {
    if let plain = Self.plain(text) {
      self = plain
      return
    }
    let problem = InvalidValue("date", text, "write a date as 1965, 1965-08 or 1965-08-01")
    var rest = text.trimmed()[...]
    if let time = rest.firstIndex(where: { $0 == "T" || $0 == "t" || $0 == " " }) {
      guard rest[time...].contains(":") else { throw problem }
      rest = rest[..<time]
    }
    let isNegative = rest.first == "-" || rest.first == "−"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    let parts = rest.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
    guard (1...3).contains(parts.count) else { throw problem }
    // A date with slashes must begin with a year of four digits. Otherwise the order of its parts is ambiguous.
    guard !rest.contains("/") || parts[0].count >= 4 else { throw problem }
    let numbers = try parts.map { part -> Int in
      guard !part.isEmpty, part.count <= 6, part.isDigits, let number = Int(part)
      else { throw problem }
      return number
    }
    try self.init(
      year: isNegative ? -numbers[0] : numbers[0],
      month: numbers.count > 1 ? numbers[1] : nil,
      day: numbers.count > 2 ? numbers[2] : nil)
  }

  /// Returns the date that a text in one of the most common forms represents: `1965`, `1965-08` or `1965-08-01`; `nil`
  /// for any other text.
  private static func plain(_ text: String) -> PartialDate? {
    var text = text
    return text.withUTF8 { bytes in
      let (hasMonth, hasDay) = (bytes.count == 7 || bytes.count == 10, bytes.count == 10)
      guard hasMonth || bytes.count == 4, let year = bytes.number(at: 0, digits: 4) else { return nil }
      guard hasMonth else { return PartialDate(encoded: Int64(year * 10_000)) }
      guard bytes[4] == UInt8(ascii: "-"), let month = bytes.number(at: 5, digits: 2), month > 0 else { return nil }
      guard hasDay else { return PartialDate(encoded: Int64(year * 10_000 + month * 100)) }
      guard bytes[7] == UInt8(ascii: "-"), let day = bytes.number(at: 8, digits: 2), day > 0 else { return nil }
      return PartialDate(encoded: Int64(year * 10_000 + month * 100 + day))
    }
  }

  /// Creates a date in the given year, or in the nearest valid year.
  private init(nearest year: Int, _ month: Int, _ day: Int?) {
    self.init(unchecked: min(max(year, Self.years.lowerBound), Self.years.upperBound), month, day)
  }

  private init(unchecked year: Int, _ month: Int?, _ day: Int?) {
    self.year = year
    self.month = month
    self.day = month == nil ? nil : day
  }

  /// Creates the first day of the given year, or of the nearest valid year.
  package init(firstOf year: Int) {
    self.init(nearest: year, 1, 1)
  }

  /// Creates the last day of the given year, or of the nearest valid year.
  package init(lastOf year: Int) {
    self.init(nearest: year, 12, 31)
  }

  /// Creates a month from its number, which is year × 12 + month − 1. If the year is out of range, the nearest valid
  /// year is used.
  package init(monthNumber: Int) {
    let month = ((monthNumber % 12) + 12) % 12
    let year = (monthNumber - month) / 12
    self.init(nearest: year, month + 1, nil)
  }

  /// The date without its day.
  package var wholeMonth: PartialDate { PartialDate(unchecked: year, month, nil) }

  /// The date without its month and day.
  package var wholeYear: PartialDate { PartialDate(unchecked: year, nil, nil) }

  /// Returns true if the known parts of the two dates agree, as in 1965 and 1965-08.
  public func isCompatible(with other: PartialDate) -> Bool {
    year == other.year
      && (month == nil || other.month == nil || month == other.month)
      && (day == nil || other.day == nil || day == other.day)
  }

  /// The precision: 1 for a year, 2 for a month, 3 for a day.
  public var precision: Int { day != nil ? 3 : month != nil ? 2 : 1 }
}

extension PartialDate {
  /// The stored form: year × 10000 + month × 100 + day, with 0 for unknown parts. These numbers sort like the dates,
  /// with a year before its months, and are readable in any SQLite shell.
  package var encoded: Int64 { Int64(year) * 10_000 + Int64(month ?? 0) * 100 + Int64(day ?? 0) }

  /// Returns the range of stored numbers for all dates in a year. Any year is accepted, because another program may
  /// have written any number.
  package static func encodedYears(_ year: Int) -> Range<Int64> {
    let year = min(max(Int64(year), .min / 10_000), .max / 10_000 - 1)
    return (year * 10_000)..<((year + 1) * 10_000)
  }

  /// Creates a date from a stored number; `nil` if the number is not a date.
  package init?(encoded: Int64) {
    guard encoded > -100_000_000, encoded < 100_000_000 else { return nil }
    let value = Int(encoded)
    let rest = ((value % 10_000) + 10_000) % 10_000
    let month = rest / 100
    let day = rest % 100
    // Lists read a date from each row, and the throwing initialiser is slow because it builds error messages.
    self.init(unchecked: (value - rest) / 10_000, month == 0 ? nil : month, month == 0 || day == 0 ? nil : day)
    guard Self.years.contains(year), month <= 12, self.day ?? 1 <= GregorianCalendar.days(in: max(month, 1), of: year)
    else {
      return nil
    }
  }
}

extension PartialDate: Comparable {
  /// Returns true if the first date is earlier; a year sorts before its months, a month before its days.
  public static func < (one: PartialDate, other: PartialDate) -> Bool { one.encoded < other.encoded }
}

extension PartialDate: CustomStringConvertible {
  /// The date as in ISO 8601: `1965`, `1965-08`, `1965-08-01`, `-0750`.
  public var description: String {
    var text = String(year.magnitude).leftPadded(to: 4)
    if year < 0 { text = "-" + text }
    if let month { text += "-" + String(month).leftPadded(to: 2) }
    if let day { text += "-" + String(day).leftPadded(to: 2) }
    return text
  }
}

extension PartialDate: Codable {
  /// Decodes a date from a text: `1965-08`.
  ///
  /// - Throws: ``InvalidValue`` if the text is not a date.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the date as text, as precisely as it is known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
