import CatalogModel
import FoundationEssentials

/// An entry of an Atom feed (RFC 4287, OPDS 1.2): a link to other feeds, or a book.
struct OPDSAtomEntry {
  static let atom = "http://www.w3.org/2005/Atom"
  /// The namespaces of Dublin Core: the namespace that OPDS specifies, followed by an older namespace.
  private static let dublinCore = ["http://purl.org/dc/terms/", "http://purl.org/dc/elements/1.1/"]

  let element: XMLElement
  /// The address of the entry's feed.
  let base: OPDSAddress?

  var links: [OPDSLink] { elements("link").compactMap { OPDSLink(atom: $0) } }

  /// The links to other feeds, if the entry is not a book. An entry with an acquisition link is a book. A book without
  /// a file in calibre is a book as well, although it has no such link.
  var navigation: [OPDSLink] {
    let links = links
    if links.contains(where: \.isAcquisition) { return [] }
    let title = text("title") ?? ""
    return links.filter { $0.isNavigation(.atom) }.map { link in
      var link = link
      if link.title.isEmpty { link.title = title }
      return link
    }
  }

  func book(isCut: Bool) -> OPDSEntry {
    let id = text("id") ?? ""
    return OPDSEntry(payload: element.bytes, id: OPDSRecord.remoteID(of: id)) {
      if isCut { throw InvalidValue("entry", "", "it has more than \(XMLElementBuilder.limit) bytes") }
      return try builder(id: id)
    }
  }

  private func builder(id: String) throws -> RecordBuilder {
    var record = try OPDSRecord(id: id)
    try record.setTitle(text("title") ?? "")
    let authors = elements("author").compactMap(Self.name)
    if isOfCalibre {
      try takeCalibre(authors, &record)
    } else {
      try record.set(.authors, authors)
      try record.set(.tags, elements("category").compactMap { $0[attribute: "label"] ?? $0[attribute: "term"] })
      try record.set(elements("contributor").compactMap(Self.name).map { Contributor($0) })
      try record.set(series)
      try record.set(.subtitle, element.elements.first { $0.name == Self.schema("alternativeHeadline") }?.text)
      if let description { try record.setDescription(description) }
      if let date = dublinCore("issued").first ?? dublinCore("date").first { record.setPublished(date) }
    }
    try record.setIdentifiers(dublinCore("identifier"), id: id)
    try record.setFiles(links, covers: links, relativeTo: base)
    if let language = dublinCore("language").first { record.setIfValid(.language, .text(language)) }
    try record.set(.publisher, dublinCore("publisher").first)
    return record.builder
  }

  /// Reads an entry from calibre. calibre joins all authors in one element, and writes tags, series and rating as
  /// prose. If calibre omits a value, the book has no such value.
  private func takeCalibre(_ authors: [String], _ record: inout OPDSRecord) throws {
    let names = authors.flatMap { $0.split(separator: " & ") }.map { String($0).replacing("&&", with: "&") }
    let prose = elements("content").first
    let content = CalibreContent(prose?.text ?? "")
    for field in [BookField.authors, .tags, .series, .seriesNumber, .published] { try record.clear(field) }
    try record.set(.authors, names)
    try record.set(.tags, content.tags)
    try record.set(.series, content.series)
    record.setIfValid(.seriesNumber, content.seriesNumber.map(FieldValue.decimal))
    record.setIfValid(.averageRating, content.rating.map(FieldValue.decimal))
    try record.setDescription(prose.flatMap(CalibreContent.description))
    if let date = dublinCore("date").first { record.setPublished(date) }
  }

  private static func name(_ person: XMLElement) -> String? {
    person.elements.first { $0.name == XMLName("name", in: atom) }?.text
  }

  /// The description: the full text if the feed contains it, otherwise the summary.
  private var description: String? {
    for text in elements("content") + elements("summary") where text[attribute: "src"] == nil {
      let plain = text[attribute: "type"] == "html" ? MarkupText.plain(text.text) : text.text
      if !plain.trimmed().isEmpty { return plain }
    }
    return nil
  }

  /// The series, which are schema.org elements with attributes. Feedbooks introduced this notation, and other servers
  /// adopted it.
  private var series: [SeriesPlace] {
    element.elements.filter { $0.name == Self.schema("Series") }.compactMap { element in
      func value(_ name: String) -> String? { element.attributes.first { $0.name.local == name }?.value }
      return value("name").map { SeriesPlace($0, number: value("position").flatMap(Double.init)) }
    }
  }

  private static func schema(_ local: String) -> XMLName { XMLName(local, in: "http://schema.org/") }

  /// True if calibre made the entry. Each entry from calibre links to a cover in a form that other servers do not use,
  /// even if the book has no cover.
  private var isOfCalibre: Bool {
    links.contains { $0.relations.contains("http://opds-spec.org/cover") && $0.reference.contains("/get/cover/") }
  }

  private func elements(_ local: String) -> [XMLElement] {
    element.elements.filter { $0.name == XMLName(local, in: Self.atom) }
  }

  private func text(_ local: String) -> String? { elements(local).first?.text }

  private func dublinCore(_ local: String) -> [String] {
    element.elements.filter { $0.name.local == local && Self.dublinCore.contains($0.name.namespace) }.map(\.text)
      .filter { !$0.trimmed().isEmpty }
  }
}

extension OPDSLink {
  /// Creates a link from an Atom element. Returns `nil` if the element has no target.
  init?(atom element: XMLElement) {
    guard let reference = element[attribute: "href"] else { return nil }
    self.init(
      reference: reference,
      relations: (element[attribute: "rel"] ?? "").split { $0 == " " || $0 == "\n" }.map(String.init),
      type: element[attribute: "type"] ?? "", title: element[attribute: "title"] ?? "",
      size: element[attribute: "length"].flatMap { Int($0.trimmed()) },
      modified: element[attribute: "mtime"].flatMap { Date(rfc3339: $0) },
      isIndirect: element.elements.contains { $0.name.local == "indirectAcquisition" })
  }
}
