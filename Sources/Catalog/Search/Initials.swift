/// The spellings of initials in the names of authors: “J. K. Rowling”, “JK Rowling” and “J K Rowling” are the same.
///
/// Text is divided into words as it is written (``SearchWords``), so the first two names contain the word `jk`, and the
/// third the words `j` and `k`. A query therefore also looks for the other spellings. Initials are
///
/// - two to four single letters next to each other, with dots or spaces between them; and
/// - a word of two to four letters from `b` to `z` without a vowel (`y` is one). Other short words, such as `as` or
///   `of`, are seldom initials, and searches for them would find more books than meant.
enum Initials {
  /// The numbers of letters that count as initials.
  private static let lengths = 2...4

  /// Returns the other spellings of a text that contains initials, for authors. The result is empty for other texts.
  ///
  /// - Parameters:
  ///   - text: A word or a phrase.
  ///   - isPrefix: True if the last word of the text may be a prefix.
  static func spellings(of text: String, isPrefix: Bool) -> [TextMatch.AuthorSpelling] {
    // Most queries are decided here, at the cost of a look at their letters.
    guard let runs = runs(of: text) else { return [] }
    // A single letter at the end can be the beginning of the surname, but the last letter of `jk` cannot.
    let endsInLetter = if case .letters = runs.last { text.unicodeScalars.last != "." } else { false }
    let mayContinue = isPrefix && (endsInLetter || runs.last?.isInitials == false)
    var spellings = [
      TextMatch.AuthorSpelling(words: runs.map(\.joined), isPrefix: isPrefix),
      TextMatch.AuthorSpelling(words: runs.flatMap(\.apart), isPrefix: mayContinue),
    ]
    if runs.contains(where: { $0.apart.count > 2 }) {
      spellings.append(TextMatch.AuthorSpelling(words: runs.flatMap(\.withoutLastDot), isPrefix: mayContinue))
    }
    let words = SearchWords.words(in: text)
    return spellings.filter { $0.words != words }
  }

  /// Returns the word that single letters form, such as `jk` for `j` and `k`; `nil` if they are too many or too few.
  static func word(of letters: some Collection<String>) -> String? {
    lengths.contains(letters.count) ? letters.joined() : nil
  }

  /// Returns the single letter that a text consists of, with or without a dot after it; `nil` for any other text.
  static func letter(_ text: String) -> String? {
    guard text.unicodeScalars.count <= 4 else { return nil }
    let words = SearchWords.words(in: text)
    guard words.count == 1, isLetter(words[0]), isPlain(text) else { return nil }
    return words[0]
  }

  /// A part of a text: an ordinary word, a word of initials such as `jk`, or single letters such as `j` and `k`.
  private enum Run {
    case word(String)
    case initials(String)
    case letters([String])

    var isInitials: Bool { if case .word = self { false } else { true } }

    /// The part as a single word.
    var joined: String {
      switch self {
      case .word(let word), .initials(let word): word
      case .letters(let letters): letters.joined()
      }
    }

    /// The part as words, with each initial as its own word.
    var apart: [String] {
      switch self {
      case .word(let word): [word]
      case .initials(let word): word.unicodeScalars.map { String($0) }
      case .letters(let letters): letters
      }
    }

    /// The words of initials without the last dot: “J.R.R Tolkien” contains `jr` and `r`.
    var withoutLastDot: [String] {
      let letters = apart
      guard letters.count > 2, let last = letters.last else { return letters }
      return [letters.dropLast().joined(), last]
    }
  }

  /// Divides a text into parts; returns `nil` if it contains no initials.
  private static func runs(of text: String) -> [Run]? {
    guard isPlain(text) else { return nil }
    var runs: [Run] = []
    var letters: [String] = []
    func end() {
      guard !letters.isEmpty else { return }
      if word(of: letters) != nil { runs.append(.letters(letters)) } else { runs += letters.map(Run.word) }
      letters = []
    }
    // Without its dots, each letter of `J.K.` is a word of its own.
    for word in SearchWords.words(in: text.replacing(".", with: " ")) {
      if isLetter(word) {
        letters.append(word)
      } else {
        end()
        runs.append(isWrittenTogether(word) ? .initials(word) : .word(word))
      }
    }
    end()
    return runs.contains(where: \.isInitials) ? runs : nil
  }

  /// Returns true if a text consists of letters, digits, dots and spaces.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "." || $0 == " " || SearchWords.isInWord($0) }
  }

  private static func isLetter(_ word: String) -> Bool {
    guard word.unicodeScalars.count == 1, let scalar = word.unicodeScalars.first else { return false }
    return scalar.properties.isAlphabetic && !SearchWords.isLone(scalar)
  }

  private static func isWrittenTogether(_ word: String) -> Bool {
    lengths.contains(word.utf8.count) && word.utf8.allSatisfy { (98...122).contains($0) && !vowels.contains($0) }
  }

  private static let vowels = Array("aeiouy".utf8)
}
