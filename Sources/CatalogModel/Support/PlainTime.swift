import FoundationEssentials

/// A fast parser for times in the most common form: RFC 3339 (section 5.6) with capital letters, for years from 1600.
/// Many records contain one or two times. Parsing them with Foundation would add a third to the time that storing a
/// book takes. Foundation parses only the times in other forms.
enum PlainTime {
  /// Returns the time that a text in the common form represents; `nil` for any other text, which may be a valid time in
  /// another form.
  static func date(_ text: String) -> Date? {
    var text = text
    return text.withUTF8 { date($0) }
  }

  private static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    guard text.count >= 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let year = text.number(at: 0, digits: 4), year >= 1600, let month = text.number(at: 5, digits: 2),
      (1...12).contains(month),
      let day = text.number(at: 8, digits: 2), (1...GregorianCalendar.days(in: month, of: year)).contains(day),
      let hour = text.number(at: 11, digits: 2), hour < 24, let minute = text.number(at: 14, digits: 2), minute < 60,
      let second = text.number(at: 17, digits: 2), second < 60
    else { return nil }
    var position = 19
    guard let fraction = fraction(text, &position), let offset = offset(text, position) else { return nil }
    let seconds =
      ((GregorianCalendar.daysSince1970(month: month, of: year) + day - 1) * 24 + hour) * 3_600 + (minute - offset) * 60
      + second
    // Foundation uses this arithmetic, so that half milliseconds are rounded in the same direction.
    return Date(timeIntervalSinceReferenceDate: Double(seconds - epoch) + fraction)
  }

  /// The seconds from 1970 to the beginning of 2001, Foundation's reference date.
  private static let epoch: Int = 978_307_200

  /// Returns the fraction of a second after the decimal point; 0 if there is no point.
  private static func fraction(_ text: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Double? {
    guard text[position] == UInt8(ascii: ".") else { return 0 }
    let first = position + 1
    position = first
    while position < text.count, (48...57).contains(text[position]) { position += 1 }
    guard (1...9).contains(position - first), let digits = text.number(at: first, digits: position - first) else {
      return nil
    }
    return Double((position - first..<9).reduce(digits) { digits, _ in digits * 10 }) / 1e9
  }

  /// Returns the offset from UTC at the end of the text, in minutes.
  private static func offset(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int? {
    guard position < text.count else { return nil }
    if text[position] == UInt8(ascii: "Z") { return position + 1 == text.count ? 0 : nil }
    let isAhead = text[position] == UInt8(ascii: "+")
    guard isAhead || text[position] == UInt8(ascii: "-"), position + 6 == text.count,
      text[position + 3] == UInt8(ascii: ":"),
      let hours = text.number(at: position + 1, digits: 2), hours < 24,
      let minutes = text.number(at: position + 4, digits: 2), minutes < 60
    else { return nil }
    return (isAhead ? 1 : -1) * (hours * 60 + minutes)
  }
}
