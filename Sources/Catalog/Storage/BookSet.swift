/// A set of ids of books, a bit each, kept in pages where there are any: ten million books are a megabyte and a half, and
/// an id that another program chose may be as far off as it likes.
struct BookSet: Sendable {
  /// Where in ``words`` the page of an id begins, by the id's upper bits.
  private var places: [Int64: Int] = [:]
  private var words: [UInt64] = []
  /// The page that an id was inserted into last: ids often come in order.
  private var last: (page: Int64, place: Int) = (-1, 0)

  private static let pageWords = 64
  private static let pageBits: Int64 = 12

  init() {}

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func contains(_ id: Int64) -> Bool {
    guard let place = places[id >> Self.pageBits] else { return false }
    return words[place + Self.word(id)] & Self.bit(id) != 0
  }

  mutating func insert(_ id: Int64) {
    let page = id >> Self.pageBits
    if page != last.page { last = (page, place(ofPage: page)) }
    words[last.place + Self.word(id)] |= Self.bit(id)
  }

  mutating func remove(_ id: Int64) {
    if let place = places[id >> Self.pageBits] { words[place + Self.word(id)] &= ~Self.bit(id) }
  }

  mutating func formUnion(_ other: BookSet) {
    for (page, start) in other.places {
      let place = place(ofPage: page)
      for word in 0..<Self.pageWords { words[place + word] |= other.words[start + word] }
    }
  }

  mutating func formIntersection(_ other: BookSet) {
    for (page, place) in places {
      let start = other.places[page]
      for word in 0..<Self.pageWords { words[place + word] &= start.map { other.words[$0 + word] } ?? 0 }
    }
  }

  mutating func subtract(_ other: BookSet) {
    for (page, place) in places {
      guard let start = other.places[page] else { continue }
      for word in 0..<Self.pageWords { words[place + word] &= ~other.words[start + word] }
    }
  }

  private mutating func place(ofPage page: Int64) -> Int {
    if let place = places[page] { return place }
    places[page] = words.count
    words += repeatElement(0, count: Self.pageWords)
    return words.count - Self.pageWords
  }

  private static func word(_ id: Int64) -> Int { Int(id >> 6) & (pageWords - 1) }

  private static func bit(_ id: Int64) -> UInt64 { 1 << UInt64(id & 63) }
}
