import CatalogModel
import FoundationEssentials

/// Puts together what an entry of either format says. Its id and its title make it a record. Numbers, dates and codes
/// that their fields cannot hold are left out: feeds are full of them, and whoever reads one cannot mend it.
struct OPDSRecord {
  private(set) var builder = RecordBuilder()

  /// - Throws: `InvalidValue` when there is no id.
  init(id: String) throws {
    let id = id.trimmed()
    guard !id.isEmpty else { throw InvalidValue("entry", "", "it has no id") }
    builder.uuid = Self.uuid(id)
    if builder.uuid == nil { builder.id = id }
  }

  /// What a record with this id is known by.
  static func remoteID(of id: String) -> String? {
    let id = id.trimmed()
    return id.isEmpty ? nil : uuid(id)?.lowercaseText ?? id
  }

  private static func uuid(_ id: String) -> UUID? {
    let prefix = "urn:uuid:"
    guard id.lowercased().hasPrefix(prefix) else { return nil }
    return UUID(text: String(id.dropFirst(prefix.count)))
  }

  /// - Throws: `InvalidValue` when it is none.
  mutating func setTitle(_ title: String) throws {
    guard !title.trimmed().isEmpty else { throw InvalidValue("entry", "", "it has no title") }
    try builder.set(.title, .text(title))
  }

  /// Sets a list, unless it is empty.
  mutating func set(_ field: BookField, _ items: [String]) throws {
    if items.contains(where: { !$0.trimmed().isEmpty }) { try builder.set(field, .list(items)) }
  }

  /// Sets a text of one line, unless it is empty.
  mutating func set(_ field: BookField, _ text: String?) throws {
    if let text, !text.trimmed().isEmpty { try builder.set(field, .text(text)) }
  }

  /// Says that the source has no value for a field.
  mutating func clear(_ field: BookField) throws { try builder.set(field, nil) }

  /// Sets a value that is left out where the field cannot hold it.
  mutating func setIfValid(_ field: BookField, _ value: FieldValue?) {
    do {
      if let value { try builder.set(field, value) }
    } catch {
      builder.leaveOut(error as? InvalidValue ?? InvalidValue(field.rawValue, "", String(describing: error)))
    }
  }

  /// Sets the ISBN and the other names by which the book is known, of those that the feed gives it, and of its id where that is
  /// an ISBN.
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
    // What the record itself is known by says nothing more.
    let others = known.others.filter { $0.type != "uuid" || builder.uuid?.lowercaseText != $0.value }
    try builder.add(others)
    for value in known.leftOut { builder.leaveOut(value) }
  }

  /// Sets the files that links lead to, and the cover: the best image, the first and highest of those. A feed tells of all that
  /// there are.
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

  /// Sets contributors, unless there are none.
  mutating func set(_ contributors: [Contributor]) throws {
    for contributor in contributors.prefix(FieldLimits.listItems) where !contributor.name.trimmed().isEmpty {
      try builder.leavingOutInvalid { try $0.add([contributor]) }
    }
  }

  /// Sets the series, unless there is none. A place within one that cannot be used is left out.
  mutating func set(_ series: [SeriesPlace]) throws {
    var places: [SeriesPlace] = []
    for var place in series.prefix(FieldLimits.listItems) where !place.name.trimmed().isEmpty {
      if (try? BookField.seriesNumber.canonical(place.number.map(FieldValue.decimal))) == nil { place.number = nil }
      places.append(place)
    }
    try builder.leavingOutInvalid { try $0.set(places) }
  }

  /// Sets the description, in plain text.
  mutating func setDescription(_ text: String?) throws { try builder.setDescription(text) }

  /// The day when the book was published, of the date or the time that a feed gives. Calibre writes the year 101 where it
  /// knows nothing; the first moment of a year is how programs write a year.
  mutating func setPublished(_ text: String) {
    let text = text.trimmed()
    guard let date = try? PartialDate(text) else {
      return builder.leaveOut(InvalidValue(BookField.published.rawValue, text, "it is no date"))
    }
    guard date.year > 101 else { return }
    let isYear = date.month == 1 && date.day == 1 && text.dropFirst(10).hasPrefix("T00:00:00")
    setIfValid(.published, .date(isYear ? (try? PartialDate(year: date.year)) ?? date : date))
  }
}
