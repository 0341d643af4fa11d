/// A date that knows how precise it is: a year, a month of a year, or a day. Years −4000 to 2100, where 0 is 1 BC and
/// −750 the year people write as 750 BC.
public struct PartialDate: Hashable, Sendable {
  /// −4000 to 2100.
  public let year: Int
  /// 1 to 12, or `nil` when only the year is known.
  public let month: Int?
  /// 1 to 31 as the month has them, or `nil` when only the month is known.
  public let day: Int?

  /// The years that a date may have.
  public static let years = -4000...2100

  /// - Throws: ``InvalidValue`` for a year out of range, or a month or day the calendar does not have.
  public init(year: Int, month: Int? = nil, day: Int? = nil) throws {
    self.init(unchecked: year, month, day)
    guard Self.years.contains(year) else {
      throw InvalidValue("date", description, "years go from −4000 to 2100")
    }
    guard let month else { return }
    guard (1...12).contains(month) else { throw InvalidValue("date", description, "months go from 1 to 12") }
    guard let day else { return }
    guard (1...GregorianCalendar.days(in: month, of: year)).contains(day) else {
      throw InvalidValue("date", description, "that month has \(GregorianCalendar.days(in: month, of: year)) days")
    }
  }

  /// Reads `1965`, `1965-08`, `1965-08-01`, the same with slashes where the year has four digits, `-750`, and the date of an
  /// RFC 3339 time.
  /// - Throws: ``InvalidValue``
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
    // With slashes the year may stand at the end, too: which is which is never guessed.
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

  /// The date of `1965`, `1965-08` or `1965-08-01`, as nearly every date is written; `nil` for any other text.
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

  /// - Parameter year: any; where there is no such year, the nearest one is meant.
  private init(nearest year: Int, _ month: Int, _ day: Int?) {
    self.init(unchecked: min(max(year, Self.years.lowerBound), Self.years.upperBound), month, day)
  }

  private init(unchecked year: Int, _ month: Int?, _ day: Int?) {
    self.year = year
    self.month = month
    self.day = month == nil ? nil : day
  }

  /// The first day of a year, or of the nearest one that there is.
  package init(firstOf year: Int) {
    self.init(nearest: year, 1, 1)
  }

  /// The last day of a year, or of the nearest one that there is.
  package init(lastOf year: Int) {
    self.init(nearest: year, 12, 31)
  }

  /// A month by its number, which is year × 12 + month − 1; of a year that there is not, one of the nearest.
  package init(monthNumber: Int) {
    let month = ((monthNumber % 12) + 12) % 12
    let year = (monthNumber - month) / 12
    self.init(nearest: year, month + 1, nil)
  }

  /// The month that it is in; the year where no month is known.
  package var wholeMonth: PartialDate { PartialDate(unchecked: year, month, nil) }

  /// The year that it is in.
  package var wholeYear: PartialDate { PartialDate(unchecked: year, nil, nil) }

  /// Whether one of the two dates says what the other says, and maybe more: 1965 and 1965-08.
  public func isCompatible(with other: PartialDate) -> Bool {
    year == other.year
      && (month == nil || other.month == nil || month == other.month)
      && (day == nil || other.day == nil || day == other.day)
  }

  /// 1 for a year, 2 for a month, 3 for a day.
  public var precision: Int { day != nil ? 3 : month != nil ? 2 : 1 }
}

extension PartialDate {
  /// The stored form: year × 10000 + month × 100 + day, unknown parts 0. It orders dates, a year before its months,
  /// and can be read in any SQLite shell.
  package var encoded: Int64 { Int64(year) * 10_000 + Int64(month ?? 0) * 100 + Int64(day ?? 0) }

  /// The stored numbers of the dates of a year, whichever number that is: another program may have written any.
  package static func encodedYears(_ year: Int) -> Range<Int64> {
    let year = min(max(Int64(year), .min / 10_000), .max / 10_000 - 1)
    return (year * 10_000)..<((year + 1) * 10_000)
  }

  /// The date of a stored number; `nil` for a number that is no date.
  package init?(encoded: Int64) {
    guard encoded > -100_000_000, encoded < 100_000_000 else { return nil }
    let value = Int(encoded)
    let rest = ((value % 10_000) + 10_000) % 10_000
    let month = rest / 100
    let day = rest % 100
    // Not by the initialiser that says what is wrong: lists read one of each row.
    self.init(unchecked: (value - rest) / 10_000, month == 0 ? nil : month, month == 0 || day == 0 ? nil : day)
    guard Self.years.contains(year), month <= 12, self.day ?? 1 <= GregorianCalendar.days(in: max(month, 1), of: year)
    else {
      return nil
    }
  }
}

extension PartialDate: Comparable {
  /// Whether one date is earlier; a year stands before its months, a month before its days.
  public static func < (one: PartialDate, other: PartialDate) -> Bool { one.encoded < other.encoded }
}

extension PartialDate: CustomStringConvertible {
  /// As ISO 8601 has it: `1965`, `1965-08`, `1965-08-01`, `-0750`.
  public var description: String {
    var text = String(year.magnitude).leftPadded(to: 4)
    if year < 0 { text = "-" + text }
    if let month { text += "-" + String(month).leftPadded(to: 2) }
    if let day { text += "-" + String(day).leftPadded(to: 2) }
    return text
  }
}

extension PartialDate: Codable {
  /// Reads the text of a date: `1965-08`. Throws ``InvalidValue`` when that is no date.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the date as text, as precisely as it is known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
