import CatalogModel
import Platform

/// Writes books as CSL-JSON objects. Values without a CSL variable are written to the member `custom`, which the schema
/// defines for that purpose.
struct CSLWriter: Sendable {
  private let keys = CitationKeys()
  private let fields: OwnFields
  private let mustEscape: (@Sendable (Unicode.Scalar) -> Bool)?

  init(fields: OwnFields, alsoEscaping mustEscape: (@Sendable (Unicode.Scalar) -> Bool)? = nil) {
    (self.fields, self.mustEscape) = (fields, mustEscape)
  }

  /// Returns the object for a book, on one line, in UTF-8.
  func entry(of book: Book) -> [UInt8] {
    let citation = Citation(book, own: fields)
    let type = CSLFields.written(citation.type)
    var json = JSONWriter(layout: .compact, alsoEscaping: mustEscape)
    json.beginObject()
    json.member("id", keys.key(of: citation, language: book.language))
    json.member("type", type)
    for (role, names) in citation.people {
      guard let name = Self.roles[role] else { continue }
      json.array(name) { json in
        for name in CitedName.all(of: names) { Self.write(name, to: &json) }
      }
    }
    for (field, text) in citation.values {
      // CSL uses language codes, not names.
      write(field, field == .language ? book.language ?? text : text, citation, to: &json)
    }
    json.key("custom")
    json.beginObject()
    let extras = CitationExtras.all(
      of: citation, beside: Self.hasVariable, { Self.roles[$0] != nil }, readAs: CSLFields.type(of: type))
    for (name, texts) in Self.grouped(extras) { json.member(name, texts) }
    json.endObject()
    json.endObject()
    return json.bytes
  }

  /// Merges members that have the same name, and joins their values by semicolons.
  private static func grouped(_ extras: [(name: String, text: String)]) -> [(name: String, text: String)] {
    var grouped: [(name: String, text: String)] = []
    for extra in extras {
      if let index = grouped.firstIndex(where: { $0.name == extra.name }) {
        grouped[index].text += "; " + extra.text
      } else {
        grouped.append(extra)
      }
    }
    return grouped
  }

  private static func hasVariable(_ field: CitationField, _ text: String) -> Bool {
    switch field {
    case .subtitle: true
    case .property(.accessed): true
    case .date, .originalDate: true
    default: variables[field] != nil
    }
  }

  private func write(_ field: CitationField, _ text: String, _ citation: Citation, to json: inout JSONWriter) {
    switch field {
    case .title: json.member("title", [text, citation[.subtitle]].compactMap(\.self).joined(separator: ": "))
    case .subtitle: break
    case .date, .originalDate:
      json.object(field == .date ? "issued" : "original-date") { json in
        json.array("date-parts") { json in
          json.array { json in
            let isNegative = text.hasPrefix("-")
            for (index, part) in text.drop(while: { $0 == "-" }).split(separator: "-").enumerated() {
              if let number = Int(part) { json.integer(isNegative && index == 0 ? -number : number) }
            }
          }
        }
      }
    case .property(.accessed):
      json.object("accessed") { json in
        json.member("raw", text)
      }
    default: if let name = Self.variables[field] { json.member(name, text) }
    }
  }

  private static func write(_ name: CitedName, to json: inout JSONWriter) {
    json.object { json in
      if name.isWhole {
        json.member("literal", name.family)
      } else {
        json.member("family", name.family)
        if !name.given.isEmpty { json.member("given", name.given) }
        if !name.suffix.isEmpty { json.member("suffix", name.suffix) }
      }
    }
  }

  private static let variables = Dictionary(CSLFields.texts.map { ($0.field, $0.names[0]) }) { first, _ in first }

  private static let roles = Dictionary(CSLFields.roles.map { ($0.role, $0.names[0]) }) { first, _ in first }
}
