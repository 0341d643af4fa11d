@testable import CommandLineKit

/// A bash command line that is completed at its end. It is split as bash does it interactively: at spaces and around
/// the characters of `COMP_WORDBREAKS`, except in quotes.
struct BashLine {
  let text: String
  private(set) var words: [String] = []

  init(_ text: String) {
    self.text = text
    var (word, quote): (String, Character?) = ("", nil)
    var (isEscaped, isSeparator) = (false, false)
    func cut() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for letter in text {
      let isPlain = quote == nil && !isEscaped
      if isPlain, letter == " " {
        cut()
      } else {
        let startsSeparator = isPlain && ":=@><".contains(letter)
        if startsSeparator != isSeparator { cut() }
        word.append(letter)
        isSeparator = startsSeparator
      }
      if letter == quote, !isEscaped { quote = nil } else if isPlain, "'\"".contains(letter) { quote = letter }
      isEscaped = letter == "\\" && !isEscaped && quote != "'"
      if letter == " ", isPlain { isSeparator = false }
    }
    words.append(word)
    // No word has begun after a separator at the end.
    if word.isEmpty, text.last.map({ ":=@><".contains($0) }) == true { words.removeLast() }
  }

  /// A script that prints the completions of a function, one per line. A trailing space means that the word is
  /// finished.
  var completionScript: String {
    """
    COMP_LINE=\(shellQuoted(text)) COMP_POINT=${#COMP_LINE}
    COMP_WORDS=(\(words.map(shellQuoted).joined(separator: " "))) COMP_CWORD=\(words.count - 1)
    _catalog
    for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done

    """
  }
}
