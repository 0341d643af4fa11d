import CatalogModel

/// Records as XML: of the Library of Congress, of ISO 25577 (MarcXchange), and without a namespace.
enum MARCXML {
  static let namespace = "http://www.loc.gov/MARC21/slim"

  private static let namespaces: Set<String> = [
    "", namespace, "info:lc/xmlns/marcxchange-v1", "info:lc/xmlns/marcxchange-v2",
    "http://www.bs.dk/standards/MarcXchange",
  ]

  static func isKnown(_ namespace: String) -> Bool { namespaces.contains(namespace) }

  /// Whether an element may be a record. Elements of that name stand around records, too, where a server answers a search.
  static func isRecord(_ name: XMLName) -> Bool { name.local == "record" && isKnown(name.namespace) }

  /// How rejected records are written.
  static let notation = EntryNotation(
    beginning: MARCWriter.xmlBeginning, end: MARCWriter.xmlEnd, around: ("", "\n"),
    // Two hyphens end a comment.
    comment: { "<!-- \(MarkupEscape.text($0).replacing("--", with: "- - ")) -->\n" })
}
