/// A condition on a custom field.
struct OwnCondition: Equatable, Sendable {
  enum Test: Equatable, Sendable {
    case hasValue
    /// The words must all occur.
    case words([String], isLastBegun: Bool)
    /// The words must occur next to each other in this order, in the text or in one item of a list.
    case phrase([String])
    /// The encoded number must be in the range (``OwnTerms``).
    case numbers(ClosedRange<UInt64>)
    /// All days that the date can mean must be in the range, encoded as in ``PartialDate/firstDay``.
    case days(ClosedRange<Int64>)
    /// No value matches.
    case nothing
  }

  let field: BookField
  let test: Test

  private init(_ field: BookField, _ test: Test) { (self.field, self.test) = (field, test) }

  /// Returns a condition for books that have a value of the field.
  static func hasValue(_ field: OwnField) -> OwnCondition { OwnCondition(field.field, .hasValue) }

  /// Creates a condition from the text after the name of a field. Returns `nil` if the text is neither a value of the
  /// field's kind nor a range of such values.
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
      // The index does not store the order of the words, so the texts are tested too.
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

  /// Returns true if a book meets the condition. Agrees with ``indexed``.
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

  /// Returns the texts of a value: several for a list, none for a number.
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
      // No field value is encoded as the largest or the smallest integer, so neither step overflows.
      if range.lower != nil { lower += 1 }
      if range.upper != nil { upper -= 1 }
    }
    return lower <= upper ? .numbers(lower...upper) : .nothing
  }
}

extension Query {
  /// A condition whose name may be a custom field. The text follows a colon or a comparison sign.
  struct NamedField: Equatable, Sendable {
    let name: String
    let text: String
    let isPhrase: Bool
    /// True if the text is a pattern, after a `~`.
    let isPattern: Bool
    /// The meaning of the condition if the catalog has no such field.
    let otherwise: Query
  }

  /// Returns the query with saved searches and custom fields replaced by their conditions, and relative days replaced
  /// by absolute days.
  func resolved(_ connection: Connection) throws -> Query {
    guard isOpen else { return self }
    var searches = SavedSearches(connection: connection)
    return try searches.resolved(self).resolved(
      by: try OwnFieldTable(connection: connection).all(), today: PartialDate.day(at: connection.clock()))
  }

  /// True if the meaning of the query depends on the catalog or on the current day.
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
      // The field's name follows the colon in `has:shelf` and `no:shelf`; otherwise it comes before the colon.
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
      // If the name is not a field, the words of the condition become words of the query.
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
