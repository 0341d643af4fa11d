import CatalogModel

/// Writes books as RIS records. If RIS has no tag for a value, the value is written together with its name to a line
/// with the tag `U1`, which RIS reserves for users.
struct RISWriter: Sendable {
  private let keys = CitationKeys()
  private let fields: OwnFields

  init(fields: OwnFields) { self.fields = fields }

  /// Returns the record for a book, in UTF-8.
  func entry(of book: Book) -> [UInt8] {
    let citation = Citation(book, own: fields)
    let type = RISFields.written(citation.type)
    var lines = [("TY", type), ("ID", keys.key(of: citation, language: book.language))]
    for (role, names) in citation.people {
      guard let tag = RISFields.roles[role] else { continue }
      lines += CitedName.all(of: names).map { (tag, Self.text(of: $0)) }
    }
    for (field, text) in citation.values { append(field, text, citation, to: &lines) }
    let extras = CitationExtras.all(
      of: citation, beside: Self.hasTag, { RISFields.roles[$0] != nil }, readAs: RISFields.type(of: type))
    lines += extras.map { ("U1", ListDivision.parts.cell(of: [$0.name, $0.text])) }
    lines.append(("ER", ""))
    return Array(lines.map { "\($0)  - \(RISLine.folded($1))\r\n" }.joined().utf8)
  }

  private static func hasTag(_ field: CitationField, _ text: String) -> Bool {
    switch field {
    case .subtitle, .date, .isbn, .pageTotal, .keywords: true
    // A number that is not a valid ISSN would be taken for an ISBN.
    case .identifier("issn"): CitedNumbers.issn(in: text) == text
    default: RISFields.tags[field] != nil
    }
  }

  private func append(
    _ field: CitationField, _ text: String, _ citation: Citation, to lines: inout [(String, String)]
  ) {
    switch field {
    case .title: lines.append(("TI", [text, citation[.subtitle]].compactMap(\.self).joined(separator: ": ")))
    case .date:
      let parts = text.drop { $0 == "-" }.split(separator: "-")
      lines.append(("PY", (text.hasPrefix("-") ? "-" : "") + (parts.first ?? "")))
      if parts.count > 1 { lines.append(("DA", text.hasPrefix("-") ? text : parts.joined(separator: "/"))) }
    case .isbn: lines += text.divided(at: ",").map { ("SN", $0) }
    case .identifier("issn"): if Self.hasTag(field, text) { lines.append(("SN", text)) }
    case .pageTotal: lines.append(("SP", text))
    case .keywords:
      lines += text.divided(at: text.holds(UInt8(ascii: ";")) ? ";" : ",").map { ("KW", $0) }
    default: if let tag = RISFields.tags[field] { lines.append((tag, text)) }
    }
  }

  private static func text(of name: CitedName) -> String {
    if name.isWhole { return name.family.holds(UInt8(ascii: ",")) ? name.family + "," : name.family }
    return [name.family, name.given, name.suffix].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
