/// How many letters have to be changed, left out, put in, or swapped with their neighbour to make one word of another
/// (optimal string alignment), reckoned letter by letter, so that a whole dictionary is compared by scanning it.
struct EditDistance {
  private let target: [UnicodeScalar]
  private let limit: Int
  /// One row for each letter of the word so far, and one for none.
  private var rows: [[Int]]
  private var letters: [UnicodeScalar] = []

  /// - Parameter limit: distances above it are of no interest.
  init(to target: String, limit: Int) {
    self.target = Array(target.unicodeScalars)
    self.limit = limit
    rows = [Array(0...self.target.count)]
  }

  /// Compares a word, going on from the letters that it shares with the one before.
  ///
  /// - Returns: the distance, `nil` above the limit; and the shortest beginning of the word that no word with a distance
  ///   within the limit has, `nil` when there is none.
  mutating func distance(of word: String) -> (distance: Int?, hopeless: String?) {
    let scalars = Array(word.unicodeScalars)
    var shared = 0
    while shared < min(letters.count, scalars.count), letters[shared] == scalars[shared] { shared += 1 }
    letters.removeSubrange(shared...)
    rows.removeSubrange((shared + 1)...)
    for letter in scalars[shared...] {
      append(letter)
      // A swap looks one row back: both rows have to be beyond hope.
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
