import Platform

/// Pairs the fields of a record that have the same content in two scripts. A field 880 repeats another field of the
/// record in the book's script. Subfield 6 of each field refers to the other field (MARC 21, Appendix A).
struct MARCScripts {
  /// A field in one script, or two fields with the same content in two scripts.
  struct Pair {
    /// The field to display. If the book's script is not Latin, this field is in the book's script.
    let shown: MARCField
    /// The romanised field, if ``shown`` is in a script other than Latin.
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
    var indices: [String: Int] = [:]
    for (index, field) in record.fields.enumerated() where field.tag != "880" {
      guard let link = field.link, link.tag == "880", link.number > 0 else { continue }
      indices["\(field.tag)-\(link.number)"] = index
    }
    for (index, field) in record.fields.enumerated() where field.tag == "880" {
      guard let link = field.link else { continue }
      tags[index] = link.tag
      // If two fields claim to belong to the same field, the second stays unpaired.
      guard let first = indices.removeValue(forKey: "\(link.tag)-\(link.number)") else { continue }
      (others[first], others[index]) = (index, first)
      seconds.insert(max(first, index))
    }
  }

  /// Returns true if the field repeats an earlier field in another script.
  func isSecond(_ index: Int) -> Bool { seconds.contains(index) }

  func other(of index: Int) -> Int? { others[index] }

  /// Returns the tag that defines the meaning of the field.
  func tag(of index: Int) -> String { tags[index] ?? record.fields[index].tag }
}

extension MARCField {
  /// The link to the field with the same content in another script: the tag of that field, and a number that both
  /// fields share. Examples of subfield 6 are `880-01` and `245-01/(N`. The number has two digits, or more in a record
  /// with many fields. Zero marks an unpaired field.
  var link: (tag: String, number: Int)? {
    guard let bytes = self["6"]?.utf8, bytes.count >= 6, bytes.dropFirst(3).first == UInt8(ascii: "-"),
      let digits = String(bytes.dropFirst(4).prefix(Self.linkDigits).prefix { (48...57).contains($0) }),
      digits.utf8.count >= 2, let number = Int(digits)
    else { return nil }
    return (String(decoding: bytes.prefix(3), as: UTF8.self), number)
  }

  private static let linkDigits = 4

  /// The tag that defines the meaning of the field, independent of its script.
  var meaning: String { tag == "880" ? link?.tag ?? tag : tag }

  /// Returns the field with another link number.
  func relinked(_ number: Int) -> MARCField {
    guard case .data(let first, let second, var subfields) = content, (link?.number ?? 0) > 0,
      let index = subfields.firstIndex(where: { $0.code == UInt8(ascii: "6") })
    else { return self }
    let text = Array(subfields[index].text.utf8)
    let linked = text[..<4] + String(number).leftPadded(to: 2).utf8 + text[4...].drop { (48...57).contains($0) }
    subfields[index] = Subfield("6", String(decoding: linked, as: UTF8.self))
    return MARCField(tag, .data(first: first, second: second, subfields))
  }

  /// True if the texts contain letters of a script other than Latin. Such letters come after the combining marks in
  /// Unicode, and are neither additional Latin letters nor symbols (The Unicode Standard, chapter 2.8).
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
