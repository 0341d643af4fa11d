/// Returns the candidate that the user probably meant by `word`. Prefers a candidate that begins with `word`.
/// Otherwise, returns the nearest candidate by edit distance, or `nil` if none is near enough.
package func suggestion(for word: String, among candidates: [String]) -> String? {
  let name = word.drop { $0 == "-" }
  if name.count >= 2, let longer = candidates.filter({ $0.hasPrefix(word) }).min(by: { $0.count < $1.count }) {
    return longer
  }
  // A word is still recognisable if at most a third of its letters are wrong.
  let limit = max(1, min(3, name.count / 3))
  let distances = candidates.filter { abs($0.count - word.count) <= limit }
    .map { (candidate: $0, distance: editDistance(word, $0)) }
  guard let nearest = distances.min(by: { $0.distance < $1.distance }), nearest.distance <= limit else { return nil }
  return nearest.candidate
}

extension ValidationError {
  /// Creates an error for an unknown name. If a known name is similar, the message suggests it.
  ///
  /// - Parameters:
  ///   - noun: The noun for `word` in the message, such as `field`.
  ///   - candidates: The names that the message may suggest; `nil` for the names in `known`.
  package init(unknown noun: String, _ word: String, known: [String], among candidates: [String]? = nil) {
    let nearest = suggestion(for: word, among: candidates ?? known).map { "; did you mean '\($0)'?" } ?? ""
    self.init("unknown \(noun) \(quoted(word))\(nearest) (known: \(known.joined(separator: ", ")))")
  }
}

/// Returns the minimum number of edits that turn one word into the other. An edit inserts, deletes or replaces a
/// letter, or swaps two neighbouring letters. No letter is edited twice: this is the restricted Damerau–Levenshtein
/// distance (optimal string alignment).
package func editDistance(_ first: String, _ second: String) -> Int {
  let first = Array(first)
  let second = Array(second)
  var beforePrevious: [Int] = []
  var previous = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    for column in second.indices {
      let replaced = previous[column] + (first[row] == second[column] ? 0 : 1)
      var best = min(replaced, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        best = min(best, beforePrevious[column - 1] + 1)
      }
      current.append(best)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[second.count]
}
