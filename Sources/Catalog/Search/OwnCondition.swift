import CatalogDatabase

/// A condition on a custom field.
struct OwnCondition: Equatable, Sendable {
  enum Test: Equatable, Sendable {
    case hasValue
    /// The value must contain all the words, in any order.
    case words([String], isLastBegun: Bool)
    /// The text, or one item of the list, must contain the words next to each other in this order.
    case phrase([String])
    /// The number, encoded as in ``OwnTerms``, must be in the range.
    case numbers(ClosedRange<UInt64>)
    /// The date must be in the range, which is in the format of ``PartialDate/firstDay``. If the date is incomplete,
    /// all days that it can mean must be in the range.
    case days(ClosedRange<Int64>)
    /// No value matches.
    case nothing
  }

  let field: BookField
  let test: Test

  private init(_ field: BookField, _ test: Test) { (self.field, self.test) = (field, test) }

  /// Returns the condition that a book has any value in a field.
  static func hasValue(_ field: OwnField) -> OwnCondition { OwnCondition(field.field, .hasValue) }

  /// Creates a condition from a field and the text after its name. Returns `nil` if the text is neither a possible
  /// value of the field nor a range of such values.
  ///
  /// - Parameter today: The day to which relative days such as `last-month` refer.
  init?(_ field: OwnField, _ text: String, isPhrase: Bool, today: PartialDate) {
    let test: Test?
    switch field.kind {
    case .text, .list, .choice:
      let words = SearchWords.words(in: text)
      test = words.isEmpty ? nil : isPhrase && words.count > 1 ? .phrase(words) : .words(words, isLastBegun: !isPhrase)
    case .number: test = QueryRange(text, isUnbounded: true).map(Self.numbers)
    case .date: test = DayCondition(text)?.range(on: today).map { $0.days.map(Test.days) ?? .nothing }
    case .flag:
      test = OwnValue(field.name, .flag, of: text).flatMap(\.value).flatMap(OwnTerms.ordered).map { .numbers($0...$0) }
    }
    guard let test else { return nil }
    self.init(field.field, test)
  }

  /// The index lookup for the condition.
  var indexed: IndexedBooks {
    switch test {
    case .nothing: .any([])
    case .hasValue: .postings([.term(OwnTerms.any(of: field))])
    case .numbers(let range):
      .postings([
        .range(OwnTerms.number(range.lowerBound, in: field), OwnTerms.number(range.upperBound, in: field).next)
      ])
    case .days(let days):
      .all([
        .postings([
          .range(OwnTerms.number(OwnTerms.ordered(days.lowerBound), in: field), OwnTerms.number(.max, in: field).next)
        ]),
        .postings([
          .range(OwnTerms.lastDay(0, in: field), OwnTerms.lastDay(OwnTerms.ordered(days.upperBound), in: field).next)
        ]),
      ])
    case .words(let words, let isLastBegun): .all(indexed(words, isLastBegun: isLastBegun))
    case .phrase(let words):
      // The index does not contain the order of the words, so the texts must also be tested.
      .all(indexed(words) + [.texts(of: field) { Self.texts(of: $0).contains { Self.hasPhrase(words, in: $0) } }])
    }
  }

  private func indexed(_ words: [String], isLastBegun: Bool = false) -> [IndexedBooks] {
    words.enumerated().map { index, word in
      let isBegun = isLastBegun && index == words.count - 1
      return .postings([
        isBegun
          ? .range(OwnTerms.word(word, in: field), OwnTerms.word(word + "\u{10FFFF}", in: field))
          : .term(OwnTerms.word(word, in: field))
      ])
    }
  }

  /// Returns true if a book meets the condition. The result must agree with ``indexed``.
  func contains(_ book: Book) -> Bool {
    guard let value = book[field] else { return false }
    switch test {
    case .nothing: return false
    case .hasValue: return true
    case .numbers(let range): return OwnTerms.ordered(value).map(range.contains) ?? false
    case .days(let days):
      guard case .date(let date) = value else { return false }
      return days.lowerBound <= date.firstDay && date.lastDay <= days.upperBound
    case .words(let words, let isLastBegun):
      let held = Set(Self.texts(of: value).flatMap(SearchWords.words(in:)))
      return words.enumerated().allSatisfy { index, word in
        held.contains(word) || isLastBegun && index == words.count - 1 && held.contains { $0.hasPrefix(word) }
      }
    case .phrase(let words): return Self.texts(of: value).contains { Self.hasPhrase(words, in: $0) }
    }
  }

  /// Returns the texts in a value: the text itself, the items of a list, or none for a number.
  private static func texts(of value: FieldValue) -> [String] {
    switch value {
    case .text(let text): [text]
    case .list(let items): items
    default: []
    }
  }

  private static func hasPhrase(_ words: [String], in text: String) -> Bool {
    SearchWords.words(in: text).contains(words)
  }

  private static func numbers(_ range: QueryRange) -> Test {
    var lower = range.lower.map(OwnTerms.ordered(_:)) ?? 0
    var upper = range.upper.map(OwnTerms.ordered(_:)) ?? .max
    if range.isOpen {
      // These steps cannot overflow, because no value is encoded as the largest or smallest integer.
      if range.lower != nil { lower += 1 }
      if range.upper != nil { upper -= 1 }
    }
    return lower <= upper ? .numbers(lower...upper) : .nothing
  }
}

extension Query {
  /// A condition whose name may be the name of a custom field. The name is followed by a colon or a comparison
  /// operator, and then by the text.
  struct NamedField: Equatable, Sendable {
    let name: String
    let text: String
    let isPhrase: Bool
    /// True if the text is a pattern that follows a `~`.
    let isPattern: Bool
    /// The query to use instead if the catalog has no field with this name.
    let otherwise: Query
  }

  /// Returns the query after looking up the names of saved searches and custom fields in the catalog. Relative days are
  /// replaced by absolute days.
  func resolved(_ connection: Connection) throws -> Query {
    guard isOpen else { return self }
    var searches = SavedSearches(connection: connection)
    return try searches.resolved(self).resolved(
      by: try OwnFieldTable(connection: connection).all(), today: PartialDate.day(at: connection.clock()))
  }

  /// True if the query contains names to be looked up in the catalog, or relative days.
  private var isOpen: Bool {
    switch self {
    case .named, .saved: true
    case .dates(let condition): condition.isRelative
    case .all(let parts), .any(let parts): parts.contains(where: \.isOpen)
    case .not(let part), .owners(let part): part.isOpen
    default: false
    }
  }

  private func resolved(by fields: OwnFields, today: PartialDate) -> Query {
    switch self {
    case .named(let named):
      // In `has:shelf` and `no:shelf`, the name of the field comes after the colon. In all other conditions, it comes
      // before the colon.
      if named.name == "has" || named.name == "no" {
        guard let field = fields[named.text] else { return named.otherwise }
        return named.name == "has" ? .own(.hasValue(field)) : .not(.own(.hasValue(field)))
      }
      guard let field = fields[named.name] else { return named.otherwise }
      if named.isPattern {
        return (try? PatternCondition(field.field, field.definition, named.text)).map(Query.pattern) ?? named.otherwise
      }
      let whole = WholeCondition(field.field, named.text) { text in
        OwnCondition(field, text, isPhrase: true, today: today).map(Query.own)
      }
      if let whole, field.kind.hasTexts { return .whole(whole) }
      return OwnCondition(field, named.text, isPhrase: named.isPhrase, today: today).map(Query.own) ?? .nothing
    case .dates(let condition): return .dates(condition.on(today))
    case .all(let parts):
      // If there is no field with this name, the words of the condition become words of the surrounding query.
      return .all(
        parts.flatMap { part in
          let resolved = part.resolved(by: fields, today: today)
          if case .named = part, case .all(let words) = resolved { return words }
          return [resolved]
        })
    case .any(let parts): return .any(parts.map { $0.resolved(by: fields, today: today) })
    case .not(let part): return .not(part.resolved(by: fields, today: today))
    case .owners(let part): return .owners(part.resolved(by: fields, today: today))
    default: return self
    }
  }
}
