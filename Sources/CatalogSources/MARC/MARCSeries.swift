import CatalogModel
import Platform

/// The series of fields 440, 490 and 800 to 830.
enum MARCSeries {
  static func statements(_ field: MARCField) -> [MARCStatement] {
    var positions: [SeriesPlace] = []
    // In 800 and 810, the series' own author comes before its title.
    let code: UnicodeScalar = field["t"] != nil ? "t" : "a"
    for subfield in field.subfields {
      if subfield.code == UInt8(ascii: code) {
        guard let name = MARCStatement.text(MARCText.withoutPunctuation(subfield.text)) else { continue }
        positions.append(SeriesPlace(name))
      } else if subfield.code == UInt8(ascii: "v"), let last = positions.indices.last, positions[last].number == nil {
        positions[last].number = number(in: subfield.text)
      }
    }
    return positions.map(MARCStatement.series)
  }

  /// Returns the first number in a string such as `bk. 2`, `Bd. 12`, `no. 1.5` or `v. 3-4`.
  private static func number(in text: String) -> Double? {
    let digits = text.unicodeScalars.drop { !("0"..."9").contains($0) }.prefix { ("0"..."9").contains($0) || $0 == "." }
    guard let number = Double(String(digits.prefix(12))), (0...100_000).contains(number) else { return nil }
    return (number * 100).rounded() / 100
  }

  static func field(_ position: SeriesPlace) -> MARCField {
    var subfields = [MARCField.Subfield("a", position.number == nil ? position.name : "\(position.name) ;")]
    if let number = position.number { subfields.append(MARCField.Subfield("v", number.shortest)) }
    return MARCField("490", "0 ", subfields)
  }
}
