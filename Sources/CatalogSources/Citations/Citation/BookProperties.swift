import CatalogModel

/// A book's custom fields, some of which have a counterpart in bibliographies.
struct BookProperties {
  private var known: [CitationProperty: String] = [:]
  /// All custom fields, sorted by their column names in our tables. The order of creation is not used, because it
  /// changes when an export is imported into another catalog.
  private var all: [(name: String, property: CitationProperty?, text: String)] = []

  init(_ book: Book, own: OwnFields) {
    for (field, value) in own.values(of: book) {
      let text = value.typedText
      // A text of several lines does not fit on one line of a bibliography.
      let property = field.kind == .text && !text.holds(10) ? CitationProperty(rawValue: field.name) : nil
      if let property { known[property] = text }
      all.append((OwnFieldName.text(of: field), property, text))
    }
    all.sort { $0.name < $1.name }
  }

  subscript(property: CitationProperty) -> String? { known[property] }

  /// Removes a property and returns its text. Returns `nil` if the book lacks the property or `isMeant` returns false.
  mutating func take(_ property: CitationProperty, where isMeant: (String) -> Bool = { _ in true }) -> String? {
    guard let text = known[property], isMeant(text) else { return nil }
    known[property] = nil
    return text
  }

  /// Removes properties and adds them to a citation.
  mutating func move(
    _ properties: [CitationProperty], to citation: inout Citation, where isMeant: (String) -> Bool = { _ in true }
  ) {
    for property in properties { citation.add(take(property, where: isMeant), .property(property)) }
  }

  /// The custom fields that have not been removed.
  var rest: [(name: String, text: String)] {
    all.filter { $0.property.map { known[$0] != nil } ?? true }.map { ($0.name, $0.text) }
  }
}
