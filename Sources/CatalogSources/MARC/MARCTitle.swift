import CatalogModel

/// The title in field 245, or in another title field if field 245 is empty.
enum MARCTitle {
  /// Returns the title and the subtitle. The title includes the number and name of a part. The subtitle contains the
  /// remaining text and, after an equals sign, the whole romanised title, so that the book can be found with any
  /// keyboard.
  static func statements(_ pair: MARCScripts.Pair) -> [MARCStatement] {
    guard let title = MARCStatement.text(title(of: pair.shown)) else { return [] }
    let romanised = pair.romanised.map { field in
      [self.title(of: field), subtitle(of: field)].filter { !$0.isEmpty }.joined(separator: " : ")
    }
    let rest = [subtitle(of: pair.shown), romanised ?? ""].filter { !$0.isEmpty }.joined(separator: " = ")
    return [.title(title)] + (MARCStatement.text(rest).map { [.subtitle($0)] } ?? [])
  }

  private static func title(of field: MARCField) -> String {
    var title = ""
    for subfield in field.subfields {
      let part = MARCText.withoutPunctuation(subfield.text)
      if part.isEmpty { continue }
      switch subfield.code {
      case UInt8(ascii: "a"), UInt8(ascii: "k"): if title.isEmpty { title = part }
      // “Book 2, Messiah”: a number and the name after it belong together.
      case UInt8(ascii: "n"): title += (title.isEmpty ? "" : title.hasSuffix(".") ? " " : ". ") + part
      case UInt8(ascii: "p"): title += (title.isEmpty ? "" : hasNumber(field, before: subfield) ? ", " : ". ") + part
      default: continue
      }
    }
    if !title.isEmpty { return title }
    // A title may consist of a character that is usually a separator.
    if field.subfields.count == 1, let character = field["a"] { return character }
    // Some records have the whole title in the wrong subfield.
    return MARCText.withoutPunctuation(field["b"] ?? "")
  }

  private static func hasNumber(_ field: MARCField, before subfield: MARCField.Subfield) -> Bool {
    guard let index = field.subfields.firstIndex(of: subfield), index > 0 else { return false }
    return field.subfields[index - 1].code == UInt8(ascii: "n")
  }

  private static func subtitle(of field: MARCField) -> String {
    guard field["a"] != nil || field["k"] != nil else { return "" }
    return MARCText.withoutPunctuation(field.all("b").joined(separator: " "))
  }
}
