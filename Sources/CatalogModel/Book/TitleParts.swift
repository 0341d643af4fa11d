/// The parts of a title, for comparing it with longer or shorter forms of the same title. The parts are a main title, a
/// subtitle, and the book's number in a series: `Dune: A Novel (Dune, #1) [Paperback]`.
package struct TitleParts {
  /// The letters of the main title (``Fold/letters(of:)``); the folded title if it has no letters.
  package let main: String
  /// The letters of the main title without a leading article of any language. The article is kept if it is the whole
  /// title.
  package let bare: String
  /// The title without brackets at its end.
  package let unbracketed: String
  private let title: String
  private let afterDivider: String
  /// The bracketed texts at the end of the title that do not name a series.
  private let notes: String
  private let series: [SeriesPlace]

  package init(_ title: String) {
    let (whole, series, notes) = Self.divided(title)
    (unbracketed, self.series, self.notes) = (whole, series, notes)
    let scalars = whole.unicodeScalars
    if let divider = Self.divider(in: scalars) {
      let main = String(scalars[..<divider])
      let letters = Fold.letters(of: main)
      if !letters.isEmpty {
        self.main = letters
        bare = Self.bare(main, letters)
        self.title = main
        afterDivider = String(scalars[scalars.index(after: divider)...])
        return
      }
    }
    let letters = Fold.letters(of: whole)
    main = letters.isEmpty ? Fold.fold(whole) : letters
    bare = letters.isEmpty ? main : Self.bare(whole, letters)
    self.title = whole
    afterDivider = ""
  }

  /// The letters of the subtitle, which follows a colon or a dash or is in brackets; empty if there is no subtitle.
  package var subtitle: String { Fold.letters(of: afterDivider + notes) }

  /// The series that the title names, with the book's number in each. They come from brackets at the end of the title,
  /// from a volume number at the start of the subtitle, and from a volume number at the end of the title: “Dune, Vol.
  /// 2”. In the last two cases, the main title serves as the name of the series.
  package var places: [SeriesPlace] {
    let words = SearchWords.words(in: title)
    let atEnd = words.count > 2 ? Self.place(in: words.suffix(2), of: SearchWords.joined(words.dropLast(2))) : []
    return series + Self.place(in: SearchWords.words(in: afterDivider).prefix(2), of: title.trimmed()) + atEnd
  }

  /// Returns a title without the brackets at its end, the series that these brackets name, and the texts in the
  /// remaining brackets.
  private static func divided(_ title: String) -> (title: String, series: [SeriesPlace], notes: String) {
    var (rest, places, notes) = (title.trimmed(), [SeriesPlace](), "")
    // Unicode scalars are used, because a bracket followed by a combining mark is not a `Character` of its own.
    while let last = rest.unicodeScalars.last, let opening = brackets[last] {
      let scalars = rest.unicodeScalars
      if let series = SeriesInTitle(rest) {
        if series.title == rest { break }
        places += series.places
        rest = series.title
        continue
      }
      guard let open = scalars.lastIndex(of: opening), open > scalars.startIndex else { break }
      let before = String(scalars[..<open]).trimmed()
      if before.isEmpty { break }
      let text = String(scalars[scalars.index(after: open)...].dropLast())
      let words = SearchWords.words(in: text)
      let volume = words.suffix(2)
      let place = place(in: volume, of: words.count > 2 ? SearchWords.joined(words.dropLast(2)) : before)
      places += place
      if place.isEmpty { notes = text + " " + notes }
      rest = before
    }
    return (rest, places, notes)
  }

  private static let brackets: [UnicodeScalar: UnicodeScalar] = [")": "(", "]": "["]

  /// Returns the letters of a text without a leading article.
  private static func bare(_ text: String, _ letters: String) -> String {
    let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = scalars.firstIndex(where: { $0.properties.isWhitespace || apostrophes.contains($0) }),
      LanguageCode.isArticle(Fold.fold(String(scalars[..<end])))
    else { return letters }
    let rest = Fold.letters(of: String(scalars[end...]))
    return rest.isEmpty ? letters : rest
  }

  private static let apostrophes: Set<UnicodeScalar> = ["'", "\u{2019}"]

  /// Returns the index of the first colon followed by a space, or of the first dash with a space on either side.
  private static func divider(in title: String.UnicodeScalarView) -> String.Index? {
    var before: UnicodeScalar?
    for index in title.indices {
      let scalar = title[index]
      let isDivider = scalar == ":" ? before != nil : before == " " && dashes.contains(scalar)
      let next = title.index(after: index)
      if isDivider, next < title.endIndex, title[next] == " " { return index }
      before = scalar
    }
    return nil
  }

  private static let dashes: Set<UnicodeScalar> = ["-", "\u{2010}", "\u{2011}", "\u{2013}", "\u{2014}"]

  /// Returns the series and number that words such as “Volume 2”, “Book Three” or “Part IV” denote; empty if the words
  /// mean something else.
  private static func place(in words: ArraySlice<String>, of series: String) -> [SeriesPlace] {
    guard words.count == 2, let word = words.first, let last = words.last, volumeWords.contains(word),
      let number = number(of: last)
    else { return [] }
    return [SeriesPlace(series, number: number)]
  }

  private static func number(of word: String) -> Double? {
    if word.utf8.allSatisfy({ (48...57).contains($0) }) { return Double(word) }
    return (numberWords.firstIndex(of: word) ?? romanNumbers.firstIndex(of: word)).map { Double($0 + 1) }
  }

  private static let numberWords = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]
  private static let romanNumbers = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
  ]

  private static let volumeWords: Set<String> = [
    "volume", "vol", "book", "part", "number", "no", "band", "bd", "teil", "tome", "tomo", "tom", "deel", "livre",
    "libro",
  ]
}
