import CatalogModel

/// The properties of an XMP packet (ISO 16684-1) that describe a book. They are properties of Dublin Core, PRISM and
/// calibre.
struct XMPPacket {
  private static let limit = 1_048_576
  private static let dublinCore = "http://purl.org/dc/elements/1.1/"
  private static let calibre = "http://calibre-ebook.com/xmp-namespace"

  /// The child elements of the packet's `Description` elements. Attributes of these elements are included as if they
  /// were child elements.
  private let elements: [XMLElement]

  /// Parses a packet. Returns `nil` if the bytes are not an XMP packet.
  init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let (_, root, _) = try? MendedXML.part("RDF", of: bytes, limit: Self.limit) else {
      return nil
    }
    elements = root.elements.flatMap { description in
      description.attributes.map { XMLElement(name: $0.name, nodes: [.text($0.value)]) } + Array(description.elements)
    }
  }

  /// Returns the values of a Dublin Core property, which may be a single string or a list.
  func texts(_ name: String) -> [String] {
    elements.filter { $0.name == XMLName(name, in: Self.dublinCore) }.flatMap(Self.texts)
  }

  /// Returns the first text of a property. If the property exists in several languages, the default language comes
  /// first.
  func text(_ name: String) -> String? { texts(name).first }

  private static func texts(of element: XMLElement) -> [String] {
    let lists = Array(element.elements)
    let items = lists.flatMap { list in list.elements.filter { $0.name.local == "li" } }
    let ordered = items.filter { language($0) == "x-default" } + items.filter { language($0) != "x-default" }
    let texts = lists.isEmpty ? [element.text] : ordered.map(\.text)
    return texts.map { $0.trimmed() }.filter { !$0.isEmpty }
  }

  private static func language(_ item: XMLElement) -> String? {
    item.attributes.first { $0.name.local == "lang" }?.value.lowercased()
  }

  /// Adds the properties that PDFs store only in an XMP packet: identifiers, dates of publication, language, publisher
  /// and series.
  func take(into book: inout EBook) {
    book.publisher = text("publisher")
    book.language = texts("language").lazy.compactMap { EBook.language($0) }.first
    for text in others("isbn", "ISBN", "eIsbn") { book.addIdentifier(text, scheme: "isbn") }
    for text in others("doi") { book.addIdentifier(text, scheme: "doi") }
    for text in texts("identifier") where !text.contains("://") { book.addIdentifier(text, scheme: nil) }
    takeIdentifiers(&book)
    // calibre writes the date of publication to `date`. Other programs write the creation date of the file.
    let dates = others("publicationDate", "coverDate", "originalPublicationDate")
    let isCalibre = elements.contains { $0.name.namespace.hasPrefix(Self.calibre) }
    book.published = book.date(among: dates + (isCalibre ? texts("date") : []), of: .published)
    if let series = elements.first(where: { $0.name == XMLName("series", in: Self.calibre) }) {
      book.series = series.elements.first { $0.name.local == "value" }?.text.trimmed() ?? series.text.trimmed()
      book.seriesNumber = book.number(
        series.elements.first { $0.name.local == "series_index" }?.text, of: .seriesNumber)
    }
  }

  /// Returns the values of PRISM and pdfx properties. A pdfx property is a copy of an entry in the information
  /// dictionary.
  private func others(_ names: String...) -> [String] {
    elements.filter { element in
      names.contains(element.name.local)
        && (element.name.namespace.contains("prism") || element.name.namespace.contains("pdfx"))
    }
    .flatMap(Self.texts)
  }

  /// Adds the identifiers in `xmp:Identifier`. Each of these identifiers states its scheme.
  private func takeIdentifiers(_ book: inout EBook) {
    for element in elements where element.name.local == "Identifier" {
      for list in element.elements {
        for item in list.elements {
          let scheme = item.elements.first { $0.name.local == "Scheme" }?.text
          let value = item.elements.first { $0.name.local == "value" }?.text
          if let scheme, let value { book.addIdentifier(value, scheme: scheme) }
        }
      }
    }
  }
}
