import CatalogModel
import Platform

/// Field 008: forty characters whose meaning depends on their position (MARC 21, 008 — All Materials, and Books). Many
/// records have a field that is too short or shifted; implausible values are ignored.
struct MARCCodedData {
  private var bytes: [UInt8]

  static let length = 40

  init(_ text: String) { bytes = Array(text.utf8.prefix(Self.length)) }

  /// Creates a field that contains only the day on which the record was made, as `yymmdd`.
  init(made day: String) {
    self.init("\(day)n        xx     |     |||||||und d")
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  private func slice(_ range: Range<Int>) -> String? {
    bytes.count >= range.upperBound ? String(decoding: bytes[range], as: UTF8.self) : nil
  }

  private func year(_ range: Range<Int>) -> PartialDate? {
    guard let text = slice(range), text.isDigits, let year = Int(text), (1...2100).contains(year) else { return nil }
    return try? PartialDate(year: year)
  }

  private var dateType: UInt8 { bytes.count > 6 ? bytes[6] : 32 }

  /// The year of publication; for serials, the year of the first issue.
  var published: PartialDate? {
    // `n` means that the dates are unknown. `b` means a year BC, which field 008 does not contain.
    dateType == UInt8(ascii: "n") || dateType == UInt8(ascii: "b") ? nil : year(7..<11)
  }

  /// For reprints, the year of the original, if it differs from the year of publication.
  var firstPublished: PartialDate? {
    guard dateType == UInt8(ascii: "r"), let first = year(11..<15), first != published else { return nil }
    return first
  }

  var language: String? { slice(35..<38).flatMap(MARCForm.language) }

  /// True if the book is read on a screen: its form of item is `o`, `q` or `s`.
  var isElectronic: Bool {
    bytes.count > 23 && [UInt8(ascii: "o"), UInt8(ascii: "q"), UInt8(ascii: "s")].contains(bytes[23])
  }

  // MARK: Writing

  private mutating func write(_ text: String, at position: Int) {
    while bytes.count < Self.length { bytes.append(UInt8(ascii: "|")) }
    bytes.replaceSubrange(position..<(position + text.utf8.count), with: text.utf8)
  }

  /// Writes the dates of publication.
  ///
  /// - Parameter first: The date of the first publication of the work, if its year differs.
  mutating func write(published: PartialDate?, first: PartialDate?) {
    func digits(_ date: PartialDate?) -> String? {
      date.flatMap { (1...9999).contains($0.year) ? String($0.year).leftPadded(to: 4) : nil }
    }
    guard let year = digits(published) else { return write("n        ", at: 6) }
    if let first = digits(first) { return write("r\(year)\(first)", at: 6) }
    write("s\(year)    ", at: 6)
  }

  /// Writes the language.
  ///
  /// - Parameter code: A code of three letters.
  mutating func write(language code: String) { write(code, at: 35) }

  /// Leaves the form of item unspecified.
  mutating func writeNoForm() { write("|", at: 23) }
}
