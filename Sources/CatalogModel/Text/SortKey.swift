/// The keys by which lists are ordered: folded, without a leading article, numbers by value. They are stored, so that
/// SQLite needs no collation of ours and any program can read the file. At most 240 bytes; what is equal up to there is
/// ordered by the book's id.
package enum SortKey {
  private static let limit = 240

  /// “The Catcher in the Rye” → `catcher in the rye`; the language decides what an article is, English when unknown.
  package static func title(_ title: String, language: String?) -> String {
    Self.title(title, words: SearchWords.words(in: title), language: language)
  }

  /// The same where the title's words are known.
  package static func title(_ title: String, words: [String], language: String?) -> String {
    let key = joined(significant(words[...], language: language))
    // A title of nothing but punctuation still needs a place in the list.
    return key.isEmpty ? Fold.fold(title).cut(toBytes: limit) : key
  }

  /// A title's words without its leading article, unless that is all there is.
  package static func significant(_ words: ArraySlice<String>, language: String?) -> ArraySlice<String> {
    guard words.count > 1, let first = words.first, LanguageCode.articles(of: language).contains(first) else {
      return words
    }
    return words.dropFirst()
  }

  /// The two keys that a title may have, whatever its language is taken to be: with its first word and without it.
  package static func titles(_ title: String) -> [String] {
    let words = SearchWords.words(in: title)
    return words.isEmpty ? Array(repeating: Fold.fold(title).cut(toBytes: limit), count: 2) : titles(of: words[...])
  }

  /// The same of a title's words, of which there is at least one.
  package static func titles(of words: ArraySlice<String>) -> [String] {
    let hasArticle = words.count > 1 && words.first.map(LanguageCode.isArticle) == true
    return [joined(words), joined(hasArticle ? words.dropFirst() : words)]
  }

  /// Where the keys of titles lie that begin with some words, with a leading article among these or before them, whatever
  /// their language is taken to be; others may lie there, too. Keys are compared byte by byte.
  ///
  /// - Parameters:
  ///   - words: folded words, more than one.
  ///   - lastBegun: whether the last one may be the beginning of a word.
  package static func titles(beginningWith words: ArraySlice<String>, lastBegun: Bool) -> [Range<String>] {
    // The beginning of a number says nothing of its value.
    let isNumber = lastBegun && words.last.map { byValue($0) != $0 } == true
    return Set(titles(of: isNumber ? words.dropLast() : words)).sorted().map { key in
      // A key that is cut is compared as far as it goes; so are the keys of titles.
      lastBegun && !isNumber || key.utf8.count > limit - 4 ? key..<(key + "\u{10FFFF}") : key..<(key + "!")
    }
  }

  /// “Ursula K. Le Guin” → `le guin ursula k`: the surname first, with a capitalised particle; lower-case particles
  /// (de, von, van) stay with the given names, suffixes (Jr., III) go last. A name with a comma is taken as inverted.
  package static func author(_ name: String) -> String {
    if name.holds(UInt8(ascii: ",")) { return inOrder(name) }
    var parts = name.unicodeScalars.split(separator: " ").map(String.init)
    var suffix: [String] = []
    while parts.count > 1, let last = parts.last, isSuffix(last) {
      suffix.insert(parts.removeLast(), at: 0)
    }
    guard parts.count > 1 else { return inOrder(name) }
    var surname = [parts.removeLast()]
    while parts.count > 1, let last = parts.last, particles.contains(last) {
      surname.insert(parts.removeLast(), at: 0)
    }
    return inOrder(SearchWords.joined(surname + parts + suffix))
  }

  /// The series, then the number within it, so that 2 stands before 10 and 1.5 between 1 and 2.
  package static func series(_ name: String, number: Double?) -> String {
    let folded = inOrder(name).cut(toBytes: limit - 10)
    guard let number else { return folded }
    // No field takes a number beyond these, but another program may have written one.
    let hundredths = number.isNaN ? 0 : Int64(min(max((number * 100).rounded(), -1e15), 1e15))
    return folded + "\u{1}" + String(hundredths).leftPadded(to: 9)
  }

  /// A text or a list, as lists are ordered by it. Shorter than other keys: it stands in the search index, once more than the
  /// value.
  package static func text(_ text: String) -> String { inOrder(text).cut(toBytes: 80) }

  /// What capitalised family names begin with.
  package static let particles: Set<String> = [
    "Le", "La", "Les", "Du", "Des", "De", "Da", "Di", "Del", "Della", "Van", "Von", "Der", "Den", "Ten", "Ter", "El",
    "Al", "Mac", "St.", "Saint", "San", "Santa",
  ]
  private static let suffixes: Set<String> = [
    "jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "phd", "ph.d.", "md", "m.d.",
  ]

  /// Whether a part of a name stands behind it: “Jr.”, “III”.
  package static func isSuffix(_ part: String) -> Bool { suffixes.contains(Fold.fold(part)) }

  /// The key of a name as it stands. One of nothing but punctuation still needs a place in the list.
  private static func inOrder(_ name: String) -> String {
    let key = joined(SearchWords.words(in: name)[...])
    return key.isEmpty ? Fold.fold(name).cut(toBytes: limit) : key
  }

  private static func joined(_ words: ArraySlice<String>) -> String {
    SearchWords.joined(words.map(byValue)).cut(toBytes: limit)
  }

  /// A run of digits with its length in front: `9` → `19`, `10` → `210`, so that texts order as numbers do.
  private static func byValue(_ word: String) -> String {
    guard word.utf8.contains(where: { (48...57).contains($0) }) else { return word }
    var result = ""
    var digits = ""
    func flush() {
      guard !digits.isEmpty else { return }
      let significant = digits.drop { $0 == "0" }
      let number = significant.isEmpty ? "0" : String(significant)
      result += number.count < 9 ? String(number.count) : "9" + String(number.count).leftPadded(to: 4)
      result += number
      digits = ""
    }
    for character in word.unicodeScalars {
      if ("0"..."9").contains(character) {
        digits.unicodeScalars.append(character)
      } else {
        flush()
        result.unicodeScalars.append(character)
      }
    }
    flush()
    return result
  }
}
