/// The signs that make another word of one: `C`, `C++` and `C#` have the same letters, and are three languages.
package enum WordSigns {
  /// The plus and number signs that end words of a text, in order, a blank between those of two words. In `#1` and `A+B` they
  /// end none.
  package static func of(_ text: String) -> String {
    var (ends, run): ([String], String) = ([], "")
    var isBehindWord = false
    for scalar in text.unicodeScalars {
      if isBehindWord, scalar == "+" || scalar == "#" {
        run.unicodeScalars.append(scalar)
        continue
      }
      isBehindWord = SearchWords.isInWord(scalar)
      if !run.isEmpty, !isBehindWord { ends.append(run) }
      run = ""
    }
    return (run.isEmpty ? ends : ends + [run]).joined(separator: " ")
  }
}
