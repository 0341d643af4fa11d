import CatalogModel

/// Subjects and genres, which become tags.
enum MARCSubjects {
  /// Returns one tag for each heading with its subdivisions: `Dune (Imaginary place) -- Fiction`. A heading in another
  /// script is accompanied by its romanised form.
  static func statements(_ tag: String, _ pair: MARCScripts.Pair) -> [MARCStatement] {
    guard tags.contains(tag) else { return [] }
    var statements: [MARCStatement] = []
    for field in [pair.shown, pair.romanised].compactMap(\.self) {
      let found = tag == "653" ? field.all("a").map(MARCText.withoutPunctuation) : [heading(field)]
      for text in found {
        guard let text = MARCStatement.text(text, bytes: FieldLimits.tagBytes) else { continue }
        if !statements.contains(.tag(text)) { statements.append(.tag(text)) }
      }
    }
    return statements
  }

  private static let tags: Set<String> = [
    "600", "610", "611", "630", "647", "648", "650", "651", "653", "655", "690", "691",
  ]

  /// The codes of subdivisions: form, general, chronological, geographic.
  private static let subdivisions: Set<UInt8> = [
    UInt8(ascii: "v"), UInt8(ascii: "x"), UInt8(ascii: "y"), UInt8(ascii: "z"),
  ]

  /// The codes of subfields that are not part of the heading's words: links, sources, roles.
  private static let others: Set<UInt8> = Set("eiuw0123456789".utf8)

  private static func heading(_ field: MARCField) -> String {
    var heading = ""
    var end: [String] = []
    for subfield in field.subfields where !others.contains(subfield.code) {
      if subdivisions.contains(subfield.code) {
        end.append(MARCText.withoutPunctuation(subfield.text))
      } else {
        heading += (heading.isEmpty ? "" : " ") + subfield.text
      }
    }
    heading = MARCText.withoutPunctuation(heading)
    // Tags are short, so subdivisions are dropped from the end until the tag fits.
    var tag = ([heading] + end).filter { !$0.isEmpty }
    while tag.count > 1,
      tag.reduce(-divider.utf8.count, { $0 + $1.utf8.count + divider.utf8.count }) > FieldLimits.tagBytes
    {
      tag.removeLast()
    }
    return tag.joined(separator: divider)
  }

  private static let divider = " -- "

  static func field(_ tag: String) -> MARCField { MARCField("653", "  ", [MARCField.Subfield("a", tag)]) }
}
