import CatalogModel

/// What a book says in fields of the user's own, of which bibliographies know some.
struct BookProperties {
  private var known: [CitationProperty: String] = [:]
  /// All, by the names of their columns in our own tables, and in the order of these: that in which fields were made is another one
  /// in a catalog that reads an export.
  private var all: [(name: String, property: CitationProperty?, text: String)] = []

  init(_ book: Book, own: OwnFields) {
    for (field, value) in own.values(of: book) {
      let text = value.typedText
      // A text of several lines is no line of a notation.
      let property = field.kind == .text && !text.holds(10) ? CitationProperty(rawValue: field.name) : nil
      if let property { known[property] = text }
      all.append((OwnFieldName.text(of: field), property, text))
    }
    all.sort { $0.name < $1.name }
  }

  subscript(property: CitationProperty) -> String? { known[property] }

  /// Takes a property, so that it is not among the rest.
  mutating func take(_ property: CitationProperty, where isMeant: (String) -> Bool = { _ in true }) -> String? {
    guard let text = known[property], isMeant(text) else { return nil }
    known[property] = nil
    return text
  }

  /// Takes properties, and has a citation say them.
  mutating func move(
    _ properties: [CitationProperty], to citation: inout Citation, where isMeant: (String) -> Bool = { _ in true }
  ) {
    for property in properties { citation.add(take(property, where: isMeant), .property(property)) }
  }

  /// Those that were not taken.
  var rest: [(name: String, text: String)] {
    all.filter { $0.property.map { known[$0] != nil } ?? true }.map { ($0.name, $0.text) }
  }
}
