import CatalogModel

/// A column that adds to what a record says otherwise: further authors, shelves, an identifier.
struct ColumnAddition: Sendable {
  /// What its cells hold.
  enum Content: Equatable, Sendable {
    /// Items of a list, divided as its column is.
    case items(of: BookField)
    /// Authors, divided at commas.
    case authors
    /// Authors as `Last, First`, divided at bars.
    case invertedAuthors
    /// Persons as `Last, First`, divided at bars, with their roles in another column. Without one they are authors.
    case people
    /// Names with what they did in brackets, `Ann Patchett (Narrator)`, divided at commas.
    case contributors
    /// Names of shelves, which become tags. One that means how far the user is says so where nothing
    /// else does, and is no tag where it only says it again.
    case shelves
    /// Subjects of libraries, divided at bars, which become tags: of one within another, `Orchards > Fiction`, each step.
    case subjects
    /// A mark, such as `true` or `1`, that becomes this tag.
    case tag(String)
    /// An identifier of this type.
    case identifier(type: String)
    /// Identifiers with their types, `goodreads:234225,isbn:9780441013593`.
    case typedIdentifiers
    /// An ISBN, or the number of a shop (ASIN), which is an identifier.
    case shopNumber
    /// A paragraph of a field of text.
    case paragraph(BookField)
    /// Who published it and more, `Pocket (1994), Edition: 2nd, 448 pages`: the publisher stands in front of the bracket.
    case publication
    /// How long an audiobook is.
    case seconds
    /// Series with numbers, `Discworld(3)`, divided at bars: the first is the book's.
    case seriesDetails
    /// Days on which it was begun and finished, `2023/01/02-2023/01/20` or `2023-01-02|2023-01-20|`, divided at commas or
    /// semicolons: the one that ended on the day of the column of its own is the book's, else the latest; the others are
    /// earlier ones.
    case readings
    /// The day on which a reading was given up, where no other column says when it ended.
    case stopped
    /// How often it was read; those readings of which nothing else is known are earlier ones.
    case readCount
    /// The same, where a reading that is under way, or was given up, is counted from its beginning.
    case begunCount
    /// How many copies there are, or a mark that there is one.
    case copies
    /// A part of what is known of the one copy there is.
    case copy(String)
    /// A mark that says that it was read.
    case isRead
    /// What librarians say of its size, `xii, 312 p. ; 20 cm`: the pages, where nothing else says them.
    case extent
  }

  /// The name in plain form (``ColumnMapping/plain(_:)``).
  let column: String
  let content: Content
  /// The column with the roles of ``Content/people``.
  let roles: String?
  /// How shelves are divided.
  let division: ListDivision

  init(_ column: String, _ content: Content, roles: String? = nil, dividedBy division: ListDivision = .commas) {
    (self.column, self.content, self.roles, self.division) = (column, content, roles, division)
  }
}

extension ColumnAddition.Content {
  /// The field that it adds to.
  var field: BookField {
    switch self {
    case .items(let field): field
    case .authors, .invertedAuthors, .people: .authors
    case .contributors: .contributors
    case .shelves, .subjects, .tag: .tags
    case .identifier, .typedIdentifiers, .shopNumber: .identifiers
    case .paragraph(let field): field
    case .publication: .publisher
    case .seconds: .duration
    case .seriesDetails: .series
    case .readings, .stopped: .finished
    case .readCount, .begunCount: .earlierReadings
    case .copies, .copy: .copies
    case .isRead: .readState
    case .extent: .pages
    }
  }

  /// What values its cells hold, where that is not text; `nil` else.
  var kind: FieldKind? {
    guard case .copy(let part) = self else { return nil }
    return field.definition.part(part)?.kind
  }

  /// Adds what a cell says.
  ///
  /// - Parameters:
  ///   - text: not empty, without what the dialect puts around it.
  ///   - roles: the cell with the roles of people.
  ///   - division: how shelves are divided.
  /// - Throws: `InvalidValue` for what the field cannot hold.
  func add(_ text: String, roles: String, _ division: ListDivision, to builder: inout RecordBuilder) throws {
    switch self {
    case .items(let field): try builder.add(division.items(of: text), to: field)
    case .authors: try builder.add(ListDivision.commas.items(of: text), to: .authors)
    case .invertedAuthors: try builder.add(ListDivision.bars.items(of: text).map(PersonName.turned), to: .authors)
    case .people: try Self.add(people: text, roles: roles, to: &builder)
    case .contributors: try builder.add(ListDivision.commas.items(of: text).map(Self.contributor))
    case .shelves:
      for shelf in division.items(of: text).map({ $0.trimmed() }) where !shelf.isEmpty {
        let state = FieldVocabulary.readState(of: shelf)
        if let state, builder.values[.readState].value == nil {
          try builder.set(.readState, .readState(state))
        } else if state.map({ builder.values[.readState].value != .readState($0) }) ?? true {
          try builder.add([shelf], to: .tags)
        }
      }
    case .subjects:
      try builder.add(text.split { $0 == "|" || $0 == ">" }.map { String($0).trimmed() }, to: .tags)
    case .tag(let tag): if Self.isMarked(text) { try builder.add([tag], to: .tags) }
    case .identifier(let type): try builder.add([BookIdentifier(type, text)])
    case .typedIdentifiers:
      let identifiers = ListDivision.commas.items(of: text).compactMap { item -> BookIdentifier? in
        let parts = item.split(separator: ":", maxSplits: 1).map { String($0).trimmed() }
        return parts.count == 2 && parts[0] != "isbn" ? BookIdentifier(parts[0], parts[1]) : nil
      }
      try builder.add(identifiers)
    case .shopNumber: if Self.isShopNumber(text) { try builder.add([BookIdentifier("asin", text)]) }
    case .paragraph(let field): try builder.add(paragraph: text, to: field)
    case .publication:
      let publisher = (text.firstRange(of: " (").map { String(text[..<$0.lowerBound]) } ?? text).trimmed()
      if !publisher.isEmpty { try builder.set(.publisher, .text(publisher)) }
    case .seconds:
      // A whole number, perhaps as spreadsheets leave it.
      guard let seconds = Double(text), seconds == 0 || (30...6_000_000).contains(seconds) else {
        throw InvalidValue("duration", text, "it is no number of seconds up to 6,000,000")
      }
      if seconds == 0 { return }
      try builder.set(.duration, .integer(Int((seconds / 60).rounded())))
    case .seriesDetails: try Self.add(series: text, to: &builder)
    case .readings: try Self.add(readings: text, to: &builder)
    case .stopped:
      guard builder.values[.finished].value == nil else { return }
      try builder.set(.finished, BookField.finished.definition.value(of: text))
      try builder.end(as: .abandoned)
    case .readCount, .begunCount:
      if let count = try Self.count(text, of: "read count") {
        try builder.set(readCount: count, countsBegun: self == .begunCount)
      }
    case .copies:
      if let count = try Self.isMarked(text) ? 1 : Self.count(text, of: "copies") {
        try builder.add([BookCopy(count: count)])
      }
    case .copy(let part): try builder.setCopy(part, text)
    case .isRead: if Self.isMarked(text) { try builder.set(.readState, .readState(.read)) }
    case .extent:
      guard builder.values[.pages].value == nil else { return }
      let parts = text.split { $0 == ";" || $0 == ":" || $0 == "," }.map { String($0).trimmed() } + [text]
      // A bare number may be of anything: centimetres, discs.
      let pages = parts.filter { Int($0) == nil }.compactMap { Int(PageCount.text(of: $0)) }.first
      if let pages { try builder.set(.pages, .integer(pages)) }
    }
  }

  /// - Returns: `nil` for none.
  private static func count(_ text: String, of subject: String) throws -> Int? {
    if ["0", "no", "false", "f", "n"].contains(text.lowercased()) { return nil }
    guard let count = Int(text), (1...10_000).contains(count) else {
      throw InvalidValue(subject, text, "it is no whole number up to 10,000")
    }
    return count
  }

  /// Whether a cell is a mark for yes.
  static func isMarked(_ text: String) -> Bool { ["1", "true", "yes", "t", "x"].contains(text.lowercased()) }

  /// Ten capital letters and digits of which the first is a letter: the number that Amazon gives to what has no ISBN.
  static func isShopNumber(_ text: String) -> Bool {
    text.utf8.count == 10 && text.first?.isLetter == true
      && text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
  }

  private static func contributor(_ text: String) -> Contributor {
    let (name, bracket) = divided(text)
    return Contributor(name, role: bracket.flatMap(role))
  }

  /// A name, and what stands in brackets behind it: `Ann Patchett (Narrator)`, `Discworld(3)`.
  private static func divided(_ text: String) -> (name: String, bracket: String?) {
    let text = text.trimmed()
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open != text.startIndex else { return (text, nil) }
    return (String(text[..<open]).trimmed(), String(text[text.index(after: open)...].dropLast()).trimmed())
  }

  private static func role(_ text: String) -> String? {
    let role = text.trimmed()
    return role.isEmpty ? nil : ContributorRole(named: role)?.rawValue ?? role
  }

  private static func add(people text: String, roles: String, to builder: inout RecordBuilder) throws {
    let roles = ListDivision.bars.items(of: roles).map { $0.trimmed() }
    for (index, name) in ListDivision.bars.items(of: text).enumerated() {
      let name = PersonName.turned(name)
      guard !name.isEmpty else { continue }
      let role = roles.indices.contains(index) ? roles[index] : ""
      if role.isEmpty || role.lowercased() == "author" {
        try builder.add([name], to: .authors)
      } else {
        try builder.add([Contributor(name, role: Self.role(role))])
      }
    }
  }

  private static func add(series text: String, to builder: inout RecordBuilder) throws {
    let places = ListDivision.bars.items(of: text).map(divided).filter { !$0.name.isEmpty }
      .map {
        SeriesPlace($0.name, number: $0.bracket.flatMap(Double.init).flatMap { (0...100_000).contains($0) ? $0 : nil })
      }
    try builder.set(places)
  }

  private static func add(readings text: String, to builder: inout RecordBuilder) throws {
    let readings = ReadingDays.all(in: text)
    if readings.allSatisfy(\.latest.isEmpty) { throw InvalidValue("readings", text, "there is no day in it") }
    var reading = readings.max { $0.latest.lexicographicallyPrecedes($1.latest) }
    if case .date(let finished)? = builder.values[.finished].value {
      reading = readings.first { $0.finished == finished }
    }
    if let started = reading?.started { try builder.set(.started, .date(started)) }
    if let finished = reading?.finished { try builder.set(.finished, .date(finished)) }
    if reading?.outcome == .abandoned { try builder.end(as: .abandoned) }
    let others = readings.filter { $0 != reading && !$0.latest.isEmpty }
    try builder.add(
      others.sorted { $0.latest.lexicographicallyPrecedes($1.latest) }
        .map { Reading(started: $0.started, finished: $0.finished, outcome: $0.outcome) })
  }
}
