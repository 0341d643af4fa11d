import CatalogModel

/// Parses the package document of an EPUB. Supports EPUB 2 (attributes of the elements), EPUB 3 (`meta` elements that
/// refine other elements), and the combination of both that most programs write.
///
/// Based on EPUB 3.3, section 5.5, OPF 2.0.1, section 2.2, and on the extensions of calibre and other programs.
struct OPFPackage {
  /// The maximum number of bytes to read. Books with thousands of files have a long manifest after the metadata.
  static let limit = ZIPArchive.sizeLimit

  private struct Item {
    let element: XMLElement
    let name: String
    let text: String
    /// The values of the `meta` elements that refine this element, keyed by property.
    let refinements: [String: [String]]

    /// Returns the values of an EPUB 2 attribute, in any namespace, and of the EPUB 3 refinements with the same name.
    func values(_ name: String) -> [String] {
      (OPFPackage.attribute(name, of: element).map { [$0] } ?? []) + (refinements[name] ?? [])
    }
    func value(_ name: String) -> String? { values(name).first { !$0.trimmed().isEmpty } }
  }

  private let items: [Item]
  private let metas: [(property: String, item: Item)]
  private let names: [String: String]

  /// Parses a document.
  ///
  /// - Throws: `XMLFailure` if the document cannot be parsed, even after repair.
  init(_ bytes: [UInt8]) throws(XMLFailure) {
    let (_, metadata, isRepaired) = try MendedXML.part("metadata", of: bytes, limit: Self.limit)
    let elements = metadata.elements.flatMap { element in
      // OPF 1 nests its elements one level deeper.
      ["dc-metadata", "x-metadata"].contains(element.name.local.lowercased()) ? Array(element.elements) : [element]
    }
    func text(_ element: XMLElement) -> String { isRepaired ? MarkupText.plain(element.text) : element.text }
    var refinements: [String: [String: [String]]] = [:]
    for element in elements where element.name.local == "meta" {
      guard let target = element[attribute: "refines"]?.trimmed(), target.hasPrefix("#"),
        let property = element[attribute: "property"]
      else { continue }
      refinements[String(target.dropFirst()), default: [:]][Self.plain(property), default: []].append(text(element))
    }
    var items: [Item] = []
    var metas: [(String, Item)] = []
    var names: [String: String] = [:]
    for element in elements {
      let refined = element[attribute: "id"].flatMap { refinements[$0] } ?? [:]
      let name = element.name.local.lowercased()
      let item = Item(element: element, name: name, text: text(element), refinements: refined)
      if name != "meta" {
        items.append(item)
      } else if let property = element[attribute: "property"], element[attribute: "refines"] == nil {
        metas.append((Self.plain(property), item))
      } else if let name = element[attribute: "name"], let content = element[attribute: "content"], names[name] == nil {
        names[name] = isRepaired ? MarkupText.plain(content) : content
      }
    }
    (self.items, self.metas, self.names) = (items, metas, names)
  }

  private static func attribute(_ local: String, of element: XMLElement) -> String? {
    element.attributes.first { $0.name.local == local }?.value
  }

  /// Returns a property without the prefix of the default vocabulary.
  private static func plain(_ property: String) -> String {
    let property = property.trimmed()
    return property.hasPrefix("opf:") ? String(property.dropFirst(4)) : property
  }

  private func all(_ name: String) -> [Item] { items.filter { $0.name == name && !$0.text.trimmed().isEmpty } }

  /// The metadata of the book.
  var book: EBook {
    var book = EBook()
    takeTitles(&book)
    takePersons(&book)
    for item in all("identifier") {
      book.addIdentifier(item.text, scheme: item.value("scheme") ?? item.value("identifier-type").flatMap(Self.scheme))
    }
    takeSeries(&book)
    takeDates(&book)
    book.tags = all("subject").map(\.text)
    book.publisher = all("publisher").first?.text
    book.language = all("language").lazy.compactMap { EBook.language($0.text) }.first
    book.description = all("description").first.map { MarkupText.plain($0.text) }
    book.pages = book.count(metas.first { $0.property == "schema:numberOfPages" }?.item.text, of: .pages)
    return book
  }

  private func takeTitles(_ book: inout EBook) {
    let titles = all("title")
    let main =
      titles.first { $0.values("title-type").contains("main") } ?? titles.first { $0.value("title-type") == nil }
      ?? titles.first
    book.title = main?.text ?? ""
    book.subtitle = titles.first { $0.values("title-type").contains("subtitle") }?.text
    if book.subtitle == book.title { book.subtitle = nil }
  }

  private func takePersons(_ book: inout EBook) {
    func position(_ item: Item) -> Double { EBook.number(item.value("display-seq")) ?? .infinity }
    // Persons without a position come last. Persons with equal positions keep the order of the document.
    let persons = (all("creator") + all("contributor")).enumerated()
      .sorted { (position($0.element), $0.offset) < (position($1.element), $1.offset) }.map(\.element)
    for person in persons {
      let name = EBook.name(person.text, sortedAs: person.value("file-as"))
      let roles = person.values("role").map(Self.role).filter { !$0.isEmpty }
      if roles.contains("aut") || roles.isEmpty && person.name == "creator" {
        if !book.authors.contains(name) { book.authors.append(name) }
        continue
      }
      // Skip the program that created the file.
      for role in roles where role != "bkp" { book.contributors.append(Contributor(name, role: role)) }
      if roles.isEmpty { book.contributors.append(Contributor(name)) }
    }
  }

  /// Returns the code of a role, which may be the last part of a URL.
  private static func role(_ given: String) -> String {
    let code = given.trimmed().split(separator: "/").last.map(String.init) ?? ""
    return code.utf8.count <= 3 ? code.lowercased() : code
  }

  /// Returns the scheme for an identifier type, which may be a code of ONIX list 5.
  private static func scheme(_ type: String) -> String? {
    switch type.trimmed() {
    case "02", "15": "isbn"
    case "06": "doi"
    case "22": "urn"
    case "01", "03": nil
    case let type: Int(type) == nil ? type : nil
    }
  }

  private func takeSeries(_ book: inout EBook) {
    let collections = metas.filter { $0.property == "belongs-to-collection" }.map(\.item)
    if let name = names["calibre:series"]?.trimmed(), !name.isEmpty {
      (book.series, book.seriesNumber) = (name, book.number(names["calibre:series_index"], of: .seriesNumber))
    } else if let collection = collections.first(where: { $0.value("collection-type")?.trimmed() == "series" }) {
      book.series = collection.text
      book.seriesNumber = book.number(collection.value("group-position"), of: .seriesNumber)
    }
  }

  private func takeDates(_ book: inout EBook) {
    var (published, original, plain): ([String?], [String?], [String?]) = ([], [], [])
    for item in all("date") {
      switch item.value("event")?.trimmed().lowercased() {
      case "publication", "published", "epub-publication": published.append(item.text)
      case "original-publication": original.append(item.text)
      case nil: plain.append(item.text)
      // Skip dates of creation, modification or conversion of the file.
      default: break
      }
    }
    let issued = metas.filter { $0.property == "dcterms:issued" }.prefix(1).map { Optional($0.item.text) }
    book.published = book.date(among: published + plain + issued, of: .published)
    book.firstPublished = book.date(among: original, of: .firstPublished)
  }
}
