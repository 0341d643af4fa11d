/// Which fields of a record say the same in two scripts: a field 880 has what another one says, in the script of the book, and
/// both name each other in their subfields 6 (MARC 21, Appendix A).
struct MARCScripts {
  /// What a field says, in one script or in two.
  struct Pair {
    /// What a reader sees: in the script of the book, where that is not the Latin one.
    let shown: MARCField
    /// The same in Latin letters, where the other is in none.
    let romanised: MARCField?

    init(_ field: MARCField, _ other: MARCField?) {
      guard let other, other.isInAnotherScript != field.isInAnotherScript else {
        (shown, romanised) = (field, nil)
        return
      }
      (shown, romanised) = other.isInAnotherScript ? (other, field) : (field, other)
    }
  }

  private var others: [Int: Int] = [:]
  private var tags: [Int: String] = [:]
  private var seconds: Set<Int> = []
  private let record: MARCRecord

  init(_ record: MARCRecord) {
    self.record = record
    guard record.fields.contains(where: { $0.tag == "880" }) else { return }
    var places: [String: Int] = [:]
    for (place, field) in record.fields.enumerated() where field.tag != "880" {
      guard let link = field.link, link.tag == "880", link.number > 0 else { continue }
      places["\(field.tag)-\(link.number)"] = place
    }
    for (place, field) in record.fields.enumerated() where field.tag == "880" {
      guard let link = field.link else { continue }
      tags[place] = link.tag
      // Where two say that they belong to one field, the second stands alone.
      guard let first = places.removeValue(forKey: "\(link.tag)-\(link.number)") else { continue }
      (others[first], others[place]) = (place, first)
      seconds.insert(max(first, place))
    }
  }

  /// Whether a field says what an earlier one says.
  func isSecond(_ place: Int) -> Bool { seconds.contains(place) }

  func other(of place: Int) -> Int? { others[place] }

  /// The tag that says what the field is about.
  func tag(of place: Int) -> String { tags[place] ?? record.fields[place].tag }
}

extension MARCField {
  /// The tag of the field that says the same in another script, and the number that both have: of `880-01` and of `245-01/(N`. It
  /// has two digits, and three where there are more fields than these count. The number zero is of a field that stands alone.
  var link: (tag: String, number: Int)? {
    guard let bytes = self["6"]?.utf8, bytes.count >= 6, bytes.dropFirst(3).first == UInt8(ascii: "-"),
      let digits = String(bytes.dropFirst(4).prefix(Self.linkDigits).prefix { (48...57).contains($0) }),
      digits.utf8.count >= 2, let number = Int(digits)
    else { return nil }
    return (String(decoding: bytes.prefix(3), as: UTF8.self), number)
  }

  private static let linkDigits = 4

  /// The tag that says what a field is about, in whichever script.
  var meaning: String { tag == "880" ? link?.tag ?? tag : tag }

  /// The field with another number to be known by.
  func relinked(_ number: Int) -> MARCField {
    guard case .data(let first, let second, var subfields) = content, (link?.number ?? 0) > 0,
      let place = subfields.firstIndex(where: { $0.code == UInt8(ascii: "6") })
    else { return self }
    let text = Array(subfields[place].text.utf8)
    let linked = text[..<4] + String(number).leftPadded(to: 2).utf8 + text[4...].drop { (48...57).contains($0) }
    subfields[place] = Subfield("6", String(decoding: linked, as: UTF8.self))
    return MARCField(tag, .data(first: first, second: second, subfields))
  }

  /// Whether its texts have letters that are not Latin ones: what stands beyond the combining marks, and is neither one of
  /// the additional Latin letters nor a sign (The Unicode Standard, chapter 2.8).
  var isInAnotherScript: Bool {
    subfields.contains { subfield in
      subfield.code != UInt8(ascii: "6")
        && subfield.text.unicodeScalars.contains { scalar in
          scalar.value >= 0x370 && !(0x1D00..<0x1F00).contains(scalar.value)
            && !(0x2000..<0x2E80).contains(scalar.value)
            && scalar.properties.isAlphabetic
        }
    }
  }
}
