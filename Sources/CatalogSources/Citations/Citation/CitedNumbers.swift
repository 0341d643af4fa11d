import CatalogModel

/// Parses the ISBNs and ISSNs in a string. They are separated by punctuation or spaces, and may have labels before them
/// and remarks after them.
struct CitedNumbers {
  private(set) var isbns: [ISBN] = []
  /// The ISSNs, which some programs write after the ISBNs.
  private(set) var issns: [String] = []
  /// The remarks next to numbers, such as `(pbk.)` for the binding that an ISBN belongs to.
  private(set) var remarks: [String] = []
  /// The strings that should be ISBNs but are not valid.
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
    // A string without any number is invalid as a whole.
    if isbns.isEmpty, issns.isEmpty, leftOut.isEmpty {
      remarks = []
      leaveOut(text)
    }
  }

  private static let divisions: Set<UnicodeScalar> = [",", ";", "/", "\n"]

  private static func isOpening(_ character: UnicodeScalar) -> Bool { character == "(" || character == "[" }

  private static let labels: Set<String> = [
    "isbn", "isbn:", "isbn-10", "isbn-10:", "isbn-13", "isbn-13:", "isbn10", "isbn10:", "isbn13", "isbn13:", "10:",
    "13:",
    "e-isbn", "e-isbn:", "eisbn", "eisbn:", "issn", "issn:", "and",
  ]

  /// Handles a string in brackets, which is a remark or, rarely, another number.
  private mutating func takeBracket(_ text: String) {
    if let isbn = try? ISBN(String(text.unicodeScalars.dropFirst().dropLast())) {
      isbns.append(isbn)
    } else {
      remarks.append(text)
    }
  }

  /// Parses the words before a separator, and empties the list of words.
  private mutating func take(_ words: inout [String]) {
    var unread: [String] = []
    var rest = words[...]
    words = []
    while let word = rest.first {
      // Unrecognised digits and the digits after them may be parts of the same number. After such digits, an ISBN must
      // therefore be a single word.
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

  /// Returns the ISBN at the start of the words, and the number of words that it spans, such as five for
  /// `978 0 441 01359 3`. Prefers the longest ISBN, since the beginning of an ISBN-13 may be a valid ISBN-10.
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

  /// Handles words without a valid number. They are a remark or, if they consist of digits, an invalid number.
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

  /// Returns the number of digits in a word, including a final X, which is the tenth digit of some ISBNs.
  private static func digits(of word: String) -> Int {
    word.utf8.count { (48...57).contains($0) } + (word.utf8.last.map { $0 | 0x20 == 120 } == true ? 1 : 0)
  }

  private static func isOfDigits(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || $0 == "X" || $0 == "x" }
  }

  /// Returns the ISSN, such as `0028-0836`, if a string contains nothing but an ISSN and, optionally, its label.
  static func issn(in text: String) -> String? {
    var number = text.utf8[...]
    if number.prefix(5).elementsEqual("ISSN:".utf8) { number = number.dropFirst(5) }
    let isNumber = number.enumerated().allSatisfy { position, byte in
      switch position {
      case 4: byte == UInt8(ascii: "-")
      case 8 where byte | 0x20 == UInt8(ascii: "x"): true
      default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
    }
    return number.count == 9 && isNumber ? String(Substring(number)) : nil
  }
}
