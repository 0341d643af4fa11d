extension QueryParser {
  /// Joins adjacent initials, so that `J. R. R. Tolkien` becomes `J.R.R. Tolkien`.
  static func joiningInitials(_ terms: [Term]) -> [Term] {
    var joined: [Term] = []
    for term in terms {
      if var last = joined.last, last.isPlain, term.isPlain, last.text.hasSuffix("."), term.text.hasSuffix(".") {
        last.text += " " + term.text
        if SearchWords.words(in: last.text).count == 1 {
          joined[joined.count - 1] = last
          continue
        }
      }
      joined.append(term)
    }
    return joined
  }

  /// Finds initials that are written as separate words, such as `J K Rowling`, and returns the spellings that each
  /// letter may also stand for, by the index of the term.
  static func lettersInARow(_ terms: [Term]) -> [Int: [TextMatch.AuthorSpelling]] {
    var spellings: [Int: [TextMatch.AuthorSpelling]] = [:]
    var run: [(index: Int, letter: String)] = []
    func add(_ run: ArraySlice<(index: Int, letter: String)>) {
      guard let word = Initials.word(of: run.map(\.letter)) else { return }
      for (index, _) in run {
        spellings[index, default: []].append(TextMatch.AuthorSpelling(words: [word], isPrefix: false))
      }
    }
    for (index, term) in terms.prefix(termLimit).enumerated() {
      if term.isPlain, let letter = Initials.letter(term.text) {
        run.append((index, letter))
      } else {
        add(run[...])
        run = []
      }
    }
    add(run[...])
    // The last letter may be the beginning of the surname.
    if run.count > 2 { add(run.dropLast()) }
    return spellings
  }
}

extension Query {
  /// Returns the query with more spellings of its initials.
  func adding(_ spellings: [TextMatch.AuthorSpelling]) -> Query {
    guard case .text(var match) = self, !spellings.isEmpty else { return self }
    match.initials += spellings
    return .text(match)
  }
}
