import CatalogModel
import FoundationEssentials

/// Builds a record from an entry in Atom or JSON. The id and the title are required. A number, date or code that its
/// field cannot hold is left out, since such values are common in feeds and the user cannot correct them.
struct OPDSRecord {
  private(set) var builder = RecordBuilder()

  /// Creates a record without values.
  ///
  /// - Throws: `InvalidValue` if the id is empty.
  init(id: String) throws {
    let id = id.trimmed()
    guard !id.isEmpty else { throw InvalidValue("entry", "", "it has no id") }
    builder.uuid = Self.uuid(id)
    if builder.uuid == nil { builder.id = id }
  }

  /// Returns the source's id for a record whose entry has this id, or `nil` if the id is empty.
  static func remoteID(of id: String) -> String? {
    let id = id.trimmed()
    return id.isEmpty ? nil : uuid(id)?.lowercaseText ?? id
  }

  private static func uuid(_ id: String) -> UUID? {
    let prefix = "urn:uuid:"
    guard id.lowercased().hasPrefix(prefix) else { return nil }
    return UUID(text: String(id.dropFirst(prefix.count)))
  }

  /// Sets the title.
  ///
  /// - Throws: `InvalidValue` if the title is empty.
  mutating func setTitle(_ title: String) throws {
    guard !title.trimmed().isEmpty else { throw InvalidValue("entry", "", "it has no title") }
    try builder.set(.title, .text(title))
  }

  /// Sets a list, unless it is empty.
  mutating func set(_ field: BookField, _ items: [String]) throws {
    if items.contains(where: { !$0.trimmed().isEmpty }) { try builder.set(field, .list(items)) }
  }

  /// Sets a single-line value, unless it is empty.
  mutating func set(_ field: BookField, _ text: String?) throws {
    if let text, !text.trimmed().isEmpty { try builder.set(field, .text(text)) }
  }

  /// Records that the source has no value for a field.
  mutating func clear(_ field: BookField) throws { try builder.set(field, nil) }

  /// Sets a value, or leaves it out if the field cannot hold it.
  mutating func setIfValid(_ field: BookField, _ value: FieldValue?) {
    do {
      if let value { try builder.set(field, value) }
    } catch {
      builder.leaveOut(error as? InvalidValue ?? InvalidValue(field.rawValue, "", String(describing: error)))
    }
  }

  /// Sets the ISBN and the other identifiers that the feed gives. If the feed gives no ISBN, but the record's id is an
  /// ISBN, uses the id.
  mutating func setIdentifiers(_ identifiers: [String], id: String) throws {
    var known = GivenIdentifiers()
    for identifier in identifiers { known.add(identifier, scheme: nil) }
    if known.isbn == nil {
      var own = GivenIdentifiers()
      own.add(id, scheme: nil)
      setIfValid(.isbn, own.isbn.map(FieldValue.isbn))
    } else {
      setIfValid(.isbn, known.isbn.map(FieldValue.isbn))
    }
    // The record's own UUID is not needed as an identifier.
    let others = known.others.filter { $0.type != "uuid" || builder.uuid?.lowercaseText != $0.value }
    try builder.add(others)
    for value in known.leftOut { builder.leaveOut(value) }
  }

  /// Sets the files that links lead to, and the cover. The cover is the image of the best quality. Among images of
  /// equal quality, the tallest is used, or else the first. The files replace all earlier files, since a feed lists
  /// every file that exists.
  mutating func setFiles(_ links: [OPDSLink], covers: [OPDSLink], relativeTo base: OPDSAddress?) throws {
    try builder.set(
      links.filter(\.isFile).compactMap { link in
        OPDSAddress(link.reference, relativeTo: base).map { address in
          let type = String(link.type.prefix { $0 != ";" }).trimmed().lowercased()
          return BookFile(
            address: address.text, mediaType: type.isEmpty || type.utf8.count > 127 ? nil : type,
            size: link.size.flatMap { (0...1 << 53).contains($0) ? $0 : nil }, modified: link.modified)
        }
      })
    var best: (link: OPDSAddress, quality: Int, height: Double)?
    for link in covers {
      let height = link.height ?? 0
      guard let quality = link.coverQuality, best.map({ ($0.quality, $0.height) < (quality, height) }) ?? true,
        let address = OPDSAddress(link.reference, relativeTo: base)
      else { continue }
      best = (address, quality, height)
    }
    try builder.set(.cover, (best?.link.text).map(FieldValue.text))
  }

  /// Adds contributors. Contributors without a name, or with invalid values, are left out.
  mutating func set(_ contributors: [Contributor]) throws {
    for contributor in contributors.prefix(FieldLimits.listItems) where !contributor.name.trimmed().isEmpty {
      try builder.leavingOutInvalid { try $0.add([contributor]) }
    }
  }

  /// Sets the series, if there are any. Invalid numbers are left out.
  mutating func set(_ series: [SeriesPlace]) throws {
    var positions: [SeriesPlace] = []
    for var position in series.prefix(FieldLimits.listItems) where !position.name.trimmed().isEmpty {
      if (try? BookField.seriesNumber.canonical(position.number.map(FieldValue.decimal))) == nil {
        position.number = nil
      }
      positions.append(position)
    }
    try builder.leavingOutInvalid { try $0.set(positions) }
  }

  /// Sets the description, in plain text.
  mutating func setDescription(_ text: String?) throws { try builder.setDescription(text) }

  /// Sets the date of publication from a date or time in a feed. calibre writes the year 101 for an unknown date. Other
  /// programs write a year as its first moment, which is converted back to the year.
  mutating func setPublished(_ text: String) {
    let text = text.trimmed()
    guard let date = try? PartialDate(text) else {
      return builder.leaveOut(InvalidValue(BookField.published.rawValue, text, "it is not a date"))
    }
    guard date.year > 101 else { return }
    let isYear = date.month == 1 && date.day == 1 && text.dropFirst(10).hasPrefix("T00:00:00")
    setIfValid(.published, .date(isYear ? (try? PartialDate(year: date.year)) ?? date : date))
  }
}
