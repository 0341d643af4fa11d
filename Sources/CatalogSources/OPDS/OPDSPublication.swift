import CatalogModel

/// A publication of an OPDS 2.0 feed: a manifest of Readium, of which only the metadata is read.
struct OPDSPublication {
  /// By which it is known.
  private static let identity = JSONSelection.members([
    "metadata": .members(named: ["identifier"]), "links": OPDSLink.selection,
  ])
  private static let selection = JSONSelection.members([
    "metadata": .members(
      named: [
        "identifier", "title", "author", "isbn", "language", "publisher", "published", "numberOfPages", "subject",
        "belongsTo",
      ]), "links": OPDSLink.selection,
  ])

  private let text: ArraySlice<UInt8>
  private let value: JSONValue
  /// Why no value can be made of it.
  private let failure: JSONParser.Failure?

  /// - Parameter text: the publication as it stands in a feed.
  init(_ text: ArraySlice<UInt8>, _ parser: JSONParser = JSONParser()) {
    self.text = text
    do throws(JSONParser.Failure) {
      value = try parser.value(of: text, Self.selection)
      failure = nil
    } catch {
      value = (try? parser.value(of: text, Self.identity)) ?? .null
      failure = error
    }
  }

  func book() -> OPDSEntry {
    let id = id ?? ""
    return OPDSEntry(payload: Array(text), id: OPDSRecord.remoteID(of: id)) {
      if let failure { throw failure }
      return try builder(id: id)
    }
  }

  private var metadata: JSONValue? { value["metadata"] }

  /// Its identifier; the address of its own document where it has none.
  private var id: String? {
    if let identifier = metadata?["identifier"]?.string, !identifier.trimmed().isEmpty { return identifier }
    let own = (value["links"]?.items ?? []).compactMap { OPDSLink(json: $0) }.first { $0.relations.contains("self") }
    return own?.reference
  }

  private func builder(id: String) throws -> RecordBuilder {
    guard let metadata, case .object = metadata else { throw InvalidValue("publication", "", "it has no metadata") }
    var record = try OPDSRecord(id: id)
    try record.setTitle(Self.text(metadata["title"]) ?? "")
    try record.set(.authors, Self.names(metadata["author"]))
    record.setISBN(among: [id] + Self.names(metadata["isbn"]))
    if let language = Self.names(metadata["language"]).first { record.setIfValid(.language, .text(language)) }
    try record.set(.publisher, Self.names(metadata["publisher"]).first)
    if let date = metadata["published"]?.string { record.setPublished(date) }
    if case .integer(let pages)? = metadata["numberOfPages"] {
      record.setIfValid(.pages, Int(exactly: pages).map(FieldValue.integer))
    }
    try record.set(.tags, Self.names(metadata["subject"]))
    if let series = (metadata["belongsTo"]?["series"]).flatMap({ $0.items?.first ?? $0 }) {
      try record.set(.series, Self.name(series))
      record.setIfValid(.seriesNumber, series["position"]?.double.map(FieldValue.decimal))
    }
    return record.builder
  }

  /// One name or several, each a text, a text in several languages, or an object that has a name.
  private static func names(_ value: JSONValue?) -> [String] {
    guard let value else { return [] }
    return (value.items ?? [value]).compactMap(name)
  }

  private static func name(_ value: JSONValue) -> String? {
    if let name = value["name"] { return text(name) }
    return text(value)
  }

  /// A text, or one of an object of texts by their language: the one without a language, the English one, else the first
  /// by the name of its language.
  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): return text
    case .object(let texts):
      for language in ["und", "en"] + texts.keys.sorted() {
        if let text = texts[language]?.string { return text }
      }
      return nil
    default: return nil
    }
  }
}

extension OPDSLink {
  /// What is read of one in OPDS 2.0.
  static let selection = JSONSelection.members(named: ["href", "rel", "type", "title", "templated"])

  /// A link of OPDS 2.0; `nil` when it leads nowhere, or is a pattern of addresses.
  init?(json value: JSONValue) {
    guard let reference = value["href"]?.string else { return nil }
    if case .boolean(true)? = value["templated"] { return nil }
    let relation = value["rel"]
    self.init(
      reference: reference, relations: (relation?.items ?? relation.map { [$0] } ?? []).compactMap(\.string),
      type: value["type"]?.string ?? "", title: value["title"]?.string ?? "")
  }
}
