import CatalogModel

/// The XML formats of records: the format of the Library of Congress, ISO 25577 (MarcXchange), and XML without a
/// namespace.
enum MARCXML {
  static let namespace = "http://www.loc.gov/MARC21/slim"

  private static let namespaces: Set<String> = [
    "", namespace, "info:lc/xmlns/marcxchange-v1", "info:lc/xmlns/marcxchange-v2",
    "http://www.bs.dk/standards/MarcXchange",
  ]

  static func isKnown(_ namespace: String) -> Bool { namespaces.contains(namespace) }

  /// Returns true if the element may be a record. In the search responses of servers, elements with the same name
  /// enclose records.
  static func isRecord(_ name: XMLName) -> Bool { name.local == "record" && isKnown(name.namespace) }

  /// The notation of rejected records.
  static let notation = EntryNotation(
    beginning: MARCWriter.xmlBeginning, end: MARCWriter.xmlEnd, around: ("", "\n"),
    // XML comments must not contain two hyphens.
    comment: { "<!-- \(MarkupEscape.text($0).replacing("--", with: "- - ")) -->\n" })
}
