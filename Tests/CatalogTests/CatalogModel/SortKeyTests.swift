import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct SortKeyTests {
  @Test(
    arguments: [
      ("The Catcher in the Rye", nil, "catcher in the rye"),
      ("A Wizard of Earthsea", "en-US", "wizard of earthsea"),
      ("The The", "eng", "the"),
      ("The", nil, "the"),
      ("Die Hard", "en", "die hard"),
      ("Die Blechtrommel", "de", "blechtrommel"),
      ("Die Blechtrommel", "ger", "blechtrommel"),
      ("L'Étranger", "fra", "etranger"),
      ("Les Misérables", "fr", "miserables"),
      ("El Aleph", "spa", "aleph"),
      ("De ontdekking van de hemel", "nl", "ontdekking van de hemel"),
      ("Den afrikanska farmen", "sv", "afrikanska farmen"),
      ("A kőszívű ember fiai", "hu", "koszivu ember fiai"),
      ("The Zahir", "pol", "the zahir"),
      ("A.I. and the Future", nil, "ai and the future"),
      ("村上春樹", "jpn", "村 上 春 樹"),
    ] as [(String, String?, String)])
  func `titles are ordered without the articles of their language`(title: String, language: String?, key: String) {
    expectEqual(SortKey.title(title, language: language), key)
  }

  @Test(arguments: [
    ("Ursula K. Le Guin", "le guin ursula k"),
    ("J. R. R. Tolkien", "tolkien jrr"),
    ("J.R.R. Tolkien", "tolkien jrr"),
    ("Simone de Beauvoir", "beauvoir simone de"),
    ("Johann Wolfgang von Goethe", "goethe johann wolfgang von"),
    ("Vincent Van Gogh", "van gogh vincent"),
    ("Kurt Vonnegut Jr.", "vonnegut kurt jr"),
    ("Martin Luther King III", "king martin luther iii"),
    ("Le Guin, Ursula K.", "le guin ursula k"),
    ("Homer", "homer"),
    ("Le", "le"),
    ("Jr.", "jr"),
    ("Olga Tokarczuk", "tokarczuk olga"),
    ("Stanisław Łem", "lem stanislaw"),
    ("村上春樹", "村 上 春 樹"),
  ])
  func `authors are ordered by their surnames`(name: String, key: String) {
    expectEqual(SortKey.author(name), key)
  }

  @Test func `series are ordered by their numbers`() {
    let numbers: [Double?] = [nil, 0, 0.5, 1, 1.5, 2, 9, 10, 11, 100, 100_000]
    let keys = numbers.map { SortKey.series("Foundation", number: $0) }
    expectEqual(keys, keys.sorted())
    expectEqual(Set(keys).count, keys.count)
    // All books of a series come before the next series whose name begins alike.
    #expect(keys.allSatisfy { $0 < SortKey.series("Foundation and Empire", number: nil) })
    expectEqual(SortKey.series("ÉPÉE", number: 1), SortKey.series("épée", number: 1))
  }

  @Test(arguments: [
    ["Apollo 8", "Apollo 11", "Apollo 13", "Apollo 100"],
    ["9", "10", "99", "100", "1984", "2001", "20000", "123456789", "1234567890", "99999999999999999999"],
    ["0", "7 Samurai", "10 Little", "a"],
    ["Catch-9", "Catch-22", "Catch-100"],
    ["3a", "3b", "12a"],
  ])
  func `numbers are ordered by value`(titles: [String]) {
    let keys = titles.map { SortKey.title($0, language: nil) }
    expectEqual(keys, keys.sorted())
    expectEqual(Set(keys).count, keys.count)
  }

  @Test func `leading zeros are ignored`() {
    expectEqual(SortKey.title("007", language: nil), SortKey.title("7", language: nil))
    expectEqual(SortKey.title("000", language: nil), SortKey.title("0", language: nil))
  }

  @Test func `names that consist of punctuation have a position`() {
    expectEqual(SortKey.title("!!!", language: nil), "!!!")
    #expect(SortKey.title("…", language: nil) != "")
    expectEqual(SortKey.series("???", number: nil), "???")
    expectEqual(SortKey.author("!!!"), "!!!")
    #expect(SortKey.author("¿?, ¡!") != "")
  }

  @Test func `keys are limited to 240 bytes, at a character boundary`() {
    for filling in ["a", "é", "ł", "村", "𐍈", "1 "] {
      for shift in 0..<4 {
        let text = String(repeating: "x", count: shift) + String(repeating: filling, count: 400)
        let series = SortKey.series(text, number: 1.5)
        for key in [SortKey.title(text, language: nil), SortKey.author(text), SortKey.author("b " + text), series] {
          #expect((237...240).contains(key.utf8.count), "\(filling): \(key.utf8.count)")
          #expect(!key.contains("\u{FFFD}"))
        }
        #expect(SortKey.series(text, number: nil) < series)
        #expect(series < SortKey.series(text, number: 2))
      }
    }
    #expect(SortKey.title(String(repeating: "…", count: 100), language: nil).utf8.count <= 240)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `keys are equal for texts that differ only in case and accents`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let text = random.text()
      let key = SortKey.title(text, language: nil)
      #expect(key.utf8.count <= 240, "seed \(seed)")
      expectEqual(SortKey.title(Fold.fold(text), language: nil), key, "seed \(seed): \(text.debugDescription)")
      let (low, high) = (Int.random(in: 0...1_000_000, using: &random), Int.random(in: 1...1_000_000, using: &random))
      let first = SortKey.title("\(text) \(low) b", language: nil)
      let second = SortKey.title("\(text) \(low + high) a", language: nil)
      #expect(first < second, "seed \(seed): \(text.debugDescription) \(low), \(low + high)")
    }
  }
}
