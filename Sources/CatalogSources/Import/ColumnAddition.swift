import CatalogModel

/// A column that supplements the values of other columns, such as further authors, shelves or an identifier.
struct ColumnAddition: Sendable {
  /// The content of the cells.
  enum Content: Equatable, Sendable {
    /// List items, separated as ``ColumnAddition/division`` specifies.
    case items(of: BookField)
    /// Authors, separated by commas.
    case authors
    /// Authors as `Last, First`, separated by bars.
    case invertedAuthors
    /// Persons as `Last, First`, separated by bars, with their roles in another column. Persons without a role are
    /// authors.
    case people
    /// Names with roles in brackets, `Ann Patchett (Narrator)`, separated by commas.
    case contributors
    /// Names of shelves, which become tags. A shelf that denotes a read state sets the state if no other column does. A
    /// shelf that repeats the state does not become a tag.
    case shelves
    /// Library subjects separated by bars. Each subject becomes a tag. In a nested subject, such as
    /// `Orchards > Fiction`, each level becomes a tag.
    case subjects
    /// A flag, such as `true` or `1`, that adds the given tag.
    case tag(String)
    /// An identifier of this type.
    case identifier(type: String)
    /// Identifiers with their types, `goodreads:234225,isbn:9780441013593`.
    case typedIdentifiers
    /// An ISBN or a shop's number (ASIN). An ASIN becomes an identifier.
    case shopNumber
    /// A paragraph to append to a text field.
    case paragraph(BookField)
    /// The publisher, followed by details in brackets, which are ignored: `Pocket (1994), Edition: 2nd, 448 pages`.
    case publication
    /// The duration of an audiobook in seconds.
    case seconds
    /// Series with numbers, `Discworld(3)`, separated by bars. The first series is the book's main series.
    case seriesDetails
    /// Start and end dates of readings, `2023/01/02-2023/01/20` or `2023-01-02|2023-01-20|`, separated by commas or
    /// semicolons. The current reading is the reading that ended on the date in the table's column for end dates, or
    /// else the latest reading. All other readings become earlier readings.
    case readings
    /// The date on which the user abandoned the book. Used only if no other column gives an end date.
    case stopped
    /// The number of times the book was read. Readings that no other column describes become earlier readings without
    /// dates.
    case readCount
    /// The number of readings that were begun, including unfinished and abandoned readings.
    case begunCount
    /// The number of copies, or a flag that means one copy.
    case copies
    /// A detail of a single copy, such as its price.
    case copy(String)
    /// A flag that means that the book was read.
    case isRead
    /// A library's physical description, `xii, 312 p. ; 20 cm`. Supplies the number of pages if no other column does.
    case extent
  }

  /// The column name in plain form (``ColumnMapping/plain(_:)``).
  let column: String
  let content: Content
  /// The name of the column with the roles for ``Content/people``.
  let roles: String?
  /// The separators between shelves or other items.
  let division: ListDivision

  init(_ column: String, _ content: Content, roles: String? = nil, dividedBy division: ListDivision = .commas) {
    (self.column, self.content, self.roles, self.division) = (column, content, roles, division)
  }
}

extension ColumnAddition.Content {
  /// The field that the column supplements.
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

  /// The kind of value in the cells, or `nil` for text.
  var kind: FieldKind? {
    guard case .copy(let part) = self else { return nil }
    return field.definition.part(part)?.kind
  }

  /// Adds the content of a cell to a record.
  ///
  /// - Parameters:
  ///   - text: The text of the cell, not empty and without the dialect's wrapping.
  ///   - roles: The cell with the roles for ``people``.
  ///   - division: The separators between shelves or other items.
  /// - Throws: `InvalidValue` if the field cannot hold the value.
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
      // Spreadsheets may write the whole number of seconds with a fraction.
      guard let seconds = Double(text), seconds == 0 || (30...6_000_000).contains(seconds) else {
        throw InvalidValue("duration", text, "it is not a number of seconds up to 6,000,000")
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
      // A bare number may count something else, such as centimetres or discs.
      let pages = parts.filter { Int($0) == nil }.compactMap { Int(PageCount.text(of: $0)) }.first
      if let pages { try builder.set(.pages, .integer(pages)) }
    }
  }

  /// Parses a count. Returns `nil` if the text means zero or “no”.
  private static func count(_ text: String, of subject: String) throws -> Int? {
    if ["0", "no", "false", "f", "n"].contains(text.lowercased()) { return nil }
    guard let count = Int(text), (1...10_000).contains(count) else {
      throw InvalidValue(subject, text, "it is not a whole number up to 10,000")
    }
    return count
  }

  /// Returns true if the text of a cell means "yes".
  static func isMarked(_ text: String) -> Bool { ["1", "true", "yes", "t", "x"].contains(text.lowercased()) }

  /// Returns true if a string looks like an ASIN, Amazon's number for items without an ISBN: ten capital letters and
  /// digits, starting with a letter.
  static func isShopNumber(_ text: String) -> Bool {
    text.utf8.count == 10 && text.first?.isLetter == true
      && text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
  }

  private static func contributor(_ text: String) -> Contributor {
    let (name, bracket) = divided(text)
    return Contributor(name, role: bracket.flatMap(role))
  }

  /// Splits a name from the text in brackets after it, as in `Ann Patchett (Narrator)` or `Discworld(3)`.
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
    let positions = ListDivision.bars.items(of: text).map(divided).filter { !$0.name.isEmpty }
      .map {
        SeriesPlace($0.name, number: $0.bracket.flatMap(Double.init).flatMap { (0...100_000).contains($0) ? $0 : nil })
      }
    try builder.set(positions)
  }

  private static func add(readings text: String, to builder: inout RecordBuilder) throws {
    let readings = ReadingDays.all(in: text)
    if readings.allSatisfy(\.latest.isEmpty) { throw InvalidValue("readings", text, "it contains no date") }
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
