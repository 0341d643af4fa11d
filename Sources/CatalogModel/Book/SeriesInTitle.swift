/// A parser for the series at the end of a title, in parentheses as Goodreads writes them: `(The Hunger Games, #1)`,
/// `(The Locked Tomb #1)`, `(Discworld, #8; City Watch, #1)`.
package struct SeriesInTitle: Equatable {
  /// The title before the parentheses; the whole title if nothing precedes them.
  package let title: String
  /// The series, at least one, with the book's number in each. The main series comes first.
  package let places: [SeriesPlace]

  package init?(_ whole: String) {
    // Unicode scalars are used, because a parenthesis followed by a combining mark is not a `Character` of its own.
    let scalars = whole.unicodeScalars
    guard scalars.last == ")", let open = scalars.lastIndex(of: "(") else { return nil }
    let places = scalars[scalars.index(after: open)...].dropLast().split(separator: ";").map(Self.place)
    // An entry without a number is not a series. Entries after it are ignored, because they may not be series either.
    self.places = places.prefix { $0 != nil }.compactMap(\.self)
    if self.places.isEmpty { return nil }
    let bare = String(scalars[..<open]).trimmed()
    title = bare.isEmpty ? whole : bare
  }

  private static func place(_ text: Substring.UnicodeScalarView) -> SeriesPlace? {
    guard let hash = text.lastIndex(of: "#") else { return nil }
    let name = String(text[..<hash]).trimmed()
    let trimmedName = name.unicodeScalars.last == "," ? String(name.unicodeScalars.dropLast()).trimmed() : name
    guard !trimmedName.isEmpty else { return nil }
    // A range such as #1-3 counts as its first number.
    let digits = text[text.index(after: hash)...].prefix { ("0"..."9").contains($0) || $0 == "." }
    let hasHalf = digits.endIndex < text.endIndex && text[digits.endIndex] == "½"
    guard !digits.isEmpty || hasHalf, let number = digits.isEmpty ? 0 : Double(String(digits)) else { return nil }
    return SeriesPlace(trimmedName, number: hasHalf ? number + 0.5 : number)
  }
}
