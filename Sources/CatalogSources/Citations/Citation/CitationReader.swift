import CatalogModel
import FoundationEssentials

/// Converts entries of bibliographies to records.
struct CitationReader: Sendable {
  /// Counts the values that are not stored.
  let counter: EntryCounter
  /// True if the citation keys belong to one source and can be used as ids.
  let acceptsIDs: Bool

  /// Returns the record for an entry. A value that its field cannot hold is left out and reported, because a single
  /// invalid value should not exclude the book.
  ///
  /// - Throws: `InvalidValue` if nothing identifies the book.
  func record(of citation: Citation) throws -> SourceRecord {
    var builder = RecordBuilder()
    try set(&builder, citation)
    for (field, text) in citation.repeated { counter.count("second \(field.words)", text) }
    for (field, text) in citation.values {
      try builder.leavingOutInvalid { try add(text, field, citation, to: &$0) }
    }
    for (role, names) in citation.people {
      try builder.leavingOutInvalid { builder in
        switch role {
        case .author: try builder.add(names, to: .authors)
        case .bookAuthor where names == citation[.author]: break
        case .contributor(let role): try builder.add(names.map { Contributor($0, role: role) })
        }
      }
    }
    // An end date means that the book was read, except in our own exports, which state the read state explicitly.
    if citation.uuid == nil, builder.values[.readState] == .absent, builder.values[.finished].value != nil {
      try builder.set(.readState, .readState(.read))
    }
    try identify(&builder, by: citation)
    if citation.type != "book" { try Self.add(citation.type, .entryType, to: &builder) }
    var record = try builder.record()
    // Two entries with the same key are two books. TeX does not allow repeated keys, but some files contain them.
    if citation.uuid == nil { record.hasOwnID = false }
    return record
  }

  /// Sets the fields that are each derived from several values of the citation.
  private func set(_ builder: inout RecordBuilder, _ citation: Citation) throws {
    if let title = citation[.title] { try builder.set(.title, .text(title)) }
    try builder.leavingOutInvalid { try setSeries(of: citation, &$0) }
    try builder.leavingOutInvalid { try setPages(of: citation, &$0) }
    try builder.leavingOutInvalid { builder in
      let institution = citation[.property(.institution)]
      guard let publisher = citation[.publisher] ?? institution else { return }
      try builder.set(.publisher, .text(publisher))
      if let institution, institution != publisher { try Self.add(institution, .institution, to: &builder) }
    }
  }

  /// Sets the series. A volume number belongs to the main title. Without a main title, it is the number in the series.
  /// If the series already has a number, the volume number becomes a custom field.
  private func setSeries(of citation: Citation, _ builder: inout RecordBuilder) throws {
    var (number, volume) = (citation[.number], citation[.property(.volume)])
    var positions: [SeriesPlace] = []
    if let mainTitle = citation[.mainTitle], mainTitle != citation[.title] {
      positions.append(SeriesPlace(mainTitle, number: Self.number(volume)))
      if positions[0].number != nil { volume = nil }
    }
    let allSeries = citation.values.filter { $0.field == .series }.map(\.text)
    if let series = allSeries.first {
      if let position = Self.number(number) {
        positions.append(SeriesPlace(series, number: position))
        number = nil
      } else if number == nil, let position = Self.number(volume) {
        positions.append(SeriesPlace(series, number: position))
        volume = nil
      } else {
        positions.append(SeriesPlace(series))
      }
      positions += allSeries.dropFirst().filter { $0 != series }.map { SeriesPlace($0) }
    }
    if let volume { try Self.add(volume, .volume, to: &builder) }
    if let number { try Self.add(number, .printedNumber, to: &builder) }
    try builder.set(positions)
  }

  private static func number(_ text: String?) -> Double? {
    text.flatMap(Double.decimal).flatMap { (0...100_000).contains($0) ? $0 : nil }
  }

  /// Sets the number of pages from the field for the total, or else from the field for pages. A range of pages becomes
  /// a custom field.
  private func setPages(of citation: Citation, _ builder: inout RecordBuilder) throws {
    let total = citation[.pageTotal].map(PageCount.text)
    guard let pages = citation[.pages] else { return try setPages(total, &builder) }
    let count = PageCount.text(of: pages)
    if total == nil, Int(count) != nil { return try setPages(count, &builder) }
    try Self.add(pages, .pageRange, to: &builder)
    try setPages(total, &builder)
  }

  private func setPages(_ text: String?, _ builder: inout RecordBuilder) throws {
    if let text, text != "0" { try builder.set(.pages, BookField.pages.value(of: text)) }
  }

  private func add(_ text: String, _ field: CitationField, _ citation: Citation, to builder: inout RecordBuilder) throws
  {
    switch field {
    case .title, .series, .number, .mainTitle, .publisher, .pages, .pageTotal: break
    case .property(.institution), .property(.volume): break
    case .bookTitle, .bookSubtitle: if text != citation[.title] { counter.count("booktitle", text) }
    case .subtitle: try setFirst(.subtitle, .text(text), &builder)
    case .date: try setDate(text, .published, &builder)
    case .originalDate: try setDate(text, .firstPublished, &builder)
    case .isbn: try addISBNs(text, &builder)
    case .language: try setLanguage(text, &builder)
    case .keywords: try builder.add(Self.keywords(in: text), to: .tags)
    case .keyword: try builder.add(text.divided(at: ";"), to: .tags)
    case .abstract:
      if builder.values[.description].value != nil { break }
      try builder.setDescription(text)
      // The description field contains only the beginning of the text.
      if text.utf8.count > FieldLimits.descriptionBytes { counter.count("end of an abstract", text) }
    case .note: try builder.add(paragraph: text, to: .notes)
    case .review: try builder.add(paragraph: text, to: .review)
    case .rating: try setFirst(.rating, BookField.rating.value(of: Self.rating(text)), &builder)
    case .readState:
      guard let state = FieldVocabulary.readState(of: text == "skimmed" ? "read" : text) else {
        throw InvalidValue(BookField.readState.rawValue, text, "it is not a valid read state")
      }
      try setFirst(.readState, .readState(state), &builder)
    case .added:
      guard let time = Self.instant(text) else {
        throw InvalidValue(BookField.added.rawValue, text, "it contains no day")
      }
      try setFirst(.added, time, &builder)
    case .file:
      if let file = CitedFile.file(of: text) {
        try builder.set((builder.values[.files].value.map(Self.files) ?? []) + [file])
      } else {
        counter.count("file", String(text.prefix { $0 != "\t" }))
      }
    case .identifier(let type): try builder.add([BookIdentifier(type, text)])
    case .property(let property): try Self.add(text, property, to: &builder)
    case .own(let name): if let value = try OwnFieldName(name).value(of: text) { try add(value, to: &builder) }
    case .exact(let field): try addExact(text, field, &builder)
    }
  }

  private func setFirst(_ field: BookField, _ value: FieldValue?, _ builder: inout RecordBuilder) throws {
    if let value, builder.values[field].value == nil { try builder.set(field, value) }
  }

  private func setDate(_ text: String, _ field: BookField, _ builder: inout RecordBuilder) throws {
    if builder.values[field].value != nil { return }
    guard let read = CitationDate.reading(of: text) else {
      throw InvalidValue(field.rawValue, text, "it contains no year")
    }
    try builder.set(field, .date(read.date))
    if !read.isWhole { counter.count("rest of a date", text) }
  }

  /// Sets the language to the first language in a string. Additional languages are counted as not stored.
  private func setLanguage(_ text: String, _ builder: inout RecordBuilder) throws {
    if builder.values[.language].value != nil { return }
    guard let (code, isWhole) = CitedLanguage.reading(of: text) else {
      throw InvalidValue(BookField.language.rawValue, text, "it is not the name of a language")
    }
    try builder.set(.language, .text(code))
    if !isWhole { counter.count("further languages", text) }
  }

  /// Adds ISBNs. The first becomes the book's ISBN; the others become identifiers.
  private func addISBNs(_ text: String, _ builder: inout RecordBuilder) throws {
    let numbers = CitedNumbers(text)
    for isbn in numbers.isbns {
      if builder.values[.isbn].value == nil {
        try builder.set(.isbn, .isbn(isbn))
      } else if builder.values[.isbn].value != .isbn(isbn) {
        try builder.add([BookIdentifier("isbn", isbn.digits)])
      }
    }
    try builder.add(numbers.issns.map { BookIdentifier("issn", $0) })
    for value in numbers.leftOut { builder.leaveOut(value) }
    for remark in numbers.remarks { counter.count("remark on an ISBN", remark) }
  }

  private func addExact(_ text: String, _ field: BookField, _ builder: inout RecordBuilder) throws {
    guard let value = try field.value(of: text) else { return }
    switch value {
    case .records(let records): try builder.set(field, .records(Self.records(builder.values[field].value) + records))
    case .list(let items): try builder.add(items, to: field)
    default: try builder.set(field, value)
    }
  }

  private static func records(_ value: FieldValue?) -> [FieldRecord] {
    if case .records(let records)? = value { records } else { [] }
  }

  private static func files(_ value: FieldValue) -> [BookFile] { records(value).compactMap(BookFile.init(record:)) }

  private func add(_ value: OwnValue, to builder: inout RecordBuilder) throws {
    if !builder.own.contains(where: { $0.name.lowercased() == value.name.lowercased() }) { try builder.add(own: value) }
  }

  private static func add(_ text: String, _ property: CitationProperty, to builder: inout RecordBuilder) throws {
    if builder.own.contains(where: { $0.name == property.rawValue }) { return }
    try builder.add(own: OwnValue(property.rawValue, .text, .text(text)))
  }

  /// Sets the id of the record: the UUID from our own exports, or else the citation key. The key is also stored as a
  /// custom field, so that exports keep it.
  private func identify(_ builder: inout RecordBuilder, by citation: Citation) throws {
    if let text = citation.uuid, let uuid = UUID(text: text) {
      builder.uuid = uuid
      return
    }
    guard let key = citation.key else { return }
    try builder.leavingOutInvalid { try Self.add(key, .citationKey, to: &$0) }
    if acceptsIDs, key.utf8.count <= SourceRecord.remoteIDBytes { builder.id = key }
  }

  /// Returns the number in a rating, without the prefix that JabRef writes, as in `rank4`.
  private static func rating(_ text: String) -> String {
    text.lowercased().hasPrefix("rank") ? String(text.dropFirst(4)) : text
  }

  private static func keywords(in text: String) -> [String] {
    text.divided(at: text.holds(UInt8(ascii: ";")) ? ";" : ",")
  }

  /// Parses a point in time. A date alone means midnight UTC.
  private static func instant(_ text: String) -> FieldValue? {
    if let time = Date(rfc3339: text) { return .instant(time) }
    guard let day = CitationDate.date(of: String(text.prefix { $0 != "T" && $0 != " " })), day.day != nil else {
      return nil
    }
    return Date(rfc3339: CitationDate.text(of: day) + "T00:00:00Z").map(FieldValue.instant)
  }
}
