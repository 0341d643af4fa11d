import CatalogModel

/// Writes books as BibTeX entries. Fields that BibTeX lacks get their biblatex names. All other values are written to
/// fields whose names begin with `catalog-` or `own.`, which other programs ignore.
struct BibTeXWriter: Sendable {
  private let keys = CitationKeys()
  private let latex: LaTeXEncoder
  private let fields: OwnFields

  /// Creates a writer.
  ///
  /// - Parameter isASCII: True to write non-ASCII characters as LaTeX commands.
  init(isASCII: Bool, fields: OwnFields) { (latex, self.fields) = (LaTeXEncoder(isASCII: isASCII), fields) }

  /// Returns the entry for a book, in UTF-8.
  func entry(of book: Book) -> [UInt8] {
    let citation = Citation(book, own: fields)
    var lines: [(name: String, value: String)] = []
    for (role, names) in citation.people {
      guard let name = Self.names[role] else { continue }
      lines.append((name, CitedName.all(of: names).map(value).joined(separator: " and ")))
    }
    for (field, text) in citation.values { append(field, text, citation, to: &lines) }
    appendFiles(citation, to: &lines)
    lines.append((CitationExtras.uuid, citation.uuid ?? ""))
    let key = keys.key(of: citation, language: book.language)
    var text = "@\(citation.type){\(key),\n"
    for (name, value) in lines { text += "  \(name) = {\(value)},\n" }
    text += "}\n"
    return Array(text.utf8)
  }

  private func append(
    _ field: CitationField, _ text: String, _ citation: Citation, to lines: inout [(name: String, value: String)]
  ) {
    switch field {
    case .title, .subtitle: lines.append((Self.lines[field] ?? "title", latex.title(text)))
    case .publisher: lines.append((Self.publisher(citation), latex.text(text)))
    case .date:
      // BibTeX reads `year` and `month`. biblatex prefers `date` if it is present.
      let parts = text.drop { $0 == "-" }.split(separator: "-")
      lines.append(("year", (text.hasPrefix("-") ? "-" : "") + (parts.first ?? "")))
      if parts.count > 1, let month = Int(parts[1]), CitationDate.months.indices.contains(month - 1) {
        lines.append(("month", String(month)))
      }
      if parts.count > 2 { lines.append(("date", text)) }
    case .rating:
      lines.append(text.isDigits ? ("ranking", "rank" + text) : ("rating", text))
    case .isbn, .added: lines.append((field == .isbn ? "isbn" : "timestamp", text))
    case .identifier(let type): lines.append((Self.identifiers[type] ?? type, text))
    case .abstract: lines.append(("abstract", latex.text(text)))
    // Bibliography styles print the field `note`, but not `annote`.
    case .note: lines.append(("annote", latex.text(text)))
    case .review: lines.append(("review", latex.text(text)))
    case .pages: break
    case .property(.pageRange):
      let isRange = citation[.pageTotal] != nil || Int(PageCount.text(of: text)) == nil
      lines.append((isRange ? "pages" : "catalog-page-range", latex.text(text)))
    case .exact(let field): lines.append((CitationExtras.name(of: field), latex.text(text)))
    case .own(let name): appendOwn(name, text, to: &lines)
    case .file: break
    default: if let name = Self.lines[field] { lines.append((name, latex.text(text))) }
    }
  }

  /// Adds a custom field under its own name if that name is valid in BibTeX. Otherwise adds it to ``BibTeXFields/own``,
  /// the field that all such custom fields share.
  private func appendOwn(_ name: String, _ text: String, to lines: inout [(name: String, value: String)]) {
    if name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || "-_.:".utf8.contains($0) }) {
      lines.append((name, latex.text(text)))
      return
    }
    let item = ListDivision.parts.cell(of: [name, text])
    // An entry must not repeat a field name.
    if let index = lines.firstIndex(where: { $0.name == BibTeXFields.own }) {
      lines[index].value += "; " + latex.text(item)
    } else {
      lines.append((BibTeXFields.own, latex.text(item)))
    }
  }

  private func appendFiles(_ citation: Citation, to lines: inout [(name: String, value: String)]) {
    let files = citation.values.filter { $0.field == .file }.map(\.text)
    if !files.isEmpty { lines.append(("file", BibTeXFiles.value(of: files))) }
  }

  private func value(of name: CitedName) -> String {
    if name.isWhole { return "{\(latex.text(name.family))}" }
    return [name.family, name.suffix, name.given].filter { !$0.isEmpty }.map(latex.text).joined(separator: ", ")
  }

  /// Returns the name of the field for the publisher, which is different for theses and reports.
  private static func publisher(_ citation: Citation) -> String {
    if citation[.property(.institution)] != nil { return "publisher" }
    switch citation.type {
    case "phdthesis", "mastersthesis": return "school"
    case "thesis", "report", "techreport": return "institution"
    default: return "publisher"
    }
  }

  private static let names = Dictionary(
    BibTeXFields.people.map { ($0.1, $0.0[0]) } + [(.editor, "editor")]
  ) { first, _ in first }

  private static let lines = Dictionary(BibTeXFields.lines.map { ($0.1, $0.0[0]) }) { first, _ in first }

  private static let identifiers = ["uri": "url", "zbl": "zblnumber"]
}
