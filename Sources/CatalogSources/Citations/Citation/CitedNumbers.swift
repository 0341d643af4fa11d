import CatalogModel

/// The numbers of books in a text: several, divided by signs or blanks, with labels in front and remarks behind them.
struct CitedNumbers {
  private(set) var isbns: [ISBN] = []
  /// Those of series, which some programs write behind.
  private(set) var issns: [String] = []
  /// What stands beside numbers: `(pbk.)` says which binding has one.
  private(set) var remarks: [String] = []
  /// What should be a number and is none.
  private(set) var leftOut: [InvalidValue] = []

  init(_ text: String) {
    if let isbn = try? ISBN(text) {
      isbns = [isbn]
      return
    }
    var words: [String] = []
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      let word = rest.prefix { !Self.divisions.contains($0) && !Self.isOpening($0) && !$0.properties.isWhitespace }
      if !word.isEmpty {
        words.append(String(word))
        rest = rest[word.endIndex...]
      } else if Self.isOpening(first) {
        take(&words)
        let end = rest.firstIndex { $0 == ")" || $0 == "]" }.map(rest.index(after:)) ?? rest.endIndex
        takeBracket(String(rest[..<end]))
        rest = rest[end...]
      } else {
        if Self.divisions.contains(first) { take(&words) }
        rest.removeFirst()
      }
    }
    take(&words)
    // What says no number at all is none as a whole.
    if isbns.isEmpty, issns.isEmpty, leftOut.isEmpty {
      remarks = []
      leaveOut(text)
    }
  }

  private static let divisions: Set<UnicodeScalar> = [",", ";", "/", "\n"]

  private static func isOpening(_ sign: UnicodeScalar) -> Bool { sign == "(" || sign == "[" }

  private static let labels: Set<String> = [
    "isbn", "isbn:", "isbn-10", "isbn-10:", "isbn-13", "isbn-13:", "isbn10", "isbn10:", "isbn13", "isbn13:", "10:",
    "13:",
    "e-isbn", "e-isbn:", "eisbn", "eisbn:", "issn", "issn:", "and",
  ]

  /// Takes what stands in brackets: a remark, seldom a further number.
  private mutating func takeBracket(_ text: String) {
    if let isbn = try? ISBN(String(text.unicodeScalars.dropFirst().dropLast())) {
      isbns.append(isbn)
    } else {
      remarks.append(text)
    }
  }

  /// Takes the words up to a division.
  private mutating func take(_ words: inout [String]) {
    var unread: [String] = []
    var rest = words[...]
    words = []
    while let word = rest.first {
      // Within digits of which nobody knows what they are, no number of several words begins: its first ones may be lost.
      let isWithin = unread.last.map { Self.isOfDigits($0) && Self.digits(of: $0) > 0 } ?? false
      if let (isbn, count) = Self.isbn(in: isWithin ? rest.prefix(1) : rest) {
        takeUnread(&unread)
        isbns.append(isbn)
        rest = rest.dropFirst(count)
        continue
      }
      rest = rest.dropFirst()
      if Self.labels.contains(word.lowercased()) {
        takeUnread(&unread)
      } else if let issn = Self.issn(in: word) {
        takeUnread(&unread)
        issns.append(issn)
      } else if [10, 13].contains(Self.digits(of: word)) {
        takeUnread(&unread)
        leaveOut(word)
      } else {
        unread.append(word)
      }
    }
    takeUnread(&unread)
  }

  /// The ISBN with which words begin, and how many they are: `978 0 441 01359 3` is one. The longest, since one of thirteen digits may
  /// begin as one of ten does.
  private static func isbn(in words: ArraySlice<String>) -> (isbn: ISBN, words: Int)? {
    var found: (isbn: ISBN, words: Int)?
    var (text, digits) = ("", 0)
    for (count, word) in words.prefix(17).enumerated() {
      digits += Self.digits(of: word)
      if digits > 13 { break }
      text += (count == 0 ? "" : " ") + word
      if digits >= 10, let isbn = try? ISBN(text) { found = (isbn, count + 1) }
    }
    return found
  }

  /// Takes words that are no numbers: a remark, or digits that should be one.
  private mutating func takeUnread(_ words: inout [String]) {
    let text = words.joined(separator: " ")
    if words.allSatisfy(Self.isOfDigits), Self.digits(of: text) > 0 {
      leaveOut(text)
    } else if text.contains(where: { $0.isLetter || $0.isNumber }) {
      remarks.append(text)
    }
    words = []
  }

  private mutating func leaveOut(_ text: String) {
    do { _ = try ISBN(text) } catch let error as InvalidValue { leftOut.append(error) } catch {}
  }

  /// How many digits a word has, with an X at its end, which is the tenth of some.
  private static func digits(of word: String) -> Int {
    word.utf8.count { (48...57).contains($0) } + (word.utf8.last.map { $0 | 0x20 == 120 } == true ? 1 : 0)
  }

  private static func isOfDigits(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || $0 == "X" || $0 == "x" }
  }

  /// The number of a series, `0028-0836`, where a text is no more than that and its name.
  static func issn(in text: String) -> String? {
    var number = text.utf8[...]
    if number.prefix(5).elementsEqual("ISSN:".utf8) { number = number.dropFirst(5) }
    let isNumber = number.enumerated().allSatisfy { place, byte in
      switch place {
      case 4: byte == UInt8(ascii: "-")
      case 8 where byte | 0x20 == UInt8(ascii: "x"): true
      default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
    }
    return number.count == 9 && isNumber ? String(Substring(number)) : nil
  }
}
