/// The certainty that two books are the same, and their differences.
struct Likeness {
  typealias Difference = DuplicateGroup.Difference

  let grade: DuplicateGroup.Grade
  let differences: Set<Difference>

  /// The differences in spelling that leave no doubt that the books are the same.
  private static let harmless: Set<Difference> = [.punctuation, .series, .authorOrder]

  /// Creates the likeness of two books.
  ///
  /// - Returns: `nil` if nothing indicates that the books are the same, or if something shows that they are not.
  init?(_ one: AlikeBook, _ other: AlikeBook) {
    var titles = Self.titles(one, other)
    let authors = Self.authors(one, other)
    if titles?.isEmpty == true, authors?.isEmpty == true, one.fingerprint != other.fingerprint {
      titles?.insert(.punctuation)
    }
    let isOtherVolume = one.numbers.contains { series, numbers in
      other.numbers[series].map(numbers.isDisjoint) == true
    }
    if one.sharesNumber(with: other) {
      // A shared identifier normally means the same edition. However, the identifier may have been mistyped, or all
      // volumes of a set may have the identifier of the set.
      var contradictions: Set<Difference> = []
      if titles == nil { contradictions.insert(.titles) }
      if authors == nil { contradictions.insert(.authors) }
      if isOtherVolume { contradictions.insert(.volumes) }
      if one.hasOtherISBN(than: other) { contradictions.insert(.isbns) }
      differences = contradictions.union(titles ?? []).union(authors ?? [])
      grade = contradictions.isEmpty ? .sure : .likely
      return
    }
    guard let titles, let authors, !isOtherVolume else { return nil }
    let editions = Self.editions(one, other)
    let doubts = Self.doubts(one, other)
    // Several series about the same hero may each begin with a volume named after the hero.
    if doubts.contains(.years), Self.areOfOtherSeries(one, other) { return nil }
    // A title alone is weak evidence: it must match completely, without any other differences.
    if authors.contains(.noAuthors) {
      let isWhole = titles.isDisjoint(with: [.subtitle, .article])
      guard isWhole, editions.isEmpty, doubts.isEmpty else { return nil }
    }
    differences = titles.union(authors).union(editions).union(doubts)
    if !editions.isEmpty {
      grade = .edition
    } else {
      grade = doubts.isEmpty && titles.union(authors).isSubset(of: Self.harmless) ? .sure : .likely
    }
  }

  /// Returns true if both books are volumes of series, and no series name of either book contains a series name of the
  /// other.
  private static func areOfOtherSeries(_ one: AlikeBook, _ other: AlikeBook) -> Bool {
    !one.numbers.isEmpty && !other.numbers.isEmpty
      && !one.numbers.keys.contains { mine in other.numbers.keys.contains { mine.contains($0) || $0.contains(mine) } }
  }

  /// Returns the differences in spelling of the titles; `nil` if the titles are different.
  private static func titles(_ one: AlikeBook, _ other: AlikeBook) -> Set<Difference>? {
    guard one.symbols == other.symbols else { return nil }
    var differences: Set<Difference> = []
    if one.title.main != other.title.main {
      guard one.title.bare == other.title.bare else { return nil }
      differences.insert(.article)
    }
    if one.subtitle != other.subtitle {
      guard one.subtitle.isEmpty || other.subtitle.isEmpty else { return nil }
      differences.insert(.subtitle)
    }
    if one.title.places.isEmpty != other.title.places.isEmpty { differences.insert(.series) }
    // The first volume of a series may have the name of the series. However, a book with that name and no number may be
    // any volume.
    let own = [one, other].map { $0.numbers[$0.title.main] ?? $0.numbers[$0.title.bare] }
    if (own[0] == nil) != (own[1] == nil) { differences.insert(.volumeNumber) }
    return differences
  }

  /// Returns the differences in spelling of the authors; `nil` if the authors are different.
  private static func authors(_ one: AlikeBook, _ other: AlikeBook) -> Set<Difference>? {
    let (mine, others) = (one.authors, other.authors)
    if mine.isEmpty || others.isEmpty { return [.noAuthors] }
    let (letters, otherLetters) = (mine.map(\.letters), others.map(\.letters))
    if letters == otherLetters { return [] }
    if letters.sorted() == otherLetters.sorted() { return [.authorOrder] }
    // A name may be inverted without a comma, or split into two names.
    if mine.flatMap(\.words).sorted() == others.flatMap(\.words).sorted() { return [.nameOrder] }
    var (fewer, more) = mine.count < others.count ? (mine, others) : (others, mine)
    var differences: Set<Difference> = fewer.count < more.count ? [.someAuthors] : []
    for author in fewer {
      let fits = more.enumerated().compactMap { index, other in author.fit(other).map { (index: index, fit: $0) } }
      guard let best = fits.min(by: { $0.fit < $1.fit }) else { return nil }
      more.remove(at: best.index)
      switch best.fit {
      case .same: continue
      case .initials: differences.insert(.initials)
      case .givenNames: differences.insert(.givenNames)
      }
    }
    return differences
  }

  /// Returns the differences between editions of one work.
  private static func editions(_ one: AlikeBook, _ other: AlikeBook) -> Set<Difference> {
    var differences: Set<Difference> = []
    if one.hasOtherISBN(than: other) { differences.insert(.isbns) }
    if contradict(one.language, other.language) { differences.insert(.languages) }
    if contradict(one.format, other.format) { differences.insert(.formats) }
    return differences
  }

  /// Returns the differences that may indicate different books, or may be mistakes.
  private static func doubts(_ one: AlikeBook, _ other: AlikeBook) -> Set<Difference> {
    var differences: Set<Difference> = []
    if one.hasOtherIdentifiers(than: other) { differences.insert(.identifiers) }
    if let mine = one.published, let theirs = other.published, !mine.isCompatible(with: theirs) {
      differences.insert(.years)
    }
    if let mine = one.publisher, let theirs = other.publisher, !mine.hasPrefix(theirs), !theirs.hasPrefix(mine) {
      differences.insert(.publishers)
    }
    if contradict(one.pages, other.pages) { differences.insert(.pages) }
    return differences
  }

  private static func contradict<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
    one != nil && other != nil && one != other
  }
}
