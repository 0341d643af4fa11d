/// Reads what a person types. Anything is a query: what looks like syntax and is not is text.
///
/// Words stand side by side when all must match; `a OR b` takes either; `-a` leaves out; quotes make a phrase;
/// `field:value` asks one field. `catalog help query` explains it with examples.
enum QueryParser {
  /// The most terms that are looked at; a pasted page asks no more than its beginning.
  static let termLimit = 32

  static func parse(_ text: String) -> Query {
    let terms = joiningInitials(Scanner(text).terms())
    guard !terms.isEmpty else { return .everything }
    var alternatives: [[Query]] = []
    var joinsNext = false
    for (index, term) in terms.prefix(termLimit).enumerated() {
      let isBetween = index > 0 && index < terms.count - 1
      if term.isOr, isBetween, !joinsNext {
        joinsNext = !alternatives.isEmpty
        continue
      }
      if let query = query(of: term) {
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

  /// The terms, where initials that stand side by side are one: `J. R. R. Tolkien` is `J.R.R. Tolkien`, as in a name.
  private static func joiningInitials(_ terms: [Term]) -> [Term] {
    var joined: [Term] = []
    for term in terms {
      if var last = joined.last, last.isPlain, term.isPlain, last.text.hasSuffix("."), term.text.hasSuffix(".") {
        last.text += " " + term.text
        if SearchWords.words(in: last.text).count == 1 {
          joined[joined.count - 1] = last
          continue
        }
      }
      joined.append(term)
    }
    return joined
  }

  /// A piece of a query between spaces: an optional `-`, an optional `field:`, then a word or a phrase.
  struct Term: Equatable {
    var text: String
    var field: String?
    /// Whether a colon stands between the field and the text, and not a sign of comparison.
    var hasColon = false
    var isPhrase = false
    /// Whether the text is a pattern between strokes, behind a `~`.
    var isPattern = false
    var isNegated = false
    /// Where the name of a field stands: in front of the colon, or behind that of `has:` and `no:`.
    var nameRange: Range<String.Index>?

    /// Whether it is nothing but a word.
    var isPlain: Bool { field == nil && !isPhrase && !isNegated }

    /// Whether it joins what stands before it and behind it.
    var isOr: Bool { isPlain && text == "OR" }

    /// The name behind an `@`; `nil` of another term.
    var savedName: Substring? {
      guard field == nil, !isPhrase, text.hasPrefix("@"), SavedSearch.isName(text.dropFirst()) else { return nil }
      return text.dropFirst()
    }
  }

  private static func query(of term: Term) -> Query? {
    let query = term.field.flatMap { fielded($0, term) } ?? named(term) ?? saved(term) ?? words(of: term)
    return query.map { term.isNegated ? .not($0) : $0 }
  }

  /// What may be a field that the user made: only the catalog knows.
  private static func named(_ term: Term) -> Query? {
    guard let name = term.field, term.isPattern || ["has", "no"].contains(name) || !names.contains(name),
      !term.text.isEmpty,
      let otherwise = words(of: term)
    else { return nil }
    return .named(
      Query.NamedField(
        name: name, text: term.text, isPhrase: term.isPhrase, isPattern: term.isPattern, otherwise: otherwise))
  }

  /// `@name`, which may be a search that the user saved: only the catalog knows.
  private static func saved(_ term: Term) -> Query? {
    guard let name = term.savedName, let otherwise = words(of: term) else { return nil }
    return .saved(Query.NamedSearch(name: String(name), otherwise: otherwise))
  }

  /// What every catalog can be asked by: a field of the user's own is not called so.
  static let names = Set(
    TextMatch.Field.allCases.map(\.rawValue) + DateCondition.Event.allCases.map(\.rawValue) + numberNames + [
      "isbn", "language", "source", "is", "format", "file", "has", "no", "id",
    ])

  /// Those that take numbers and ranges of them.
  static let numberNames = ["year", "pages", "rating", "average"]

  static func fielded(_ name: String, _ term: Term) -> Query? {
    if term.isPattern {
      return BookField(named: name).flatMap { try? PatternCondition($0, $0.definition, term.text) }.map(Query.pattern)
    }
    if let field = TextMatch.Field(rawValue: name) {
      let whole = BookField(named: name).flatMap { whole in
        WholeCondition(whole, term.text) { match($0, in: field, isPrefix: false).map(Query.text) }
      }
      if let whole { return .whole(whole) }
      return match(term.text, in: field, isPrefix: !term.isPhrase).map(Query.text)
    }
    if let event = DateCondition.Event(rawValue: name) {
      return DayCondition(term.text).map { .dates(DateCondition(event: event, days: $0)) }
    }
    switch name {
    case "isbn": return (try? ISBN(term.text)).map { .isbn($0.digits) } ?? digits(term.text).map(Query.isbn)
    case "year": return QueryRange(term.text).map(Query.year)
    case "pages": return QueryRange(term.text).map(Query.pages)
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

  /// The books with a value of a field that every catalog has; `has:file` finds those with files or attachments.
  private static func held(_ name: String) -> Query? {
    if name.lowercased() == "file" { return .file(type: "") }
    let filtered: BookField? = name.lowercased() == "average" ? .averageRating : nil
    guard let field = BookField(named: name) ?? filtered else { return nil }
    switch field {
    case .copies: return .state(.owned)
    default: return HeldCondition.indexed(field) == nil ? nil : .has(field)
    }
  }

  /// `goodreads=234225`, or `goodreads` of any value.
  private static func identifier(_ text: String) -> Query? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let type = parts.first, !type.isEmpty else { return nil }
    return .identifier(type: type.lowercased(), value: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// A term as text; a prefix that is no field belongs to the text.
  private static func words(of term: Term) -> Query? {
    let text = term.field.map { "\($0) \(term.text)" } ?? term.text
    if let isbn = try? ISBN(text) { return .isbn(isbn.digits) }
    if term.field == nil || term.isPhrase { return match(text, in: nil, isPrefix: !term.isPhrase).map(Query.text) }
    // `dune:messiah` are two words that need not stand side by side.
    let parts = [term.field ?? "", term.text].compactMap { match($0, in: nil, isPrefix: true).map(Query.text) }
    return parts.isEmpty ? nil : parts.count == 1 ? parts[0] : .all(parts)
  }

  /// The digits of what may be the beginning of an ISBN.
  private static func digits(_ text: String) -> String? {
    let digits = text.filter { $0 != "-" && $0 != " " }
    return digits.utf8.allSatisfy { (48...57).contains($0) } && (1...13).contains(digits.utf8.count) ? digits : nil
  }

  private static func match(_ text: String, in field: TextMatch.Field?, isPrefix: Bool) -> TextMatch? {
    let words = SearchWords.words(in: text)
    return words.isEmpty ? nil : TextMatch(field: field, words: words, isPrefix: isPrefix)
  }

  /// Divides the text into terms, by scalars: a sign stays a sign beside a mark or a letter that joins it.
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
        let pattern = pattern(behind: end)
      {
        (term.field, term.text, term.isPattern) = (String(word[..<end]).lowercased(), pattern, true)
        term.nameRange = word.startIndex..<end
        return term
      }
      if let end = word.firstIndex(where: { ":<>".unicodeScalars.contains($0) }), end != word.startIndex {
        term.field = String(word[..<end]).lowercased()
        term.hasColon = word[end] == ":"
        term.nameRange = word.startIndex..<end
        // `pages>300` is `pages:>300`.
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

    /// A pattern between strokes behind a `~`, and the letters behind it; one that is never closed goes to the end. `nil` where
    /// there is none.
    private mutating func pattern(behind sign: String.Index) -> String? {
      let content = rest[sign...].dropFirst()
      guard rest[sign] == "~", content.first == "/" else { return nil }
      var (end, isEscaped) = (content.index(after: content.startIndex), false)
      while end < content.endIndex, isEscaped || content[end] != "/" {
        isEscaped = content[end] == "\\" && !isEscaped
        end = content.index(after: end)
      }
      end = content[end...].firstIndex(where: \.properties.isWhitespace) ?? content.endIndex
      rest = content[end...]
      return String(content[..<end])
    }

    /// A phrase between quotation marks, which ends at the mark that closes the one that opens it: straight marks are closed by
    /// straight ones, curly ones by curly ones. If there is none, any mark closes it, and without one it goes to the end.
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
