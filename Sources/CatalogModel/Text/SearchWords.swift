import CUTF8Proc

/// The rules that split text into folded words. Indexing and searching both use them, so that stored words and the
/// words of queries always agree.
///
/// - A word is a run of letters and digits. Chinese, Japanese, Thai, Lao and Khmer are written without spaces: each
///   character is a word, so that any run of characters inside a title is found as a phrase.
/// - An apostrophe before an English ending joins the ending to the word (`hitchhiker's` → `hitchhikers`). Elsewhere it
///   divides words (`L'Étranger` → `l`, `etranger`).
/// - Initials join: `J.R.R. Tolkien` and `J. R. R. Tolkien` → `jrr`, `tolkien`.
/// - Only the first thousand letters of a word are used. Otherwise the index would truncate a word at 32,768
///   bytes, and the truncated word would not occur in any text.
package enum SearchWords {
  private static let wordLimit = 1_000

  /// Returns the folded words of a text, in order.
  package static func words(in text: String) -> [String] {
    var plain = PlainWords()
    if plain.take(text) { return plain.words() }
    var splitter = Splitter()
    for scalar in Fold.fold(text).unicodeScalars { splitter.take(scalar) }
    return splitter.finish()
  }

  /// Returns the folded words of a text, joined by single spaces. Texts that differ only in case, accents and
  /// punctuation give the same result.
  package static func joinedWords(in text: String) -> String {
    var plain = PlainWords()
    return plain.take(text) ? plain.joined : joined(words(in: text))
  }

  /// The words of an ASCII text without apostrophes, found in one pass over the text's bytes. Most texts have this
  /// form. The words are stored as one text, with a single space between them.
  private struct PlainWords {
    private var bytes: [UInt8] = []

    /// Splits a text into words.
    ///
    /// - Returns: True if the text is ASCII without apostrophes. Otherwise the words are undefined.
    mutating func take(_ text: String) -> Bool {
      var copy = text
      return copy.withUTF8 { take($0) }
    }

    private mutating func take(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      guard text.allSatisfy({ $0 < 128 && $0 != UInt8(ascii: "'") }) else { return false }
      bytes.reserveCapacity(text.count)
      // These flags have the same meaning as in ``Splitter``, which handles all other texts.
      var (endsInInitials, onlyDots) = (false, false)
      var (start, lastWord) = (0, 0)
      for index in 0...text.count where index == text.count || !text[index].isASCIILetterOrDigit {
        let separator = index < text.count ? text[index] : 0
        if index > start {
          let isInitial = separator == UInt8(ascii: ".") && index == start + 1
          let joinsLast =
            isInitial && endsInInitials && onlyDots && bytes.count - lastWord < SearchWords.wordLimit
          if !joinsLast {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
            lastWord = bytes.count
          }
          // Sets the bit that distinguishes lower-case from upper-case letters. All digits have this bit.
          for position in start..<min(index, start + SearchWords.wordLimit) { bytes.append(text[position] | 0x20) }
          endsInInitials = isInitial || joinsLast
          onlyDots = false
        }
        if separator == UInt8(ascii: ".") {
          onlyDots = true
        } else if separator != UInt8(ascii: " ") {
          onlyDots = false
        }
        start = index + 1
      }
      return true
    }

    var joined: String { String(decoding: bytes, as: UTF8.self) }

    func words() -> [String] {
      bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Returns words joined by single spaces. `joined(separator:)` is not specialised for strings and takes five times as
  /// long.
  package static func joined(_ words: some Collection<String>) -> String {
    var joined = ""
    var isFirst = true
    for word in words {
      if !isFirst { joined.append(" ") }
      joined.append(word)
      isFirst = false
    }
    return joined
  }

  /// Returns true if a letter is a word of its own, as in languages that are written without spaces.
  package static func isLone(_ letter: UnicodeScalar) -> Bool { kind(of: letter) == .lone }

  /// Returns true if a scalar is a letter or a digit and thus part of a word.
  package static func isInWord(_ scalar: UnicodeScalar) -> Bool { kind(of: scalar) != .other }

  private struct Splitter {
    private var words: [String] = []
    private var word = String.UnicodeScalarView()
    private var wordLength = 0
    /// True if the last word consists of initials and can be extended by another initial.
    private var endsInInitials = false
    /// True if the last word is followed by an apostrophe and nothing else.
    private var afterApostrophe = false
    /// True if only dots and spaces separate the last word from the current one, with at least one dot.
    private var onlyDots = false

    mutating func take(_ scalar: UnicodeScalar) {
      switch SearchWords.kind(of: scalar) {
      case .letter:
        if wordLength < SearchWords.wordLimit { word.append(scalar) }
        wordLength += 1
      case .lone:
        close(at: nil)
        words.append(String(scalar))
        endsInInitials = false
        onlyDots = false
      case .other:
        close(at: scalar)
      }
    }

    mutating func finish() -> [String] {
      close(at: nil)
      return words
    }

    private mutating func close(at separator: UnicodeScalar?) {
      defer {
        if separator == "." { onlyDots = true } else if separator != " " { onlyDots = false }
      }
      guard !word.isEmpty else {
        afterApostrophe = false
        return
      }
      let text = String(word)
      word.removeAll()
      wordLength = 0
      let isInitial = separator == "." && text.unicodeScalars.count == 1
      if afterApostrophe, let last = words.last, SearchWords.englishEndings.contains(text) {
        words[words.count - 1] = last + text
        endsInInitials = false
      } else if isInitial, endsInInitials, onlyDots, let last = words.last, last.utf8.count < SearchWords.wordLimit {
        words[words.count - 1] = last + text
      } else {
        words.append(text)
        endsInInitials = isInitial
      }
      afterApostrophe = separator == "'" || separator == "\u{2019}" || separator == "\u{02BC}"
      onlyDots = false
    }
  }

  private static let englishEndings: Set<String> = ["s", "t", "d", "m", "ll", "re", "ve"]

  private enum Kind { case letter, lone, other }

  private static func kind(of scalar: UnicodeScalar) -> Kind {
    let value = scalar.value
    if value < 128 {
      return UInt8(value).isASCIILetterOrDigit ? .letter : .other
    }
    let category = utf8proc_category(Int32(bitPattern: value))
    switch category {
    case UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LL, UTF8PROC_CATEGORY_LT, UTF8PROC_CATEGORY_LM,
      UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NL, UTF8PROC_CATEGORY_NO:
      break
    default:
      return .other
    }
    switch value {
    case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF,  // Han
      0x3005, 0x3007, 0x3041...0x309F, 0x30A0...0x30FF, 0x3100...0x312F,  // kana, bopomofo
      0x0E01...0x0EDF, 0x1780...0x17DD:  // Thai, Lao, Khmer
      return .lone
    case 0x02BC:  // the letter apostrophe, which some texts use in place of U+2019
      return .other
    default:
      return .letter
    }
  }
}
