import CatalogModel
import FoundationEssentials

/// Composes the MARC record for a book. A field that a library delivered is used if it still agrees with the book. All
/// other values get new fields.
struct MARCComposition {
  private let book: Book
  /// The values of the book, in the order in which they are written.
  private let bookStatements: [MARCStatement]
  /// The values that no delivered field contains.
  private let remaining: Set<MARCStatement>
  private let delivered: MARCDelivered
  private let coded: MARCCodedData

  /// The leader of a new record: a text, a single book, in UTF-8, with a minimal-level description.
  private static let leader = "00000nam a22000007u 4500"

  /// Returns the MARC record for a book.
  ///
  /// - Parameter kept: The sources' values that have no field in the catalog, as JSON.
  static func record(of book: Book, kept: [String]) -> MARCRecord {
    let bookStatements = statements(of: book)
    var delivered = MARCDelivered(bookStatements)
    for record in kept.lazy.compactMap(Self.record) { delivered.add(record) }
    while true {
      let composition = MARCComposition(book, bookStatements, delivered)
      let (leader, fields) = (composition.leader, composition.fields)
      // The meaning of a field may depend on the fields around it. For example, a field supplies the number of pages
      // only if no earlier field does.
      let isAsRead = delivered.isUnchanged && (composition.remaining.isEmpty || delivered.fields.isEmpty)
      let misread = isAsRead ? [] : delivered.misread(leader, fields)
      if misread.isEmpty { return MARCRecord(leader: leader, fields: fields.map(\.field)) }
      delivered.drop(misread)
    }
  }

  private init(_ book: Book, _ bookStatements: [MARCStatement], _ delivered: MARCDelivered) {
    (self.book, self.bookStatements, self.delivered) = (book, bookStatements, delivered)
    remaining = delivered.remaining
    coded = delivered.coded ?? MARCCodedData(made: Self.day(book.added))
  }

  private static func record(_ json: String) -> MARCRecord? {
    guard case .object(let members)? = try? JSONParser().value(of: Array(json.utf8)),
      case .string(let text)? = members[MARCBook.key]
    else { return nil }
    return MARCLines.record(of: text)
  }

  /// Returns the date of a time in the format of field 008: `yymmdd`.
  private static func day(_ time: Date) -> String {
    let digits = time.rfc3339.prefix(10).filter { $0 != "-" }
    return digits.utf8.count == 8 ? String(digits.dropFirst(2)) : "000000"
  }

  static func statements(of book: Book) -> [MARCStatement] {
    var all: [MARCStatement] = [.title(book.title)]
    if let text = book.subtitle { all.append(.subtitle(text)) }
    all += book.authors.map(MARCStatement.author)
    all += book.contributors.map(MARCStatement.contributor)
    if let isbn = book.isbn { all.append(.isbn(isbn)) }
    all += book.identifiers.map(MARCStatement.identifier)
    if let pages = book.pages { all.append(.pages(pages)) }
    if let minutes = book.duration { all.append(.duration(minutes)) }
    if let name = book.publisher { all.append(.publisher(name)) }
    if let date = book.published { all.append(.published(date)) }
    if let date = book.firstPublished { all.append(.firstPublished(date)) }
    if let code = book.language { all.append(.language(code)) }
    if let series = book.series { all.append(.series(SeriesPlace(series, number: book.seriesNumber))) }
    all += book.otherSeries.map(MARCStatement.series)
    all += book.tags.map(MARCStatement.tag)
    all += paragraphs(of: book).map(MARCStatement.description)
    if let format = book.format { all.append(.format(format)) }
    return all
  }

  private static func paragraphs(of book: Book) -> [String] {
    // Unicode scalars are used, since a line end next to a combining mark is not a `Character` of its own.
    (book.description ?? "").unicodeScalars.split(separator: "\n").map { MARCText.line(String($0)) }
      .filter { !$0.isEmpty }
  }

  /// The leader. Only the kind of record is copied from the delivered leader. The rest of the delivered leader
  /// described the file that contained the record.
  private var leader: String {
    let (given, ours) = (Array((delivered.leader ?? Self.leader).utf8), Array(Self.leader.utf8))
    guard given.count == ours.count else { return Self.leader }
    var leader = ours[..<5] + given[5..<9] + ours[9..<17] + given[17..<20] + ours[20...]
    // Without this change, a book without a format would be read as an audiobook.
    if book.format == nil, MARCForm.format(ofLeader: String(decoding: leader, as: UTF8.self)) != nil {
      leader[MARCForm.typeOfRecord] = ours[MARCForm.typeOfRecord]
    }
    return String(decoding: leader, as: UTF8.self)
  }

  private var fields: [MARCDelivered.Placed] {
    var fields = delivered.fields
    let composed = composed
    for (field, leads) in composed where !leads { fields.insert(field, afterItsLike: nil) }
    for (field, leads) in composed.reversed() where leads {
      fields.insert((field, nil), at: fields.firstIndex { $0.field.tag >= field.tag } ?? fields.endIndex)
    }
    return fields
  }

  /// The fields for values that no delivered field contains. `leads` is true for a field that must come before all
  /// other fields with the same tag, because the first field with that tag supplies the book's value.
  private var composed: [(field: MARCField, leads: Bool)] {
    var composed: [(field: MARCField, leads: Bool)] = []
    func write(_ field: MARCField, leads: Bool = false) { composed.append((field, leads)) }
    write(MARCField("001", control: book.uuid.lowercaseText))
    write(MARCField("003", control: MARCBook.ownCode))
    var coded = coded
    var hasMain = delivered.fields.contains { MARCNames.mainEntries.contains($0.field.tag) }
    var publication: [MARCField.Subfield] = []
    for statement in bookStatements where remaining.contains(statement) {
      switch statement {
      case .title, .subtitle, .firstPublished: continue
      case .author(let name):
        write(MARCNames.field(author: name, isMain: !hasMain))
        hasMain = true
      case .contributor(let contributor): write(MARCNames.field(contributor))
      case .isbn(let isbn): write(MARCNumbers.field(BookIdentifier("isbn", isbn.asGiven)), leads: true)
      case .identifier(let identifier):
        let field = MARCNumbers.field(identifier)
        // A record has at most one field 010, the control number.
        let isSecond =
          field.tag == "010"
          && (delivered.fields.contains { $0.field.tag == "010" } || composed.contains { $0.field.tag == "010" })
        write(isSecond ? MARCNumbers.other(identifier) : field)
      case .pages(let number): write(MARCField("300", "  ", [.init("a", "\(number) pages")]), leads: true)
      case .duration(let minutes):
        if let text = MARCForm.hours(minutes) { write(MARCField("306", "  ", [.init("a", text)]), leads: true) }
      case .publisher(let name): publication.insert(.init("b", name), at: 0)
      case .published(let date): publication.append(.init("c", date.description))
      case .language(let code):
        // Field 008 has no room for a language tag with more parts than the language itself.
        let language = code.prefix { $0 != "-" }
        let known = language.utf8.count <= 3 ? LanguageCode.bibliographic(String(language)) : nil
        if known == nil || language.utf8.count < code.utf8.count {
          write(MARCField("041", " 7", [.init("a", code), .init("2", "rfc5646")]), leads: true)
        }
        coded.write(language: known ?? "und")
      case .series(let position): write(MARCSeries.field(position), leads: isOwn(position))
      case .tag(let tag): write(MARCSubjects.field(tag))
      case .description(let paragraph):
        for part in Self.parts(of: paragraph) { write(MARCField("520", "  ", [.init("a", part)])) }
      case .format(let format): write(MARCForm.field(format), leads: true)
      }
    }
    if !publication.isEmpty { write(MARCField("264", " 1", publication), leads: true) }
    if remaining.contains(.title(book.title)) { write(title(hasMain: hasMain)) }
    let first = book.firstPublished
    let isRedated =
      book.published == nil && coded.published != nil || coded.firstPublished?.year != first?.year
      || remaining.contains(where: \.isDate)
    if isRedated { coded.write(published: book.published, first: first) }
    if book.language == nil, coded.language != nil { coded.write(language: "und") }
    if book.format == nil, coded.isElectronic { coded.writeNoForm() }
    write(MARCField("008", control: coded.text))
    return composed
  }

  private func isOwn(_ position: SeriesPlace) -> Bool {
    book.series.map { SeriesPlace($0, number: book.seriesNumber) } == position
  }

  /// Returns field 245, with the number of leading characters to ignore in sorting.
  private func title(hasMain: Bool) -> MARCField {
    let words = SearchWords.words(in: book.title)
    let hasArticle = SortKey.significant(words[...], language: book.language).count < words.count
    let skipped =
      hasArticle ? (book.title.unicodeScalars.firstIndex { $0 == " " || $0 == "'" || $0 == "\u{2019}" }) : nil
    let count =
      skipped.map { book.title.unicodeScalars.distance(from: book.title.unicodeScalars.startIndex, to: $0) + 1 } ?? 0
    var subfields = [MARCField.Subfield("a", book.subtitle == nil ? book.title : "\(book.title) :")]
    if let subtitle = book.subtitle { subfields.append(.init("b", subtitle)) }
    return MARCField(
      "245", .data(first: UInt8(ascii: hasMain ? "1" : "0"), second: 48 + UInt8(min(count, 9)), subfields))
  }

  /// Splits a paragraph, between words, into pieces that fit in an ISO 2709 field.
  private static func parts(of paragraph: String) -> [String] {
    var parts: [String] = []
    var rest = paragraph[...]
    while rest.utf8.count > partBytes {
      let whole = String(rest).cut(toBytes: partBytes)
      let cut = whole.lastIndex(of: " ").map { String(whole[..<$0]) } ?? whole
      let piece = cut.isEmpty ? whole : cut
      parts.append(piece.trimmed())
      rest = rest.dropFirst(piece.count)
    }
    return parts + [String(rest).trimmed()].filter { !$0.isEmpty }
  }

  private static let partBytes = 9_000
}
