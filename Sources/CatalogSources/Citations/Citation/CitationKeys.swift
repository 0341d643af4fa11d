import CatalogModel
import Synchronization

/// Assigns unique citation keys to the entries of a file. A key is the book's own citation key, or else consists of the
/// family name, the year and the first word of the title, as in `herbert1965dune`. If that key is taken, a letter is
/// appended.
final class CitationKeys: Sendable {
  /// The number of times that each key was requested. Keys are stored as hashes to save memory, because a file may have
  /// a million keys.
  private let used = Mutex<[Int64: UInt32]>([:])

  /// Returns a key for an entry. No other entry gets the same key.
  func key(of citation: Citation, language: String?) -> String {
    used.withLock { used in
      if let key = citation.key, Self.isOne(key), used.updateValue(0, forKey: Self.hash(key)) == nil { return key }
      let base = Self.base(of: citation, language: language)
      while true {
        let count = used[Self.hash(base)] ?? 0
        used[Self.hash(base)] = count &+ 1
        let key = base + Self.suffix(count)
        if count == 0 || used.updateValue(0, forKey: Self.hash(key)) == nil { return key }
      }
    }
  }

  /// Returns a hash of a key that ignores case, since some programs ignore the case of keys.
  private static func hash(_ key: String) -> Int64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(text: key.lowercased())
    return Int64(bitPattern: fingerprint.value)
  }

  /// Returns true if a key is valid in every notation.
  static func isOne(_ key: String) -> Bool {
    (1...200).contains(key.utf8.count)
      && key.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_:./+".utf8.contains($0) }
  }

  private static func base(of citation: Citation, language: String?) -> String {
    let name = (citation[.author].first ?? citation.people.first?.names.first).map { CitedName($0) }
    let family = name.map { letters($0.family).prefix(20) } ?? ""
    let year = (citation[.date] ?? "").prefix { $0 == "-" || $0.isNumber }.drop { $0 == "-" || $0 == "0" }.prefix(4)
    let words = SearchWords.words(in: citation[.title] ?? "")
    let word = SortKey.significant(words[...], language: language).lazy.map { letters($0) }.first { !$0.isEmpty } ?? ""
    let key = (family.isEmpty ? "anon" : String(family)) + year.filter { $0.isNumber } + word.prefix(20)
    return key
  }

  private static func letters(_ text: String) -> String {
    String(decoding: Fold.fold(text).utf8.filter { (97...122).contains($0) || (48...57).contains($0) }, as: UTF8.self)
  }

  /// Returns the suffix for a count: an empty string for 0, then `a` to `z`, `aa`, and so on.
  private static func suffix(_ count: UInt32) -> String {
    var (rest, letters) = (count, "")
    while rest > 0 {
      rest -= 1
      letters = String(UnicodeScalar(UInt8(97 + rest % 26))) + letters
      rest /= 26
    }
    return letters
  }
}
