/// A calculator of edit distances. The distance is the number of letters to change, remove, insert, or swap with a
/// neighbour to turn one word into another (optimal string alignment). Comparing a sorted list of words is efficient,
/// because the calculator reuses its work for common prefixes.
struct EditDistance {
  private let target: [UnicodeScalar]
  private let limit: Int
  /// The rows of the distance matrix: one for the empty prefix, and one for each letter compared so far.
  private var rows: [[Int]]
  private var letters: [UnicodeScalar] = []

  /// Creates a calculator of distances from a word.
  ///
  /// - Parameter limit: The maximum distance to report.
  init(to target: String, limit: Int) {
    self.target = Array(target.unicodeScalars)
    self.limit = limit
    rows = [Array(0...self.target.count)]
  }

  /// Compares a word. Reuses the results for the prefix that the word shares with the previous word.
  ///
  /// - Returns: The distance, or `nil` if it exceeds the limit. `hopeless` is the shortest prefix for which every word
  ///   with the prefix exceeds the limit, or `nil` if there is no such prefix.
  mutating func distance(of word: String) -> (distance: Int?, hopeless: String?) {
    let scalars = Array(word.unicodeScalars)
    var shared = 0
    while shared < min(letters.count, scalars.count), letters[shared] == scalars[shared] { shared += 1 }
    letters.removeSubrange(shared...)
    rows.removeSubrange((shared + 1)...)
    for letter in scalars[shared...] {
      append(letter)
      // A swap of two letters continues from the second-to-last row, so the last two rows must exceed the limit.
      if rows[rows.count - 1].allSatisfy({ $0 > limit }), rows[rows.count - 2].allSatisfy({ $0 > limit - 1 }) {
        var beginning = String.UnicodeScalarView()
        beginning.append(contentsOf: letters)
        return (nil, String(beginning))
      }
    }
    let distance = rows[rows.count - 1][target.count]
    return (distance <= limit ? distance : nil, nil)
  }

  private mutating func append(_ letter: UnicodeScalar) {
    let before = rows[rows.count - 1]
    var row = [letters.count + 1]
    row.reserveCapacity(target.count + 1)
    for column in target.indices {
      var cost = min(
        before[column] + (target[column] == letter ? 0 : 1), before[column + 1] + 1, row[column] + 1)
      if column > 0, let last = letters.last, target[column] == last, target[column - 1] == letter {
        cost = min(cost, rows[rows.count - 2][column - 1] + 1)
      }
      row.append(cost)
    }
    rows.append(row)
    letters.append(letter)
  }
}
