/// The title, people and positions in series that identify a book, either from one record or from the book as it is
/// shown.
struct StatedName {
  let title: String?
  let authors: [String]
  private let contributors: [String]
  private let ownPositions: [SeriesPlace]

  /// The maximum number of authors and of contributors to compare. Further people add no information.
  private static let limit = 20

  init(_ values: FieldPresences) {
    var positions: [SeriesPlace] = []
    if case .text(let series)? = values[.series].value {
      var number: Double?
      if case .decimal(let value)? = values[.seriesNumber].value { number = value }
      positions.append(SeriesPlace(series, number: number))
    }
    if case .records(let records)? = values[.otherSeries].value {
      positions += records.compactMap(SeriesPlace.init(record:))
    }
    var contributors: [Contributor] = []
    if case .records(let records)? = values[.contributors].value {
      contributors = records.compactMap(Contributor.init(record:))
    }
    self.init(
      title: values[.title].value?.description, authors: values[.authors].value.items, contributors: contributors,
      positions)
  }

  init(_ book: Book) {
    let own = book.series.map { [SeriesPlace($0, number: book.seriesNumber)] } ?? []
    self.init(
      title: book.title, authors: book.authors, contributors: book.contributors, own + book.otherSeries)
  }

  private init(title: String?, authors: [String], contributors: [Contributor], _ positions: [SeriesPlace]) {
    (self.title, self.authors, ownPositions) = (title, Array(authors.prefix(Self.limit)), positions)
    self.contributors = contributors.prefix(Self.limit).map(\.name)
  }

  /// The title; `nil` if there is no title or if it is a placeholder.
  private var knownTitle: String? { title.flatMap { Placeholder.isTitle($0) ? nil : $0 } }
  private var knownAuthors: [String] { authors.filter { !Placeholder.isAuthor($0) } }
  private var people: [String] { knownAuthors + contributors }

  /// The volume numbers of the book in each series, keyed by the series' name in folded letters.
  private var numbers: [String: Set<Double>] {
    let positions = (title.map { TitleParts($0).places } ?? []) + ownPositions
    return positions.reduce(into: [:]) { numbers, position in
      guard let number = position.number else { return }
      numbers[Self.series(position.name), default: []].insert(number)
    }
  }
}

extension StatedName {
  /// Returns the folded letters of a series' name, without a leading article or a final “Series”.
  private static func series(_ name: String) -> String {
    let letters = TitleParts(name).bare
    return letters.hasSuffix("series") && letters != "series" ? String(letters.dropLast(6)) : letters
  }
}

// MARK: - Without a number

extension StatedName {
  /// Returns true if both names have the same title and the same authors. Case, punctuation, leading articles,
  /// initials, and a bracketed series name at the end of the title are ignored.
  func isSame(as other: StatedName) -> Bool {
    guard let title, let otherTitle = other.title, !authors.isEmpty, authors.count == other.authors.count else {
      return false
    }
    let (mine, theirs) = (TitleParts(title), TitleParts(otherTitle))
    return mine.bare == theirs.bare && mine.subtitle == theirs.subtitle
      && WordSigns.of(title) == WordSigns.of(otherTitle) && zip(authors, other.authors).allSatisfy(Self.isSame)
      && !hasOtherNumbers(than: other)
  }

  /// Returns true if both names have numbers in the same series, but no number in common.
  func hasOtherNumbers(than other: StatedName) -> Bool { !sharedSeries(disjointFrom: other).isEmpty }

  /// Returns false if two books with the same title may be different volumes. They may be if only one of the books has
  /// a number in a series named like the title, and the number is not 1. A book without a number is most likely the
  /// first volume.
  func isSameVolume(as other: StatedName) -> Bool {
    let volumeNumbers = [self, other].map { name -> Set<Double>? in
      let (title, numbers) = (TitleParts(name.title ?? ""), name.numbers)
      return numbers[title.main] ?? numbers[title.bare]
    }
    return (volumeNumbers[0] == nil) == (volumeNumbers[1] == nil) || volumeNumbers.contains { $0?.contains(1) == true }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (AuthorName(one), AuthorName(other))
    guard let fit = one.fit(other) else { return false }
    return fit <= .initials && one.suffix == other.suffix
  }

  /// Returns true if both names denote volumes of the same series with different numbers.
  ///
  /// Some series have several numberings. Two books with the same title that share an ISBN or identifier are therefore
  /// treated as the same volume, unless the title is the name of the series.
  func isOtherVolume(than other: StatedName) -> Bool {
    let series = sharedSeries(disjointFrom: other)
    guard !series.isEmpty, let title, let otherTitle = other.title else { return !series.isEmpty }
    let (mine, theirs) = (TitleParts(title), TitleParts(otherTitle))
    return mine.bare != theirs.bare || series.contains { [mine.main, mine.bare, theirs.main].contains($0) }
  }

  /// Returns the series in which both names have numbers. The result is empty if the names have the same number in at
  /// least one of these series.
  private func sharedSeries(disjointFrom other: StatedName) -> [String] {
    // In most cases, both names have the same series, or neither has any.
    if title == other.title, ownPositions == other.ownPositions { return [] }
    let (numbers, others) = (numbers, other.numbers)
    let shared = numbers.keys.filter { others[$0] != nil }
    return shared.allSatisfy { numbers[$0, default: []].isDisjoint(with: others[$0, default: []]) } ? shared : []
  }
}

// MARK: - With a shared number

extension StatedName {
  /// Returns true if the titles are the same or one title is a part of the other, and the books are not different
  /// volumes.
  func hasTitle(of other: StatedName) -> Bool {
    guard let title = knownTitle, let otherTitle = other.knownTitle else { return false }
    return Self.areAlike(title, otherTitle) && !isOtherVolume(than: other)
  }

  /// Returns true if the titles are alike or the names have a person in common, and the books are not different
  /// volumes.
  func isLike(_ other: StatedName) -> Bool {
    let hasAuthor = people.contains { one in other.people.contains { Self.mayBeOne(one, $0) } }
    return hasAuthor ? !isOtherVolume(than: other) : hasTitle(of: other)
  }

  /// Returns true if this name cannot denote a book that has the other names. That is the case if its title and all its
  /// authors are unlike those of the other names, or if it denotes another volume of a series. Missing names, and names
  /// in another script, are not a contradiction.
  func contradicts(_ others: [StatedName]) -> Bool {
    let numbered = others.filter { other in numbers.keys.contains { other.numbers[$0] != nil } }
    if !numbered.isEmpty, numbered.allSatisfy(isOtherVolume) { return true }
    return hasOtherTitle(than: others) && hasOtherAuthors(than: others)
  }

  private func hasOtherTitle(than others: [StatedName]) -> Bool {
    guard let title = knownTitle else { return false }
    let comparable = others.compactMap(\.knownTitle).filter { TextScripts.areComparable(title, $0) }
    return !comparable.isEmpty && !comparable.contains { Self.areAlike(title, $0) }
  }

  private func hasOtherAuthors(than others: [StatedName]) -> Bool {
    let comparable = others.filter { other in
      knownAuthors.contains { one in other.knownAuthors.contains { TextScripts.areComparable(one, $0) } }
    }
    if comparable.isEmpty { return false }
    // Names in different scripts cannot be compared.
    return others.allSatisfy { other in
      people.allSatisfy { one in
        other.people.allSatisfy { TextScripts.areComparable(one, $0) && !Self.mayBeOne(one, $0) }
      }
    }
  }

  private static func areAlike(_ one: String, _ other: String) -> Bool {
    if one == other || TitleParts(one).bare == TitleParts(other).bare { return true }
    let words = [one, other].map { SearchWords.significant(in: $0) }.sorted { $0.utf8.count < $1.utf8.count }
    return words[0].utf8.count > 3 && " \(words[1]) ".contains(" \(words[0]) ")
  }

  /// Returns true if two names may denote the same person, either by the rules of ``AuthorName`` or because programs
  /// often confuse the two spellings.
  private static func mayBeOne(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    let (one, other) = (AuthorName(one), AuthorName(other))
    if one.fit(other) != nil { return true }
    let (mine, theirs) = (Set(one.words), Set(other.words))
    if mine.count > 1, theirs.count > 1, mine.isSubset(of: theirs) || theirs.isSubset(of: mine) { return true }
    return one.words[0].first == other.words[0].first && areAlike(families: one.family, other.family)
  }

  /// Returns true if two family names may be spellings of one name, such as “Dostoevsky” and “Dostojewski”, or “LeGuin”
  /// and “Guin”.
  private static func areAlike(families one: String, _ other: String) -> Bool {
    let common = zip(one.unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }.count
    return common > 3 || min(one.utf8.count, other.utf8.count) > 3 && (one.hasSuffix(other) || other.hasSuffix(one))
  }
}

extension SearchWords {
  /// Returns the words of a title without its leading article, separated by spaces.
  fileprivate static func significant(in title: String) -> String {
    SortKey.titles(title)[1]
  }
}
