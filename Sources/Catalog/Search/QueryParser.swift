/// Parses a query. Any text is a valid query; invalid syntax is searched for as words.
///
/// Terms separated by spaces must all match. `a OR b` matches either term, `-a` excludes books, quotation marks enclose
/// a phrase, and `field:value` searches a single field. `catalog help query` explains the syntax with examples.
enum QueryParser {
  /// The maximum number of terms. Further terms, as in a page of text pasted by mistake, are ignored.
  static let termLimit = 32

  static func parse(_ text: String) -> Query {
    let terms = joiningISBNs(joiningInitials(Scanner(text).terms()))
    guard !terms.isEmpty else { return .everything }
    var alternatives: [[Query]] = []
    var joinsNext = false
    let initials = lettersInARow(terms)
    for (index, term) in terms.prefix(termLimit).enumerated() {
      let isBetween = index > 0 && index < terms.count - 1
      if term.isOr, isBetween, !joinsNext {
        joinsNext = !alternatives.isEmpty
        continue
      }
      if let query = query(of: term).map({ $0.adding(initials[index] ?? []) }) {
        if joinsNext, !alternatives.isEmpty {
          alternatives[alternatives.count - 1].append(query)
        } else {
          alternatives.append([query])
        }
      }
      joinsNext = false
    }
    let parts = alternatives.map { $0.count == 1 ? $0[0] : Query.any($0) }
    switch parts.count {
    case 0: return .nothing
    case 1: return parts[0]
    default: return .all(parts)
    }
  }

  /// Joins the parts of an ISBN that is written with spaces, such as `978 0 441 01359 3` or `isbn:0 441 01359 7`.
  private static func joiningISBNs(_ terms: [Term]) -> [Term] {
    var joined: [Term] = []
    var rest = terms[...]
    while var term = rest.popFirst() {
      let isNamed = term.field == "isbn" && !term.isPhrase && !term.isPattern
      if isNamed || term.isPlain, term.text.utf8.first.map(isDigit) == true {
        var text = term.text
        for (index, part) in rest.prefix(while: \.isPlain).prefix(12).enumerated() {
          text += " " + part.text
          // Without a field, ten digits may as well be years or page numbers.
          guard let isbn = try? ISBN(text), isNamed || text.utf8.count(where: isDigit) == isbn.digits.utf8.count else {
            continue
          }
          term.text = text
          rest = rest.dropFirst(index + 1)
          break
        }
      }
      joined.append(term)
    }
    return joined
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// A term of a query: an optional `-`, an optional `field:`, and a word or a phrase.
  struct Term: Equatable {
    var text: String
    var field: String?
    /// True if the field is followed by a colon rather than a comparison operator.
    var hasColon = false
    var isPhrase = false
    /// True if the text is a pattern that follows a `~`.
    var isPattern = false
    var isNegated = false
    /// The range of the field's name. The name is before the colon, except after `has:` and `no:`.
    var nameRange: Range<String.Index>?

    /// True if the term is a single word without a field, quotation marks or `-`.
    var isPlain: Bool { field == nil && !isPhrase && !isNegated }

    /// True if the term is the operator `OR`.
    var isOr: Bool { isPlain && text == "OR" }

    /// The name of the saved search in a term such as `@name`, or `nil` for any other term.
    var savedName: Substring? {
      guard field == nil, !isPhrase, text.hasPrefix("@"), SavedSearch.isName(text.dropFirst()) else { return nil }
      return text.dropFirst()
    }
  }

  private static func query(of term: Term) -> Query? {
    let query = term.field.flatMap { fielded($0, term) } ?? named(term) ?? saved(term) ?? words(of: term)
    return query.map { term.isNegated ? .not($0) : $0 }
  }

  /// Returns a condition if the term's name may be the name of a custom field. The condition is resolved when the query
  /// runs, because the parser does not know the catalog's fields.
  private static func named(_ term: Term) -> Query? {
    guard let name = term.field, term.isPattern || ["has", "no"].contains(name) || !names.contains(name),
      !term.text.isEmpty,
      let otherwise = words(of: term)
    else { return nil }
    return .named(
      Query.NamedField(
        name: name, text: term.text, isPhrase: term.isPhrase, isPattern: term.isPattern, otherwise: otherwise))
  }

  /// Returns the condition for `@name`, which may be a saved search. The condition is resolved when the query runs.
  private static func saved(_ term: Term) -> Query? {
    guard let name = term.savedName, let otherwise = words(of: term) else { return nil }
    return .saved(Query.NamedSearch(name: String(name), otherwise: otherwise))
  }

  /// The names of the built-in filters. A custom field cannot have one of these names.
  static let names = Set(
    TextMatch.Field.allCases.map(\.rawValue) + DateCondition.Event.allCases.map(\.rawValue) + numberNames + [
      "isbn", "language", "source", "is", "format", "file", "has", "no", "id",
    ])

  /// The filters whose values are numbers or ranges of numbers.
  static let numberNames = ["year", "edition", "pages", "progress", "rating", "average"]

  static func fielded(_ name: String, _ term: Term) -> Query? {
    if term.isPattern {
      return BookField(named: name).flatMap { try? PatternCondition($0, $0.definition, term.text) }.map(Query.pattern)
    }
    if let field = TextMatch.Field(rawValue: name) {
      let whole = BookField(named: name).flatMap { whole in
        WholeCondition(whole, term.text) { match($0, in: field, isPrefix: false).map(Query.text) }
      }
      if let whole { return .whole(whole) }
      return text(term.text, in: field, isPrefix: !term.isPhrase)
    }
    if let event = DateCondition.Event(rawValue: name) {
      return DayCondition(term.text).map { .dates(DateCondition(event: event, days: $0)) }
    }
    switch name {
    case "isbn": return (try? ISBN(term.text)).map { .isbn($0.digits) } ?? digits(term.text).map(Query.isbn)
    case "year": return QueryRange(term.text).map(Query.year)
    case "edition": return QueryRange(term.text).map(Query.edition)
    case "pages": return QueryRange(term.text).map(Query.pages)
    case "progress": return QueryRange(term.text.replacing("%", with: "")).map(Query.progress)
    case "rating": return QueryRange(term.text).map(Query.rating)
    case "average": return QueryRange(term.text).map(Query.average)
    case "language":
      return term.text.isEmpty ? nil : .language(LanguageCode.named(term.text) ?? LanguageCode.canonical(term.text))
    case "source": return term.text.isEmpty ? nil : .source(term.text)
    case "is": return Query.BookState(term.text.lowercased()).map(Query.state)
    case "format": return BookFormat(rawValue: term.text.lowercased()).map(Query.format)
    case "file": return term.text.isEmpty ? nil : .file(type: term.text.lowercased())
    case "has": return held(term.text)
    case "no": return held(term.text).map(Query.not)
    case "id": return identifier(term.text)
    default: return nil
    }
  }

  /// Returns the query for books that have a value in a built-in field. `has:file` finds books with files or
  /// attachments, and `has:year` finds books that show a year.
  private static func held(_ name: String) -> Query? {
    if name.lowercased() == "file" { return .file(type: "") }
    if BookField.isYear(name) { return .year(.everything) }
    let filtered: BookField? = name.lowercased() == "average" ? .averageRating : nil
    guard let field = BookField(named: name) ?? filtered else { return nil }
    switch field {
    case .copies: return .state(.owned)
    default: return HeldCondition.indexed(field) == nil ? nil : .has(field)
    }
  }

  /// Returns the query for an identifier such as `goodreads=234225`. Without a value, as in `goodreads`, the query
  /// finds books with any identifier of that type.
  private static func identifier(_ text: String) -> Query? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let type = parts.first, !type.isEmpty else { return nil }
    return .identifier(type: type.lowercased(), value: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// Returns the query that searches for a term as plain text. If the term looks like `field:value`, both parts are
  /// searched for.
  private static func words(of term: Term) -> Query? {
    let text = term.field.map { "\($0) \(term.text)" } ?? term.text
    if let isbn = try? ISBN(text) { return .isbn(isbn.digits) }
    if term.field == nil || term.isPhrase { return self.text(text, in: nil, isPrefix: !term.isPhrase) }
    // In `dune:messiah`, the two words need not be next to each other.
    let parts = [term.field ?? "", term.text].compactMap { self.text($0, in: nil, isPrefix: true) }
    return parts.isEmpty ? nil : parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Returns the digits of a text if they may be the beginning of an ISBN, or `nil` otherwise.
  private static func digits(_ text: String) -> String? {
    let digits = text.filter { $0 != "-" && $0 != " " }
    return digits.isDigits && (1...13).contains(digits.utf8.count) ? digits : nil
  }

  /// Returns the condition for words, including other spellings of initials.
  private static func text(_ text: String, in field: TextMatch.Field?, isPrefix: Bool) -> Query? {
    guard var match = match(text, in: field, isPrefix: isPrefix) else { return nil }
    if field == nil || field == .author { match.initials = Initials.spellings(of: text, isPrefix: isPrefix) }
    return .text(match)
  }

  private static func match(_ text: String, in field: TextMatch.Field?, isPrefix: Bool) -> TextMatch? {
    let words = SearchWords.words(in: text)
    return words.isEmpty ? nil : TextMatch(field: field, words: words, isPrefix: isPrefix)
  }

  /// Splits a query text into terms. It examines Unicode scalars, not characters, so that a separator is recognised
  /// even if a combining mark follows it.
  struct Scanner {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) { rest = text[...].unicodeScalars }

    func terms() -> [Term] {
      var scanner = self
      var terms: [Term] = []
      while let term = scanner.next(), terms.count <= QueryParser.termLimit { terms.append(term) }
      return terms
    }

    private mutating func next() -> Term? {
      rest = rest.drop(while: \.properties.isWhitespace)
      guard !rest.isEmpty else { return nil }
      var term = Term(text: "")
      if rest.first == "-", rest.count > 1 {
        term.isNegated = true
        rest = rest.dropFirst()
      }
      if let quoted = phrase() {
        term.text = quoted
        term.isPhrase = true
        return term
      }
      let word = rest.prefix { !$0.properties.isWhitespace && !QueryParser.isQuote($0) }
      if let end = word.firstIndex(where: { ":<>~".unicodeScalars.contains($0) }), end != word.startIndex,
        let pattern = pattern(after: end)
      {
        (term.field, term.text, term.isPattern) = (String(word[..<end]).lowercased(), pattern, true)
        term.nameRange = word.startIndex..<end
        return term
      }
      if let end = word.firstIndex(where: { ":<>".unicodeScalars.contains($0) }), end != word.startIndex {
        term.field = String(word[..<end]).lowercased()
        term.hasColon = word[end] == ":"
        term.nameRange = word.startIndex..<end
        // `pages>300` means `pages:>300`.
        rest = rest[(word[end] == ":" ? word.index(after: end) : end)...]
        if let quoted = phrase() {
          term.text = quoted
          term.isPhrase = true
          return term
        }
      }
      let value = rest.prefix { !$0.properties.isWhitespace && (term.field != nil || !QueryParser.isQuote($0)) }
      term.text = String(value)
      if let field = term.field, ["has", "no"].contains(field) { term.nameRange = value.startIndex..<value.endIndex }
      rest = rest[value.endIndex...]
      return term
    }

    /// Reads a pattern: a `~`, a regular expression between slashes, and the letters after it. If the closing slash is
    /// missing, the pattern extends to the end of the text. Returns `nil` if there is no pattern.
    private mutating func pattern(after separator: String.Index) -> String? {
      let content = rest[separator...].dropFirst()
      guard rest[separator] == "~", content.first == "/" else { return nil }
      var (end, isEscaped) = (content.index(after: content.startIndex), false)
      while end < content.endIndex, isEscaped || content[end] != "/" {
        isEscaped = content[end] == "\\" && !isEscaped
        end = content.index(after: end)
      }
      end = content[end...].firstIndex(where: \.properties.isWhitespace) ?? content.endIndex
      rest = content[end...]
      return String(content[..<end])
    }

    /// Reads a phrase in quotation marks. A straight mark is closed by a straight mark, and a curly mark by a curly
    /// mark. If the closing mark is missing, any other quotation mark closes the phrase. If there is no other mark, the
    /// phrase extends to the end of the text.
    private mutating func phrase() -> String? {
      guard let open = rest.first, QueryParser.isQuote(open) else { return nil }
      let content = rest.dropFirst()
      let closing: [Unicode.Scalar] = open == "\"" ? ["\""] : open == "„" ? ["“", "”"] : ["”"]
      let end = content.firstIndex(where: closing.contains) ?? content.firstIndex(where: QueryParser.isQuote)
      let text = content[..<(end ?? content.endIndex)]
      rest = content[text.endIndex...].dropFirst()
      return String(text)
    }
  }

  private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "“" || scalar == "”" || scalar == "„"
  }
}
