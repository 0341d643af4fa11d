import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct FoldTests {
  @Test(arguments: [
    ("Półciężkość", "polciezkosc"), ("Les Misérables", "les miserables"), ("Ærø", "aero"), ("Þórður", "thordur"),
    ("Đorđe", "dorde"), ("Straße", "strasse"), ("STRASSE", "strasse"), ("cœur", "coeur"), ("Ħal", "hal"), ("Ŧ", "t"),
    ("ırmak", "irmak"), ("İstanbul", "istanbul"), ("ﬁn", "fin"), ("Ｗｉｄｅ", "wide"), ("Ⅳ", "iv"), ("①", "1"),
    ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Σίσυφος", "σισυφοσ"), ("ガ", "カ"), ("ｶﾞ", "カ"), ("ǢØ", "aeo"), ("so\u{AD}ft", "soft"),
    ("", ""), ("ABC xyz 019", "abc xyz 019"), ("村上春樹", "村上春樹"), ("Война", "воина"),
  ])
  func `accents, case and letter forms are ignored`(text: String, folded: String) {
    expectEqual(Fold.fold(text), folded)
  }

  @Test func `composed and decomposed texts fold to the same`() {
    expectEqual(Fold.fold("é"), Fold.fold("e\u{301}"))
    expectEqual(Fold.fold("한국"), Fold.fold("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"))
  }

  @Test func `folding a character again changes nothing`() {
    var unstable: [String] = []
    for value in UInt32(0)...0x1FFFF {
      guard let scalar = UnicodeScalar(value) else { continue }
      let folded = Fold.fold(String(scalar))
      if Fold.fold(folded).unicodeScalars.elementsEqual(folded.unicodeScalars) { continue }
      unstable.append("U+" + String(value, radix: 16))
    }
    expectEqual(unstable, [])
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `folding a text again changes nothing`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let text = random.text()
      let folded = Fold.fold(text)
      #expect(
        Fold.fold(folded).unicodeScalars.elementsEqual(folded.unicodeScalars), "seed \(seed): \(text.debugDescription)")
    }
  }
}
