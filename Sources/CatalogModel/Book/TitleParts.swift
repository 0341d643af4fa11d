/// A title as it is compared with one that says more or less: `Dune: A Novel (Dune, #1)` has a main title, a subtitle, and
/// a place in a series.
package struct TitleParts {
  /// The letters of the title without the rest, see ``Fold/letters(of:)``; the folded title where it has none.
  package let main: String
  private let title: String
  private let behindDivider: String
  private let series: SeriesInTitle?

  package init(_ title: String) {
    series = SeriesInTitle(title)
    let whole = series?.title ?? title
    let scalars = whole.unicodeScalars
    if let divider = Self.divider(in: scalars) {
      let main = String(scalars[..<divider])
      let letters = Fold.letters(of: main)
      if !letters.isEmpty {
        self.main = letters
        self.title = main
        behindDivider = String(scalars[scalars.index(after: divider)...])
        return
      }
    }
    let letters = Fold.letters(of: whole)
    main = letters.isEmpty ? Fold.fold(whole) : letters
    self.title = whole
    behindDivider = ""
  }

  /// The letters of what stands behind a colon or a dash; empty without one.
  package var subtitle: String { Fold.letters(of: behindDivider) }

  /// The series in parentheses at the end, and the volume that the subtitle begins with, as one of the title's series.
  package var places: [SeriesPlace] {
    let volume = Self.volume(in: behindDivider).map { SeriesPlace(title.trimmed(), number: $0) }
    return (series?.places ?? []) + (volume.map { [$0] } ?? [])
  }

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

  /// The number of “Volume 2” and “Book 3, the end”.
  private static func volume(in subtitle: String) -> Double? {
    let words = SearchWords.words(in: subtitle)
    guard words.count > 1, volumeWords.contains(words[0]), words[1].utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Double(words[1])
  }

  private static let volumeWords: Set<String> = [
    "volume", "vol", "book", "part", "number", "no", "band", "bd", "teil", "tome", "tomo", "tom", "deel", "livre",
    "libro",
  ]
}
