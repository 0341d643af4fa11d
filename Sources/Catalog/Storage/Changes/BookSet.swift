/// A set of ids of books, a bit each: ten million books are a megabyte and a quarter.
struct BookSet: Sendable {
  private var words: [UInt64] = []

  func contains(_ id: Int64) -> Bool {
    let word = Int(id / 64)
    return word < words.count && words[word] & (1 << UInt64(id % 64)) != 0
  }

  /// - Parameter id: greater than 0, as all ids are.
  mutating func insert(_ id: Int64) {
    let word = Int(id / 64)
    if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count + words.count / 2) }
    words[word] |= 1 << UInt64(id % 64)
  }
}
