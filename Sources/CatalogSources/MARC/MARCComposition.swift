import CatalogModel
import FoundationEssentials

/// A book as a record: the one that a library delivered, as far as the book still says what that said, and fields for the rest.
struct MARCComposition {
  private let book: Book
  /// What the book says, in the order in which it is written.
  private let said: [MARCStatement]
  /// What no field says so far.
  private var remaining: Set<MARCStatement>
  private var leader = MARCComposition.leader
  private var fields: [MARCField] = []
  private var coded: MARCCodedData

  /// A record of text, of a single book, in UTF-8, described as far as a catalog of one's own does.
  private static let leader = "00000nam a22000007u 4500"

  /// - Parameter kept: what sources said of the book that the catalog has no fields for, as JSON.
  init(_ book: Book, kept: [String]) {
    self.book = book
    said = Self.statements(of: book)
    remaining = Set(said)
    coded = MARCCodedData(made: Self.day(book.added))
    if let record = kept.lazy.compactMap(Self.record).first { take(record) }
  }

  private static func record(_ json: String) -> MARCRecord? {
    guard case .object(let members)? = try? JSONParser().value(of: Array(json.utf8)),
      case .string(let text)? = members[MARCBook.key]
    else { return nil }
    return MARCLines.record(of: text)
  }

  /// The day as field 008 has it: `yymmdd`.
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
    // Scalars: beside a combining mark a line's end is no `Character` of its own.
    (book.description ?? "").unicodeScalars.split(separator: "\n").map { MARCText.line(String($0)) }
      .filter { !$0.isEmpty }
  }

  // MARK: The record that was delivered

  /// Takes the fields of a record that say what the book says, or what the catalog has no field for.
  private mutating func take(_ record: MARCRecord) {
    let reading = MARCReading(record)
    let statements = reading.units.flatMap(\.statements)
    let all = Set(said)
    let isTitled = Set(statements.filter(\.isTitle)) == Set(said.filter(\.isTitle))
    let isDescribed = statements.filter(\.isDescription) == said.filter(\.isDescription)
    // Others that are written behind them would come to stand in front.
    var authors: [MARCStatement] = []
    for author in statements where author.isAuthor && !authors.contains(author) { authors.append(author) }
    let areInOrder = authors == Array(said.filter(\.isAuthor).prefix(authors.count))
    leader = Self.leader(record.leader)
    var places: [Int] = []
    for unit in reading.units {
      let tag = record.fields[unit.places[0]].tag
      if tag == "008" {
        coded = MARCCodedData(record.fields[unit.places[0]].value)
        remaining.subtract(unit.statements)
        continue
      }
      let isTrue = unit.statements.allSatisfy { statement in
        all.contains(statement) && (isTitled || !statement.isTitle) && (isDescribed || !statement.isDescription)
          && (areInOrder || !statement.isAuthor)
      }
      guard isTrue else { continue }
      remaining.subtract(unit.statements)
      places += unit.places
    }
    fields = places.sorted().map { record.fields[$0] }
  }

  /// What a leader says of the record's kind; all else in it is of the file that it came in.
  private static func leader(_ given: String) -> String {
    let (given, ours) = (Array(given.utf8), Array(leader.utf8))
    guard given.count == ours.count else { return leader }
    return String(decoding: ours[..<5] + given[5..<9] + ours[9..<17] + given[17..<20] + ours[20...], as: UTF8.self)
  }

  // MARK: The rest

  /// The record.
  var record: MARCRecord {
    var result = MARCRecord(leader: leader)
    result.fields = fields
    let leading = leading
    for field in composed.enumerated().sorted(by: { ($0.element.tag, $0.offset) < ($1.element.tag, $1.offset) }) {
      let leads = leading.contains(field.element)
      let place =
        result.fields.firstIndex { $0.tag > field.element.tag || leads && $0.tag == field.element.tag }
        ?? result.fields.endIndex
      result.fields.insert(field.element, at: place)
    }
    return result
  }

  /// The fields that have to stand before others of their tag, since the first is the book's own when the record is read again.
  private var leading: [MARCField] {
    var leading: [MARCField] = []
    if let isbn = book.isbn { leading.append(MARCNumbers.field(BookIdentifier("isbn", isbn.asGiven))) }
    if let name = book.series { leading.append(MARCSeries.field(SeriesPlace(name, number: book.seriesNumber))) }
    return leading
  }

  /// The fields that say what no field of the delivered record says.
  private var composed: [MARCField] {
    var composed = [
      MARCField("001", control: book.uuid.lowercaseText), MARCField("003", control: MARCBook.ownCode),
    ]
    var coded = coded
    var hasMain = fields.contains { ["100", "110", "111", "130"].contains($0.tag) }
    var publication: [MARCField.Subfield] = []
    for statement in said where remaining.contains(statement) {
      switch statement {
      case .title, .subtitle, .firstPublished: continue
      case .author(let name):
        composed.append(MARCNames.field(author: name, isMain: !hasMain))
        hasMain = true
      case .contributor(let contributor): composed.append(MARCNames.field(contributor))
      case .isbn(let isbn): composed.append(MARCNumbers.field(BookIdentifier("isbn", isbn.asGiven)))
      case .identifier(let identifier): composed.append(MARCNumbers.field(identifier))
      case .pages(let number): composed.append(MARCField("300", "  ", [.init("a", "\(number) pages")]))
      case .duration(let minutes):
        if let text = MARCForm.hours(minutes) { composed.append(MARCField("306", "  ", [.init("a", text)])) }
      case .publisher(let name): publication.insert(.init("b", name), at: 0)
      case .published(let date): publication.append(.init("c", date.description))
      case .language(let code):
        // What says more than a language does not fit there.
        if code.utf8.count <= 3, let known = LanguageCode.bibliographic(code) {
          coded.write(language: known)
        } else {
          composed.append(MARCField("041", " 7", [.init("a", code), .init("2", "rfc5646")]))
        }
      case .series(let place): composed.append(MARCSeries.field(place))
      case .tag(let tag): composed.append(MARCSubjects.field(tag))
      case .description(let paragraph):
        composed += Self.parts(of: paragraph).map { MARCField("520", "  ", [.init("a", $0)]) }
      case .format(let format): composed.append(MARCForm.field(format))
      }
    }
    if !publication.isEmpty { composed.append(MARCField("264", " 1", publication)) }
    if remaining.contains(.title(book.title)) { composed.append(title(hasMain: hasMain)) }
    let first = book.firstPublished
    let isRedated =
      book.published == nil && coded.published != nil || coded.firstPublished?.year != first?.year
      || remaining.contains(where: \.isDate)
    if isRedated { coded.write(published: book.published, first: first) }
    if book.language == nil, coded.language != nil { coded.write(language: "und") }
    composed.append(MARCField("008", control: coded.text))
    return composed
  }

  /// Field 245, with the number of letters that do not count in sorting.
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

  /// A paragraph in pieces that a field of ISO 2709 has room for, divided between words.
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

extension MARCStatement {
  fileprivate var isTitle: Bool {
    switch self {
    case .title, .subtitle: true
    default: false
    }
  }

  fileprivate var isDescription: Bool { if case .description = self { true } else { false } }
  fileprivate var isAuthor: Bool { if case .author = self { true } else { false } }

  fileprivate var isDate: Bool {
    switch self {
    case .published, .firstPublished: true
    default: false
    }
  }
}
