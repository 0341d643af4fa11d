import CatalogDatabase

/// A test that decides, from the book alone, if a query finds a book and how well the book matches. It is used for
/// candidates that an index has found, and for small numbers of books, where no index is needed.
struct QueryMatcher {
  let connection: Connection
  let query: Query
  /// The words that every match must contain. No other part of the query affects the ranking.
  let terms: [TextMatch]
  /// All other conditions of the query, including alternatives and excluded words.
  let filters: [Query]
  /// The ids of the sources named in the query, by name.
  private let sources: [String: [CatalogSource.ID]]

  /// The maximum number of words in a query for which books are ranked higher if their titles begin with these words.
  /// Longer queries are not expected.
  static let openingLimit = 10

  init(_ query: Query, connection: Connection) throws {
    self.connection = connection
    let query = try query.resolved(connection)
    self.query = query
    var sources: [String: [CatalogSource.ID]] = [:]
    for name in query.sourceNames { sources[name] = try SourceTable(connection: connection).ids(named: name) }
    self.sources = sources
    let parts = if case .all(let parts) = query { parts } else { [query] }
    terms = parts.compactMap { if case .text(let match) = $0 { match } else { nil } }
    let title = terms.filter(\.belongsToTitle)
    sequence = (title.flatMap(\.words), title.last.map { [terms] in $0.isPrefix && $0 == terms.last } ?? false)
    filters = parts.filter { if case .text = $0 { false } else { $0 != .everything } }
  }

  /// The words that could be a title or its beginning. Words that must be in a field other than the title are left out.
  let sequence: (words: [String], isLastBegun: Bool)

  /// Returns true if the query finds a book.
  func finds(_ book: Book) throws -> Bool { try matches(query, book, BookWords(book)) }

  /// Returns the tier of a book in the ranking, or `nil` if the query does not find the book.
  ///
  /// - Parameter words: The words of the book.
  func tier(of book: Book, _ words: BookWords) throws -> SearchTier? {
    guard let tier = tier(of: words) else { return nil }
    return try filters.allSatisfy { try matches($0, book, words) } ? tier : nil
  }

  private func tier(of words: BookWords) -> SearchTier? {
    if terms.isEmpty { return .anywhere }
    for completeness in [SearchTier.Completeness.whole, .lastBegun, .allBegun] {
      guard let scope = scope(of: words, completeness) else { continue }
      guard scope == .title, completeness != .allBegun else { return SearchTier(completeness, scope) }
      let (titleWords, mayBeBegun) = sequence
      let lastBegun = mayBeBegun && completeness == .lastBegun
      let isOpening =
        !titleWords.isEmpty
        && (BookWords.begins(words.significantTitle, with: titleWords, lastBegun: lastBegun)
          || (titleWords.count > 1 && BookWords.begins(words.title[...], with: titleWords, lastBegun: lastBegun)))
      guard isOpening else { return SearchTier(completeness, scope) }
      let isWhole = titleWords[...] == words.significantTitle || (titleWords.count > 1 && titleWords == words.title)
      if completeness == .whole, isWhole { return .wholeTitle }
      guard titleWords.count <= Self.openingLimit else { return SearchTier(completeness, scope) }
      return completeness == .whole ? .opening : .openingBegun
    }
    return nil
  }

  /// Returns the narrowest scope in which all terms are found, or `nil` if some term is not found.
  private func scope(of words: BookWords, _ completeness: SearchTier.Completeness) -> SearchTier.Scope? {
    var scope = SearchTier.Scope.title
    for (index, term) in terms.enumerated() {
      let allowsBeginning = allows(completeness, at: index)
      if let field = term.field {
        guard words.contain(term, in: field, allowsBeginning: allowsBeginning) else { return nil }
      } else {
        guard let found = words.scope(of: term, allowsBeginning: allowsBeginning) else { return nil }
        scope = max(scope, found)
      }
    }
    return scope
  }

  /// Returns true if the last word of a term may be a prefix.
  ///
  /// - Parameter index: The index of the term in ``terms``.
  func allows(_ completeness: SearchTier.Completeness, at index: Int) -> Bool {
    completeness == .allBegun || (completeness == .lastBegun && index == terms.count - 1)
  }

  /// Returns true if a query finds a book when it is evaluated with the owner's values.
  private func isOwners(_ query: Query, _ book: Book) throws -> Bool {
    let stored = try connection.marker == nil ? book : BookTable(connection: connection).storedBook(book.id) ?? book
    return try matches(query, stored, BookWords(stored))
  }

  private func matches(_ query: Query, _ book: Book, _ words: BookWords) throws -> Bool {
    switch query {
    case .everything: true
    case .nothing: false
    case .text(let match):
      if let field = match.field {
        words.contain(match, in: field, allowsBeginning: true)
      } else {
        words.scope(of: match, allowsBeginning: true) != nil
      }
    case .isbn(let digits):
      book.isbn.map { $0.digits.hasPrefix(digits) || (digits.utf8.count < 10 && $0.digits.hasPrefix("978" + digits)) }
        ?? false
    case .year(let range): book.year.map { range.contains(Double($0)) } ?? false
    case .edition(let range): book.published.map { range.contains(Double($0.year)) } ?? false
    case .pages(let range): book.pages.map { range.contains(Double($0)) } ?? false
    case .progress(let range): range.contains(progressOf: book)
    case .rating(let range): book.rating.map(range.contains) ?? false
    case .average(let range): book.averageRating.map(range.contains) ?? false
    case .dates(let condition): condition.contains(book)
    case .has(let field): book[field] != nil
    case .language(let code): book.language.map { LanguageCode.canonical($0) == code } ?? false
    case .source(let name): sources[name, default: []].contains { book.isIn(source: $0) }
    case .state(.edited): try FieldEditTable(connection: connection).hasEdits(of: book.id)
    case .state(.owned): book.isOwned
    case .state(.lent): book.isLent
    case .state(.rated): book.rating != nil
    case .state(.reread): book.readCount > 1
    case .state(.unfinished): book.readState != .read
    case .state(.state(let state)): book.readState == state
    case .format(let format): book.format == format
    case .file(""): !book.allFiles.isEmpty
    case .file(let type): book.allFiles.contains { $0.type == type }
    case .identifier(let type, let value):
      book.identifiers.contains { $0.type == type && (value == nil || $0.value == value) }
    case .pattern(let condition): try condition.contains(book)
    case .whole(let condition): condition.contains(book)
    case .named(let field): try matches(field.otherwise, book, words)
    case .own(let condition): condition.contains(book)
    case .saved(let search): try matches(search.otherwise, book, words)
    case .all(let parts): try parts.allSatisfy { try matches($0, book, words) }
    case .any(let parts): try parts.contains { try matches($0, book, words) }
    case .not(let part): try !matches(part, book, words)
    case .owners(let part): try isOwners(part, book)
    }
  }
}

extension Query {
  /// The names of all sources that occur in the query.
  fileprivate var sourceNames: [String] {
    switch self {
    case .source(let name): [name]
    case .all(let parts), .any(let parts): parts.flatMap(\.sourceNames)
    case .not(let part), .owners(let part): part.sourceNames
    default: []
    }
  }
}

extension TextMatch {
  /// True if the words are searched for in titles.
  var belongsToTitle: Bool { field == nil || field == .title }
}

extension Book {
  fileprivate func isIn(source: CatalogSource.ID) -> Bool { sources.contains(" \(source) ") }
}

extension QueryRange {
  func contains(_ value: Double) -> Bool {
    if let lower, isOpen ? value <= lower : value < lower { return false }
    if let upper, isOpen ? value >= upper : value > upper { return false }
    return true
  }
}

extension QueryRange {
  /// Returns true if the part of a book that was read, as a percentage, is in the range. A book that is not being read,
  /// or whose position or length is unknown, is in no range.
  func contains(progressOf book: Book) -> Bool { book.fractionRead.map { contains($0 * 100) } ?? false }
}
