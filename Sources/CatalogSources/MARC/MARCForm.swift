import CatalogModel
import Platform

/// Parses and writes the physical form of a book, and other values for which library records use abbreviations or
/// codes.
enum MARCForm {
  /// Returns the form named by the words after an ISBN: `pbk.`, `hardcover : alk. paper`.
  static func binding(_ words: String) -> BookFormat? {
    let words = words.lowercased()
    for (format, beginnings) in forms where beginnings.contains(where: { contains($0, words) }) { return format }
    return nil
  }

  private static let forms: [(BookFormat, [String])] = [
    (.ebook, ["ebook", "e-book", "electronic", "epub", "pdf", "mobi", "kindle", "online"]),
    (.audiobook, ["audio"]),
    (
      .paperback, ["pbk", "paperback", "softcover", "softback", "brosch", "br.", "pb", "taschenbuch", "kart", "pocket"]
    ),
    (
      .hardcover,
      ["hbk", "hardcover", "hardback", "hard cover", "cloth", "geb", "hc", "library binding", "lib. bdg", "gb"]
    ),
  ]

  /// Returns true if a word of the text begins with `beginning`.
  private static func contains(_ beginning: String, _ text: String) -> Bool {
    var rest = text.utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: beginning.utf8) { return true }
      rest = rest.drop(while: \.isASCIILetterOrDigit).drop { !$0.isASCIILetterOrDigit }
    }
    return false
  }

  /// Returns the form named by field 336 (content type), 338 (carrier type) or 563 (binding).
  static func format(of field: MARCField) -> BookFormat? {
    switch field.tag {
    case "336": field["b"] == "spw" || field["a"]?.lowercased() == "spoken word" ? .audiobook : nil
    case "338": field["b"] == "cr" || field["a"]?.lowercased() == "online resource" ? .ebook : nil
    default: (field["a"]?.lowercased()).flatMap { BookFormat(rawValue: MARCText.withoutPunctuation($0)) ?? binding($0) }
    }
  }

  /// The index of the character in a leader that states the type of record.
  static let typeOfRecord = 6

  /// Returns the form for the type of record in the leader: an audiobook for spoken word.
  static func format(ofLeader leader: String) -> BookFormat? {
    leader.utf8.dropFirst(typeOfRecord).first == UInt8(ascii: "i") ? .audiobook : nil
  }

  /// Returns true if the record describes a text. Only in such a record can field 008 state that the book is read on a
  /// screen.
  static func isText(_ leader: String) -> Bool {
    let type = leader.utf8.dropFirst(typeOfRecord).first
    return type == UInt8(ascii: "a") || type == UInt8(ascii: "t")
  }

  /// Returns a three-letter language code. If several codes are joined, as in old records, returns the first. Returns
  /// `nil` for codes that mean no language or several languages.
  static func language(_ text: String) -> String? {
    let code = text.trimmed().prefix(3).lowercased()
    let isCode = code.utf8.count == 3 && code.utf8.allSatisfy { (97...122).contains($0) }
    return isCode && !["mul", "und", "zxx", "mis"].contains(code) ? code : nil
  }

  /// Returns a publisher's name, or `nil` if the text says that the publisher is unknown.
  static func publisher(_ text: String) -> String? {
    var name = MARCText.withoutPunctuation(text)
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    let plain = name.lowercased().filter { $0.isLetter }
    return ["sn", "snm", "publishernotidentified", ""].contains(plain) ? nil : MARCStatement.text(name)
  }

  /// Returns the number of pages: the largest number before the word for pages in `xii, 310 p.`, `1 online resource
  /// (310 pages)` or `310, [2] p.`.
  static func pages(_ text: String) -> Int? {
    var (number, largest): (Int?, Int) = (nil, 0)
    var word = ""
    func isOver() -> Bool { !word.isEmpty && largest > 0 && pageWords.contains(word) }
    for scalar in text.lowercased().unicodeScalars {
      if let digit = scalar.value >= 48 && scalar.value <= 57 ? Int(scalar.value) - 48 : nil {
        if isOver() { break }
        word = ""
        number = min((number ?? 0) &* 10 &+ digit, 1_000_000)
        continue
      }
      if let whole = number, whole <= 100_000 { largest = max(largest, whole) }
      number = nil
      if scalar.properties.isAlphabetic {
        word.unicodeScalars.append(scalar)
      } else {
        if isOver() { break }
        word = ""
      }
    }
    return isOver() || pageWords.contains(word) && largest > 0 ? largest : nil
  }

  private static let pageWords: Set<String> = [
    "p", "pp", "pg", "pgs", "page", "pages", "s", "seiten", "bl", "str", "стр", "с", "páginas", "pagine", "sidor",
    "sider", "b",
    "ص", "頁", "页", "ページ", "쪽", "עמ", "עמודים", "σ", "leaves", "blatt", "sivua", "stran",
  ]

  /// Returns a duration in minutes from the form of field 306, `HHMMSS`.
  static func minutes(_ text: String) -> Int? {
    guard text.utf8.count == 6, text.isDigits, let number = Int(text) else { return nil }
    let minutes = number / 10_000 * 60 + number / 100 % 100 + (number % 100 >= 30 ? 1 : 0)
    return (1...100_000).contains(minutes) ? minutes : nil
  }

  /// Returns a number of minutes as `HHMMSS`, or `nil` for 100 hours or more.
  static func hours(_ minutes: Int) -> String? {
    guard (1..<6_000).contains(minutes) else { return nil }
    return String(minutes / 60).leftPadded(to: 2) + String(minutes % 60).leftPadded(to: 2) + "00"
  }
}

extension MARCForm {
  /// Returns the field that states the physical form of a book.
  static func field(_ format: BookFormat) -> MARCField {
    switch format {
    case .ebook: MARCField("338", "  ", [.init("a", "online resource"), .init("b", "cr"), .init("2", "rdacarrier")])
    case .audiobook: MARCField("336", "  ", [.init("a", "spoken word"), .init("b", "spw"), .init("2", "rdacontent")])
    case .hardcover, .paperback, .comic, .other: MARCField("563", "  ", [.init("a", format.rawValue)])
    }
  }
}
