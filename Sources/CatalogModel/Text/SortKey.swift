import Platform

/// The keys that lists are sorted by: folded texts without a leading article, in which numbers sort by value. The keys
/// are stored, so that SQLite needs no custom collation and any program can read the file. A key has at most 240 bytes;
/// books with equal keys are sorted by id.
package enum SortKey {
  private static let limit = 240

  /// Returns the key of a title: “The Catcher in the Rye” → `catcher in the rye`. The language determines the articles;
  /// English is assumed if the language is unknown.
  package static func title(_ title: String, language: String?) -> String {
    Self.title(title, words: SearchWords.words(in: title), language: language)
  }

  /// Returns the key of a title, given its words.
  package static func title(_ title: String, words: [String], language: String?) -> String {
    let key = joined(significant(words[...], language: language))
    // Titles that consist only of punctuation also need a key.
    return key.isEmpty ? Fold.fold(title).cut(toBytes: limit) : key
  }

  /// Returns a title's words without its leading article. An article is kept if it is the only word.
  package static func significant(_ words: ArraySlice<String>, language: String?) -> ArraySlice<String> {
    guard words.count > 1, let first = words.first, LanguageCode.articles(of: language).contains(first) else {
      return words
    }
    return words.dropFirst()
  }

  /// Returns the two keys that a title may have, one with and one without its leading article. The title's language
  /// determines which one applies. The keys are equal if the title does not begin with an article in any language.
  package static func titles(_ title: String) -> [String] {
    let words = SearchWords.words(in: title)
    return words.isEmpty ? Array(repeating: Fold.fold(title).cut(toBytes: limit), count: 2) : titles(of: words[...])
  }

  /// Returns the two keys that a title may have, given its words. There must be at least one word.
  package static func titles(of words: ArraySlice<String>) -> [String] {
    let hasArticle = words.count > 1 && words.first.map(LanguageCode.isArticle) == true
    return [joined(words), joined(hasArticle ? words.dropFirst() : words)]
  }

  /// Returns ranges that contain the keys of all titles beginning with the given words, in any language, with or
  /// without a leading article. The ranges may also contain keys of other titles. Keys are compared byte by byte.
  ///
  /// - Parameters:
  ///   - words: Folded words, more than one.
  ///   - lastBegun: True if the last word may be only the beginning of a word.
  package static func titles(beginningWith words: ArraySlice<String>, lastBegun: Bool) -> [Range<String>] {
    // An incomplete number is left out, because its first digits do not determine its sort position.
    let isNumber = lastBegun && words.last.map { byValue($0) != $0 } == true
    return Set(titles(of: isNumber ? words.dropLast() : words)).sorted().map { key in
      // A truncated key is used as a prefix, because the titles' own keys are truncated, too.
      lastBegun && !isNumber || key.utf8.count > limit - 4 ? key..<(key + "\u{10FFFF}") : key..<(key + "!")
    }
  }

  /// Returns the key of an author: “Ursula K. Le Guin” → `le guin ursula k`. The surname comes first, together with a
  /// capitalised particle. Lower-case particles (de, von, van) stay with the given names, and suffixes (Jr., III) come
  /// last. A name with a comma is already inverted, so the order of its words is kept.
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

  /// Returns the key of a series name with a number. The number 2 sorts before 10, and 1.5 sorts between 1 and 2.
  package static func series(_ name: String, number: Double?) -> String {
    let folded = inOrder(name).cut(toBytes: limit - 10)
    guard let number else { return folded }
    // Fields do not accept numbers beyond these limits, but another program may have stored one.
    let hundredths = number.isNaN ? 0 : Int64(min(max((number * 100).rounded(), -1e15), 1e15))
    return folded + "\u{1}" + String(hundredths).leftPadded(to: 9)
  }

  /// Returns the key of a text or a list, at most 80 bytes long. The limit is lower than for other keys, because the
  /// search index stores this key in addition to the value.
  package static func text(_ text: String) -> String { inOrder(text).cut(toBytes: 80) }

  /// The capitalised particles with which a family name may begin.
  package static let particles: Set<String> = [
    "Le", "La", "Les", "Du", "Des", "De", "Da", "Di", "Del", "Della", "Van", "Von", "Der", "Den", "Ten", "Ter", "El",
    "Al", "Mac", "St.", "Saint", "San", "Santa",
  ]
  private static let suffixes: Set<String> = [
    "jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "phd", "ph.d.", "md", "m.d.",
  ]

  /// Returns true if a part of a name is a suffix such as “Jr.” or “III”.
  package static func isSuffix(_ part: String) -> Bool { suffixes.contains(Fold.fold(part)) }

  /// Returns the key of a name without changing the order of its words. Names that consist only of punctuation also get
  /// a key.
  private static func inOrder(_ name: String) -> String {
    let key = joined(SearchWords.words(in: name)[...])
    return key.isEmpty ? Fold.fold(name).cut(toBytes: limit) : key
  }

  private static func joined(_ words: ArraySlice<String>) -> String {
    SearchWords.joined(words.map(byValue)).cut(toBytes: limit)
  }

  /// Returns a word in which each run of digits is preceded by its length: `9` → `19`, `10` → `210`. Numbers in texts
  /// then sort by their values.
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
