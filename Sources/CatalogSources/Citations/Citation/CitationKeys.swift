import CatalogModel
import Synchronization

/// The names by which documents cite the entries of a file, each once: that which the user has given, else the family name, the
/// year and the first word of the title, `herbert1965dune`, with a letter behind it where another one has it already.
final class CitationKeys: Sendable {
  /// How often each was asked for, by its hash, which takes less memory than a million names.
  private let used = Mutex<[Int64: UInt32]>([:])

  /// The name of an entry, which no other one is given.
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

  /// By letters of either case: for some programs those are one.
  private static func hash(_ key: String) -> Int64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(text: key.lowercased())
    return Int64(bitPattern: fingerprint.value)
  }

  /// Whether a name can stand in every notation.
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

  /// None, `a` to `z`, `aa` and on.
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
