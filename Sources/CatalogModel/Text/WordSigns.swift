/// The plus and number signs that distinguish words with the same letters: `C`, `C++` and `C#` are three languages.
package enum WordSigns {
  /// Returns the plus and number signs at the ends of a text's words, in order. A space separates the signs of
  /// different words. The signs in `#1` and `A+B` are ignored, because they are not at the end of a word.
  package static func of(_ text: String) -> String {
    var (ends, run): ([String], String) = ([], "")
    var isAfterWord = false
    for scalar in text.unicodeScalars {
      if isAfterWord, scalar == "+" || scalar == "#" {
        run.unicodeScalars.append(scalar)
        continue
      }
      isAfterWord = SearchWords.isInWord(scalar)
      if !run.isEmpty, !isAfterWord { ends.append(run) }
      run = ""
    }
    return (run.isEmpty ? ends : ends + [run]).joined(separator: " ")
  }
}
