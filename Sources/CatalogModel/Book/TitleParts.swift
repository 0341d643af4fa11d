/// A title as it is compared with one that says more or less: `Dune: A Novel (Dune, #1) [Paperback]` has a main title, a
/// subtitle, and a place in a series.
package struct TitleParts {
  /// The letters of the title without the rest, see ``Fold/letters(of:)``; the folded title where it has none.
  package let main: String
  /// The same without a leading article of any language, unless that is all there is.
  package let bare: String
  /// The title without what stands in brackets at its end.
  package let unbracketed: String
  private let title: String
  private let behindDivider: String
  /// What stands in brackets at the end and is no series.
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
        behindDivider = String(scalars[scalars.index(after: divider)...])
        return
      }
    }
    let letters = Fold.letters(of: whole)
    main = letters.isEmpty ? Fold.fold(whole) : letters
    bare = letters.isEmpty ? main : Self.bare(whole, letters)
    self.title = whole
    behindDivider = ""
  }

  /// The letters of what stands behind a colon or a dash, or in brackets; empty without one.
  package var subtitle: String { Fold.letters(of: behindDivider + notes) }

  /// The series in brackets at the end, the volume that the subtitle begins with, and the one that the title ends with
  /// (`Dune, Vol. 2`), the latter two as volumes of the title's series.
  package var places: [SeriesPlace] {
    let words = SearchWords.words(in: title)
    let atEnd = words.count > 2 ? Self.place(in: words.suffix(2), of: SearchWords.joined(words.dropLast(2))) : []
    return series + Self.place(in: SearchWords.words(in: behindDivider).prefix(2), of: title.trimmed()) + atEnd
  }

  /// A title without what stands in brackets at its end.
  private static func divided(_ title: String) -> (title: String, series: [SeriesPlace], notes: String) {
    var (rest, places, notes) = (title.trimmed(), [SeriesPlace](), "")
    // Scalars: beside a combining mark a sign is no `Character` of its own.
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

  /// A text's letters without its leading article.
  private static func bare(_ text: String, _ letters: String) -> String {
    let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = scalars.firstIndex(where: { $0.properties.isWhitespace || apostrophes.contains($0) }),
      LanguageCode.isArticle(Fold.fold(String(scalars[..<end])))
    else { return letters }
    let rest = Fold.letters(of: String(scalars[end...]))
    return rest.isEmpty ? letters : rest
  }

  private static let apostrophes: Set<UnicodeScalar> = ["'", "\u{2019}"]

  /// The first colon with a space behind it, or dash with a space on either side.
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

  /// The place that “Volume 2”, “Book Three” or “Part IV” names in a series; none where two words say something else.
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
