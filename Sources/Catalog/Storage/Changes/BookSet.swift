/// A set of ids of books, a bit each, kept where there are any: ten million books are a few megabytes, and an id that
/// another program chose may be as far off as it likes.
struct BookSet: Sendable {
  private var words: [Int64: UInt64] = [:]

  func contains(_ id: Int64) -> Bool { words[id >> 6, default: 0] & Self.bit(id) != 0 }

  mutating func insert(_ id: Int64) { words[id >> 6, default: 0] |= Self.bit(id) }

  private static func bit(_ id: Int64) -> UInt64 { 1 << UInt64(id & 63) }
}
