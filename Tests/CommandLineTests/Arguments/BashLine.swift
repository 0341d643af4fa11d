@testable import CommandLineKit

/// A line of bash that is being completed at its end, cut up as bash does it where somebody types: at spaces, and around the signs
/// of `COMP_WORDBREAKS`, but not in quotes.
struct BashLine {
  let text: String
  private(set) var words: [String] = []

  init(_ text: String) {
    self.text = text
    var (word, quote): (String, Character?) = ("", nil)
    var (isEscaped, isSign) = (false, false)
    func cut() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for letter in text {
      let isPlain = quote == nil && !isEscaped
      if isPlain, letter == " " {
        cut()
      } else {
        let sign = isPlain && ":=@><".contains(letter)
        if sign != isSign { cut() }
        word.append(letter)
        isSign = sign
      }
      if letter == quote, !isEscaped { quote = nil } else if isPlain, "'\"".contains(letter) { quote = letter }
      isEscaped = letter == "\\" && !isEscaped && quote != "'"
      if letter == " ", isPlain { isSign = false }
    }
    words.append(word)
    // Behind a sign at the end no word has begun.
    if word.isEmpty, text.last.map({ ":=@><".contains($0) }) == true { words.removeLast() }
  }

  /// A script that shows what a function offers for it, a line each; a space is one that keeps what is typed.
  var trial: String {
    """
    COMP_LINE=\(shellQuoted(text)) COMP_POINT=${#COMP_LINE}
    COMP_WORDS=(\(words.map(shellQuoted).joined(separator: " "))) COMP_CWORD=\(words.count - 1)
    _catalog
    for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done

    """
  }
}
