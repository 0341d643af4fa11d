import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct SearchWordsTests {
  @Test(arguments: [
    ("The Hitchhiker's Guide", ["the", "hitchhikers", "guide"]),
    ("The Hitchhiker’s Guide", ["the", "hitchhikers", "guide"]),
    ("Don't, I'll, we've, you're, I'd, I'm", ["dont", "ill", "weve", "youre", "id", "im"]),
    ("L'Étranger", ["l", "etranger"]),
    ("O’Brien", ["o", "brien"]),
    ("rock 'n' roll", ["rock", "n", "roll"]),
    ("dogs' s", ["dogs", "s"]),
    ("J.R.R. Tolkien", ["jrr", "tolkien"]),
    ("J. R. R. Tolkien", ["jrr", "tolkien"]),
    ("Tolkien, J.R.R.", ["tolkien", "jrr"]),
    ("Ursula K. Le Guin", ["ursula", "k", "le", "guin"]),
    ("e.e. cummings", ["ee", "cummings"]),
    ("A. B-C. D", ["a", "b", "c", "d"]),
    ("A. & B. Publishers", ["a", "b", "publishers"]),
    ("1984", ["1984"]),
    ("Catch-22", ["catch", "22"]),
    ("C++ & C#", ["c", "c"]),
    ("…!?", []),
    ("", []),
    ("村上春樹", ["村", "上", "春", "樹"]),
    ("1Q84 村上", ["1q84", "村", "上"]),
    ("東京23区", ["東", "京", "23", "区"]),
    ("กรุงเทพ", ["ก", "ร", "ง", "เ", "ท", "พ"]),
    ("ハリー・ポッター", ["ハ", "リ", "ー", "ホ", "ッ", "タ", "ー"]),
    ("Война и мир", ["воина", "и", "мир"]),
    ("foo_bar", ["foo", "bar"]),
    ("a\u{E001}b", ["a", "b"]),
    ("വൎ wonder", ["വൎ", "wonder"]),
  ])
  func `texts are divided into folded words`(text: String, words: [String]) {
    expectEqual(SearchWords.words(in: text), words)
  }

  @Test("the fast path for ASCII divides as the general one", arguments: [1, 2])
  func plainText(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let characters = Array("aBc9.. --,&'J.R. ")
    for _ in 0..<5_000 {
      let text = String(
        (0..<Int.random(in: 0...14, using: &generator)).map { _ in characters.randomElement(using: &generator)! })
      // The middle dot is a separator and not ASCII.
      let words = SearchWords.words(in: text + " ·")
      expectEqual(SearchWords.words(in: text), words, "seed \(seed): \(text.debugDescription)")
    }
  }

  @Test(arguments: ["村上春樹", "ノルウェイの森", "色彩を持たない多崎つくると、彼の巡礼の年", "ส่วนสัด", "ハリー・ポッター"])
  func `any run of characters in a text without spaces is a run of its words`(text: String) {
    let words = SearchWords.words(in: text)
    let characters = Array(text)
    for start in characters.indices {
      for end in start..<characters.count {
        let run = SearchWords.words(in: String(characters[start...end]))
        #expect(run.isEmpty || words.contains(run), "\(String(characters[start...end]))")
      }
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func `each word is one word of the index's tokenizer`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let text = random.text(upTo: 20)
      let words = SearchWords.words(in: text)
      for word in words {
        #expect(!word.isEmpty, "seed \(seed): \(text.debugDescription)")
        let isPlain = word.utf8.allSatisfy { $0 >= 128 || (48...57).contains($0) || (97...122).contains($0) }
        #expect(isPlain, "seed \(seed): \(word.debugDescription) of \(text.debugDescription)")
      }
      // Indexing and querying agree, also when a word of the index is typed.
      for word in words where !word.isEmpty {
        expectEqual(SearchWords.words(in: word).joined(), word, "seed \(seed): \(word.debugDescription)")
      }
    }
  }

  @Test func `every character yields words of letters and digits alone`() {
    var wrong: [String] = []
    for value in UInt32(0)...0x1FFFF {
      guard let scalar = UnicodeScalar(value) else { continue }
      let words = SearchWords.words(in: String(scalar))
      let isPlain = words.allSatisfy { word in
        !word.isEmpty && word.utf8.allSatisfy { $0 >= 128 || (48...57).contains($0) || (97...122).contains($0) }
      }
      // Symbols are not words: a middle dot or bracket in a title must not separate the words of a query.
      let isSymbol = scalar.properties.generalCategory.isPunctuation && !words.isEmpty
      if !isPlain || isSymbol { wrong.append("U+" + String(value, radix: 16)) }
    }
    expectEqual(wrong, [])
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isPunctuation: Bool {
    switch self {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }
}

extension [String] {
  fileprivate func contains(_ run: [String]) -> Bool {
    guard run.count <= count else { return false }
    return (0...(count - run.count)).contains { Array(self[$0..<($0 + run.count)]) == run }
  }
}
