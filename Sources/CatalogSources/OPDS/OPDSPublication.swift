import CatalogModel

/// A publication in an OPDS 2.0 feed, which is a Readium manifest. Only the metadata of the manifest is read.
struct OPDSPublication {
  /// Selects the members that identify a publication.
  private static let identity = JSONSelection.members([
    "metadata": .members(named: ["identifier"]), "links": OPDSLink.selection,
  ])
  private static let selection = JSONSelection.members([
    "metadata": .members(
      named: [
        "@type", "identifier", "altIdentifier", "title", "subtitle", "isbn", "language", "publisher", "published",
        "numberOfPages", "duration", "subject", "belongsTo", "description", "author",
      ] + roles.map(\.key)), "links": OPDSLink.selection,
  ])
  /// The members for contributors other than authors (Readium Web Publication Manifest, default context), and their
  /// roles.
  private static let roles: [(key: String, role: String)] = [
    ("translator", "trl"), ("editor", "edt"), ("illustrator", "ill"), ("narrator", "nrt"), ("artist", "art"),
    ("letterer", "letterer"), ("penciler", "penciler"), ("colorist", "colorist"), ("inker", "inker"),
    ("contributor", ""),
  ]

  private let text: ArraySlice<UInt8>
  private let base: OPDSAddress?
  private let value: JSONValue
  /// The reason why the publication cannot be parsed, or `nil` if it can be parsed.
  private let failure: JSONParser.Failure?

  /// Parses a publication.
  ///
  /// - Parameters:
  ///   - text: The publication as JSON from a feed.
  ///   - base: The address of the feed.
  init(_ text: ArraySlice<UInt8>, at base: OPDSAddress?) {
    (self.text, self.base) = (text, base)
    let parser = JSONParser()
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

  /// The identifier, or the address of the publication's own document if the publication has no identifier.
  private var id: String? {
    if let identifier = metadata?["identifier"]?.string, !identifier.trimmed().isEmpty { return identifier }
    return links("links").first { $0.relations.contains("self") }?.reference
  }

  private func links(_ key: String) -> [OPDSLink] { Self.links(value[key]) }

  private static func links(_ value: JSONValue?) -> [OPDSLink] {
    (value?.items ?? []).compactMap { OPDSLink(json: $0) }
  }

  /// The links to images. Errors in these links do not affect the book.
  private var images: [OPDSLink] {
    let parser = JSONParser(passesOverUnusable: true)
    return Self.links((try? parser.value(of: text, .members(["images": OPDSLink.selection])))?["images"])
  }

  private func builder(id: String) throws -> RecordBuilder {
    guard let metadata, case .object = metadata else { throw InvalidValue("publication", "", "it has no metadata") }
    var record = try OPDSRecord(id: id)
    try record.setTitle(Self.text(metadata["title"]) ?? "")
    try record.set(.authors, Self.names(metadata["author"]))
    try record.set(.subtitle, metadata["subtitle"].flatMap(Self.text))
    try record.setIdentifiers(Self.names(metadata["isbn"]) + Self.names(metadata["altIdentifier"]), id: id)
    try record.set(Self.roles.flatMap { Self.contributors(metadata[$0.key], role: $0.role) })
    try record.setFiles(
      links("links"), covers: images.map(\.asImage) + links("links"), relativeTo: base)
    if let text = Self.text(metadata["description"]), !text.trimmed().isEmpty {
      try record.setDescription(MarkupText.plain(text))
    }
    if metadata["@type"]?.string?.hasSuffix("schema.org/Audiobook") == true {
      record.setIfValid(.format, .text(BookFormat.audiobook.rawValue))
    }
    record.setIfValid(
      .duration, metadata["duration"]?.double.flatMap { Int(exactly: ($0 / 60).rounded()) }.map(FieldValue.integer))
    if let language = Self.names(metadata["language"]).first { record.setIfValid(.language, .text(language)) }
    try record.set(.publisher, Self.names(metadata["publisher"]).first)
    if let date = metadata["published"]?.string { record.setPublished(date) }
    if case .integer(let pages)? = metadata["numberOfPages"] {
      record.setIfValid(.pages, Int(exactly: pages).map(FieldValue.integer))
    }
    try record.set(.tags, Self.names(metadata["subject"]))
    if let series = metadata["belongsTo"]?["series"] {
      try record.set(
        (series.items ?? [series]).compactMap { item in
          Self.name(item).map { SeriesPlace($0, number: item["position"]?.double) }
        })
    }
    return record.builder
  }

  /// Returns the contributors in a value, which is a single person or an array.
  ///
  /// - Parameter role: The role of all persons in the value. If empty, the role that each person states is used.
  private static func contributors(_ value: JSONValue?, role: String) -> [Contributor] {
    guard let value else { return [] }
    return (value.items ?? [value]).flatMap { person -> [Contributor] in
      guard let name = name(person) else { return [] }
      let own = person["role"].map { ($0.items ?? [$0]).compactMap(\.string) } ?? []
      let roles = role.isEmpty && !own.isEmpty ? own : [role]
      return roles.map { role in
        Contributor(name, role: role.isEmpty ? nil : ContributorRole(named: role)?.rawValue ?? role)
      }
    }
  }

  /// Returns the names in a value, which is a single name or an array. A name is a string, an object with the name in
  /// several languages, or an object with a member `name`.
  private static func names(_ value: JSONValue?) -> [String] {
    guard let value else { return [] }
    return (value.items ?? [value]).compactMap(name)
  }

  private static func name(_ value: JSONValue) -> String? {
    if let name = value["name"] { return text(name) }
    return text(value)
  }

  /// Returns a string. If the value is given in several languages, returns the value without a language, or else the
  /// English value, or else the value whose language code comes first.
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
  /// Selects the members of a link in OPDS 2.0.
  static let selection = JSONSelection.members(
    named: ["href", "rel", "type", "title", "templated", "size", "height", "properties"])

  /// Creates a link from OPDS 2.0. Returns `nil` if the link has no target or is a template.
  init?(json value: JSONValue) {
    guard let reference = value["href"]?.string else { return nil }
    if case .boolean(true)? = value["templated"] { return nil }
    let relation = value["rel"]
    self.init(
      reference: reference, relations: (relation?.items ?? relation.map { [$0] } ?? []).compactMap(\.string),
      type: value["type"]?.string ?? "", title: value["title"]?.string ?? "",
      size: value["size"]?.integer.flatMap { Int(exactly: $0) },
      isIndirect: value["properties"]?["indirectAcquisition"]?.items?.isEmpty == false,
      height: value["height"]?.double)
  }

  /// The link, marked as a cover image. Most links in lists of images have no relation.
  var asImage: OPDSLink {
    var image = self
    if coverQuality == nil { image.relations.append("http://opds-spec.org/image") }
    return image
  }
}
