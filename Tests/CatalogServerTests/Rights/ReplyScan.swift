import Platform

/// Finds planted words and ids of books in a reply. Thousands of replies are scanned, and regular expressions over
/// whole pages would take most of the time of the tests.
struct ReplyScan {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) + [0] }

  /// The words that ``SeededGenerator/plantedWord()`` makes.
  var plantedWords: Set<String> {
    var words: Set<String> = []
    for end in ends(of: "zq") {
      let letters = bytes[end...].prefix(8)
      guard letters.count == 8, letters.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
        continue
      }
      words.insert(String(decoding: bytes[(end - 2)..<(end + 8)], as: UTF8.self))
    }
    return words
  }

  /// The ids of books in the attributes and addresses of pages, and in the members of JSON.
  var books: Set<Int> {
    var ids = numbers(after: "\"id\":", before: ",\"uuid\"")
    ids.formUnion(numbers(after: "/book/"))
    ids.formUnion(numbers(after: "id=\"b", before: "\""))
    ids.formUnion(numbers(after: "\"book\":"))
    for end in ends(of: "\"books\":[") {
      let list = bytes[end...].prefix { $0 != UInt8(ascii: "]") }
      ids.formUnion(list.split(separator: UInt8(ascii: ",")).compactMap { Int(String(decoding: $0, as: UTF8.self)) })
    }
    return ids
  }

  /// Returns the numbers that follow a text and precede another one.
  private func numbers(after prefix: String, before suffix: String = "") -> Set<Int> {
    var numbers: Set<Int> = []
    for end in ends(of: prefix) {
      let digits = bytes[end...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard bytes[digits.endIndex...].starts(with: suffix.utf8) else { continue }
      if let number = Int(String(decoding: digits, as: UTF8.self)) { numbers.insert(number) }
    }
    return numbers
  }

  /// Returns the position after each occurrence of a text. Replies are text, so no NUL ends the search too early.
  private func ends(of text: String) -> [Int] {
    var found: [Int] = []
    bytes.withUnsafeBufferPointer { all in
      all.withMemoryRebound(to: CChar.self) { all in
        guard let start = all.baseAddress else { return }
        var next = start
        while let hit = strstr(next, text) {
          next = UnsafePointer(hit) + text.utf8.count
          found.append(start.distance(to: next))
        }
      }
    }
    return found
  }
}
